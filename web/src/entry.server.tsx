import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { CriticalCssProvider } from './lib/page/critical-css.tsx';
import { PublicEnvProvider } from './lib/page/public-env.tsx';
import { ScriptMarkProvider } from './lib/page/script-mark.ts';
import { publicEnvContext, scriptMarkContext } from './lib/page/server-context.ts';
import css from './styles/app.css?inline';

const RENDER_TIMEOUT_MS = 6_000;

/** Renders the whole page before answering: pages are cached whole, and their inline scripts are hashed for the CSP. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return Promise.resolve(new Response(null, { status, headers }));

  const nonce = loadContext.get(scriptMarkContext) || undefined;
  return new Promise((resolve, reject) => {
    let finalStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <PublicEnvProvider value={loadContext.get(publicEnvContext)}>
        <CriticalCssProvider value={css}>
          <ScriptMarkProvider value={nonce}>
            <ServerRouter context={routerContext} url={request.url} {...(nonce && { nonce })} />
          </ScriptMarkProvider>
        </CriticalCssProvider>
      </PublicEnvProvider>,
      {
        ...(nonce && { nonce }),
        // React would send a large suspended part at the end of the page and move it into place with a script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timer);
          const body = new PassThrough();
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { status: finalStatus, headers }));
        },
        onShellError: reject,
        onError(error) {
          finalStatus = 500;
          console.error(error);
        },
      },
    );
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
}
