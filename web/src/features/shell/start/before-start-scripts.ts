import { SESSION_STORAGE_KEY } from '#lib/session/stored-session.ts';

/**
 * Marks the document when one of the application's scripts fails to load; CSS then shows the notice. The first of them is
 * loaded by `import()`, whose failure each browser words in its own way.
 */
const WATCH_START =
  "{const m=()=>document.documentElement.dataset.startFailed='';" +
  "addEventListener('error',e=>e.target.tagName=='SCRIPT'&&e.target.type=='module'&&m(),true);" +
  "addEventListener('unhandledrejection',e=>/import/i.test(e.reason)&&m())}";

/** Loads a page that did not start again when there is a network, unless something was typed. */
const START_AGAIN =
  "{let t;addEventListener('input',()=>t=1,true);addEventListener('online',()=>" +
  "t||'startFailed'in document.documentElement.dataset&&location.reload())}";

/** Marks the document of a browser that keeps a session: CSS then hides what only visitors are offered. */
const MARK_SESSION = `try{if(localStorage['${SESSION_STORAGE_KEY}'])document.documentElement.dataset.session=''}catch(e){}`;

/**
 * Keeps a press of a button that does nothing yet, and presses it once when React has attached it, which its property
 * `__reactProps$…` tells. The last press counts: one of any other control takes the place of one that is kept. What the
 * browser answers by itself is never kept (links, forms with an address, popovers, details), nor is anything for longer
 * than 15 seconds or when the page is left. A form without an address is kept as well: the browser would put what was
 * typed, passwords too, into the address of the page.
 */
export const KEEP_PRESS =
  "{let k,s,i;const a=t=>Object.keys(t).some(p=>p.startsWith('__reactProps'))," +
  'w=t=>{k=t;s=300;i||=setInterval(()=>{let t=k;' +
  'if(!t||a(t)||!s--){clearInterval(i);i=k=0;t.isConnected&&a(t)&&t.click()}},50)};' +
  "addEventListener('click',e=>{let t=e.isTrusted&&e.target.closest('a,button,summary,input,select');" +
  "t&&w(t.type=='button'&&!t.popoverTargetElement&&!a(t)&&t)},true);" +
  "addEventListener('submit',e=>{let t=e.target;t.hasAttribute('action')||a(t)||(e.preventDefault(),w(e.submitter))},true);" +
  "addEventListener('pagehide',()=>k=0)}";

/** What has to run before the application does. Not React. */
export const BEFORE_START = WATCH_START + START_AGAIN + KEEP_PRESS + MARK_SESSION;
