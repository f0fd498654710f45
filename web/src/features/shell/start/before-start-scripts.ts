import { INLINE_STYLES_ID } from '#lib/page/all-styles.ts';
import { PUBLIC_ENV_ID } from '#lib/page/public-env.tsx';
import { SESSION_STORAGE_KEY } from '#lib/session/stored-session.ts';

/**
 * Marks the document when one of the application's scripts fails to load; CSS then shows the notice. The first of them is
 * loaded by `import()`, whose failure each browser words in its own way.
 */
const WATCH_START =
  "{const m=()=>D.startFailed='';" +
  "addEventListener('error',e=>e.target.type=='module'&&m(),true);" +
  "addEventListener('unhandledrejection',e=>/import/i.test(e.reason)&&m())}";

/** Loads a page that did not start again when there is a network, unless something was typed. */
const START_AGAIN =
  "{let t;addEventListener('input',()=>t=1,true);addEventListener('online',()=>" +
  "t||'startFailed'in D&&location.reload())}";

/** Marks the document of a browser that keeps a session: CSS then hides what only visitors are offered. */
const MARK_SESSION = `try{if(localStorage['${SESSION_STORAGE_KEY}'])D.session=''}catch{}`;

/**
 * Marks the document of a home page that is shown at a place that was left: what stands below (`later` in app.css) has to
 * have its height at once.
 */
const MARK_RETURN = "performance.getEntriesByType('navigation')[0]?.type=='navigate'||(D.whole='');";

/**
 * The script of React Router's `ScrollRestoration`, in half of its length: goes to the place that was left. The names are
 * the library's.
 */
export const RESTORE_SCROLL =
  "{let h=history,k='react-router-scroll-positions';" +
  "h.state?.key||h.replaceState({key:Math.random().toString(32).slice(2)},'');" +
  "try{let y=JSON.parse(sessionStorage[k]||'{}')[h.state.key];typeof y=='number'&&scrollTo(0,y)}" +
  'catch(e){console.error(e);sessionStorage.removeItem(k)}}';

/**
 * Keeps a press of a button that does nothing yet, and presses it once when React has attached it, which its property
 * `__reactProps$…` tells. The last press counts: one of any other control takes the place of one that is kept. What the
 * browser answers by itself is never kept (links, forms with an address, popovers, details), nor is anything for longer
 * than 15 seconds or when the page is left. A form without an address is kept as well: the browser would put what was
 * typed, passwords too, into the address of the page. `kept` is for lib/page/redrawn-page.ts.
 */
export const KEEP_PRESS =
  "{var kept;let s,i;const a=t=>Object.keys(t).some(p=>p.startsWith('__reactProps'))," +
  'w=t=>{kept=t;s=300;i||=setInterval(()=>{let t=kept;' +
  'if(!t||a(t)||!s--){clearInterval(i);i=kept=0;a(t)&&t.click()}},50)};' +
  "addEventListener('click',e=>{let t=e.isTrusted&&e.target.closest('a,button,summary,input,select');" +
  "t&&w(t.type=='button'&&!t.popoverTargetElement&&!a(t)&&t)},true);" +
  "addEventListener('submit',e=>{let t=e.target;t.hasAttribute('action')||a(t)||(e.preventDefault(),w(e.submitter))},true);" +
  "addEventListener('pagehide',()=>kept=0)}";

/**
 * Keeps in this browser what a heart says that is pressed before the application runs, on any page and however soon that
 * is left: the application takes it over from there.
 */
// The words of lib/keys/favourites-key.ts. Put in from there, they would keep this text in every page's first load.
const KEEP_HEART =
  "addEventListener('change',({target:{name:n,value:v,checked:c}})=>{if(n=='heart')try{let l=localStorage;" +
  "l.favourites=(c?v:'')+' '+(l.favourites||'').replace(v,'')}catch{}});";

/** Where `startScripts` comes in a page that the server draws whole; nothing comes there in others. */
export const START_PLACE = '/* start */';

const SCRIPTS = WATCH_START + START_AGAIN + KEEP_PRESS + KEEP_HEART + MARK_SESSION + START_PLACE;
/** What has to run before the application does. Not React. The marks of the document are `D`. */
export const BEFORE_START = `{const D=document.documentElement.dataset;${SCRIPTS}}`;

/**
 * Sends a visit of the home page on to the page for a new password, when a mailed link for one ended there
 * (docs/product/accounts.md#reset).
 */
const RECOVERY_REDIRECT =
  'let l=location,q=l.search+l.hash,r=document.referrer;' +
  'if(/[?&#]type=recovery(?![^&#])/.test(q)||/\\/auth\\/v1\\/verify(\\?|$)/.test(r)&&' +
  `r.startsWith(new URL(JSON.parse(document.getElementById('${PUBLIC_ENV_ID}').text).supabaseUrl).origin+'/'))` +
  "l.replace('/reset-password'+q);else";

/** How long after `load` a page that nobody touches asks for its scripts, in milliseconds. */
const REST_MS = 3000;

/**
 * Asks for a page's styles and scripts, and runs them: at once where somebody is signed in or the address asks for more
 * than the HTML shows, else at the first touch, key, scroll or movement of a mouse, or when the page has been at rest. A
 * touch or a click on a link does not count: the browser opens the next page, and files of this one would delay it. Nor
 * does the movement of no pixel that a page reports when it appears under a mouse. Without a network it waits for one.
 *
 * The application gets what React Router's own scripts would give it (entry.server.tsx).
 *
 * @param files names in /assets/: the list of routes, a module for each of `routes`, the application, and others
 * @param isAtOnce the HTML lacks what the page is for
 */
export function startScripts(
  files: readonly string[],
  routes: readonly string[],
  isAtOnce: boolean,
  isHome: boolean,
): string {
  return (
    `{${isHome ? `${MARK_RETURN}${RECOVERY_REDIRECT}{` : ''}` +
    `let d=document,n,a='/assets/',i=f=>import(a+f),F='${files.join(' ')}'.split(' '),` +
    "E=['pointermove','pointerdown','click','keydown','input','scroll']," +
    "f=e=>(e.type=='pointermove'?e.pointerType=='mouse'&&(e.movementX||e.movementY):!/^(pointerd|cl)/.test(e.type)||!e.target.closest('a[href]'))&&g()," +
    'g=()=>{n||(n=1,E.map(t=>removeEventListener(t,f,true)),' +
    "navigator.onLine?l():addEventListener('online',l,{once:true}))}," +
    "k=(r,h)=>{let k=d.createElement('link');k.rel=r;k.href=h;k.onerror=()=>k.remove();d.head.append(k)}," +
    `l=()=>{k('stylesheet',d.getElementById('${INLINE_STYLES_ID}').dataset.rest);` +
    "F.map(f=>k('modulepreload',a+f));" +
    "d.readyState=='loading'?addEventListener('DOMContentLoaded',r):r()}," +
    `r=()=>{let [c,...s]=d.getElementById('${STATE_ID}').text.split('\\n');` +
    "__reactRouterContext={...JSON.parse(c),stream:new Response(s.join('\\n')).body};" +
    `Promise.all(F.slice(0,${routes.length + 1}).map(i)).then(m=>{__reactRouterRouteModules=` +
    `Object.fromEntries('${routes.join(' ')}'.split(' ').map((r,i)=>[r,m[i+1]]));return i(F[${routes.length + 1}])})` +
    // A file that did not arrive is on the console already.
    ".catch(e=>{if(!/import/i.test(e))throw e;D.startFailed=''})};" +
    `E.map(t=>addEventListener(t,f,true));addEventListener('load',()=>setTimeout(g,${REST_MS}));` +
    (isAtOnce ? 'g()' : "('session'in D||/[?&#](code|error|slot|step|access_token)=/.test(location.href))&&g()") +
    (isHome ? '}}' : '}')
  );
}

/** The element with what React Router's scripts would hold: a line about the application, then the page's data. */
export const STATE_ID = 'page-state';
