import { site } from '#copy/shell/site.ts';
import { start } from '#copy/shell/start.ts';

const LOOK =
  'fixed inset-x-0 bottom-0 z-50 hidden flex-wrap items-center justify-center gap-x-4 gap-y-1 border-t ' +
  'border-danger/30 bg-danger-soft px-4 py-3 text-center text-sm font-medium text-danger in-[[data-start-failed]]:flex';

/** The browser has it in the page's HTML, and its code need not carry it again. An empty address is this page again. */
const html = import.meta.env.SSR
  ? `<div role="alert" class="${LOOK}"><span>${start.initializationFailed}</span>` +
    `<a href="" class="tap-line underline underline-offset-4">${site.reload}</a></div>`
  : '';

/** The application could not start: plain HTML, over the still readable page. */
export function StartFailure() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <div dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />;
}
