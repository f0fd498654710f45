import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { RESTORE_SCROLL, START_PLACE, STATE_ID, startScripts } from './features/shell/start/before-start-scripts.ts';
import { NO_SCRIPT_YET, OWN_STYLES } from './lib/page/all-styles.ts';
import { PageStylesProvider } from './lib/page/page-styles.tsx';
import { PublicEnvProvider } from './lib/page/public-env.tsx';
import { ScriptMarkProvider } from './lib/page/script-mark.ts';
import { incompleteContext, publicEnvContext, scriptMarkContext } from './lib/page/server-context.ts';
import { usedStyles } from './lib/page/used-styles.ts';
import css from './styles/app.css?inline';
import cssFile from './styles/app.css?url';
import fonts from './styles/fonts.css?inline';

const HOME = 'pages/home';

const RENDER_TIMEOUT_MS = 6_000;

/** Stands in the page where the styles come that the finished page turns out to use. */
const STYLES_PLACE = '/* styles */';

/** Reading the stylesheet takes a tenth of a second, which the start need not wait for. */
let takeUsed: ReturnType<typeof usedStyles> | undefined;

function stylesOf(html: string): string {
  takeUsed ??= usedStyles(css);
  return takeUsed(html);
}

const PRELOAD = /<link rel="modulepreload"[^>]* href="\/assets\/([^"]+)"[^>]*>/g;
const CONTEXT = /<script[^>]*>window\.__reactRouterContext = [\s\S]*?<\/script>/;
const MODULE = /<script[^>]* type="module" async="">[\s\S]*?<\/script>/;
const STREAMED =
  /<script[^>]*>window\.__reactRouterContext\.streamController\.(?:enqueue\((".*?")\)|close\(\));<\/script>/g;
const SCROLL =
  /(<script[^>]*>)\(\(storageKey, restoreKey\) =>[\s\S]*?\("react-router-scroll-positions", null\)(?=<\/script>)/;

/**
 * Takes the scripts that start the application out of a finished page. What they hold stands there as data, and
 * `startScripts` does what they did.
 */
function holdScripts(html: string, context: EntryContext, isAtOnce: boolean, isHome: boolean): string {
  const { manifest, staticHandlerContext, serverHandoffString } = context;
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const modules = [manifest.url, ...ids.map((id) => manifest.routes[id]?.module ?? ''), manifest.entry.module];
  const preloaded = [...html.matchAll(PRELOAD)].map(([, file = '']) => file);
  const files = new Set([...modules.map((path) => path.replace('/assets/', '')), ...preloaded]);
  const streamed = [...html.matchAll(STREAMED)].map(([, part = '""']) => JSON.parse(part) as string);
  if (preloaded.length === 0 || streamed.length < 2 || ![CONTEXT, MODULE, SCROLL].every((script) => script.test(html)))
    throw new Error('React Router writes scripts in another way');
  const state = `${serverHandoffString}\n${streamed.join('')}`.replaceAll('<', '\\u003c');
  return (
    html
      .replace(PRELOAD, '')
      .replace(STREAMED, '')
      // React looks for these two elements, whatever is in them.
      .replace(CONTEXT, () => `<script id="${STATE_ID}" type="application/json">${state}</script>`)
      .replace(MODULE, '<script type="application/json"></script>')
      .replace(SCROLL, (_, tag: string) => tag + RESTORE_SCROLL)
      .replace(START_PLACE, () => startScripts([...files], ids, isAtOnce, isHome))
  );
}

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
  const page = routerContext.staticHandlerContext.matches.at(-1)?.route.id ?? '';
  const drawnHow = routerContext.routeModules[page]?.handle;
  const isDrawnHere = import.meta.env.PROD && (drawnHow === OWN_STYLES || drawnHow === NO_SCRIPT_YET);
  const styles = isDrawnHere
    ? { inline: fonts + STYLES_PLACE, restHref: cssFile }
    : { inline: fonts + css, restHref: undefined };
  return new Promise((resolve, reject) => {
    let finalStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <PublicEnvProvider value={loadContext.get(publicEnvContext)}>
        <PageStylesProvider value={styles}>
          <ScriptMarkProvider value={nonce}>
            <ServerRouter context={routerContext} url={request.url} {...(nonce && { nonce })} />
          </ScriptMarkProvider>
        </PageStylesProvider>
      </PublicEnvProvider>,
      {
        ...(nonce && { nonce }),
        // React would send a large suspended part at the end of the page and move it into place with a script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timer);
          const body = new PassThrough();
          pipe(body);
          const finish = (html: string) => {
            if (!isDrawnHere) return html.replace(START_PLACE, '');
            const { isIncomplete } = loadContext.get(incompleteContext);
            const isAtOnce = drawnHow !== NO_SCRIPT_YET || finalStatus >= 500 || isIncomplete;
            return holdScripts(html, routerContext, isAtOnce, page === HOME).replace(STYLES_PLACE, () =>
              stylesOf(html),
            );
          };
          resolve(text(body).then((html) => new Response(finish(html), { status: finalStatus, headers })));
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
