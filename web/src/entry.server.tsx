import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { HELD_SCRIPT, START_PLACE, startScripts } from './features/shell/start/before-start-scripts.ts';
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
const MODULE = ' type="module" async=""';

/** Holds the scripts of a finished page until `startScripts` asks for them, and leaves the others their own. */
function holdScripts(html: string, isAtOnce: boolean, isHome: boolean): string {
  const files = [...html.matchAll(PRELOAD)].map(([, file = '']) => file);
  if (files.length === 0 || html.split(MODULE).length !== 2)
    throw new Error('React Router writes scripts in another way');
  return html
    .replace(PRELOAD, '')
    .replace(MODULE, ` type="${HELD_SCRIPT}"`)
    .replace(START_PLACE, () => startScripts(files, isAtOnce, isHome));
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
            return holdScripts(html, isAtOnce, page === HOME).replace(STYLES_PLACE, () => stylesOf(html));
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
