/** The id of the styles in the page. Its `data-rest` is the address of all styles, when the page has only a part. */
export const INLINE_STYLES_ID = 'critical-css';

/**
 * The `handle` of a page that the server draws completely: it is sent with only the styles that its HTML uses. A page
 * without this handle is sent with all styles, because its HTML does not show what the browser will draw.
 */
export const OWN_STYLES = 'own-styles';

/** The `handle` of such a page that needs no script until somebody touches it. */
export const NO_SCRIPT_YET = 'no-script-yet';

let arriving: Promise<void> | undefined;

/**
 * Adds all styles of the product to a page that was sent with only a part of them, and resolves when they are there.
 * Parts that a script draws for the first time wait for it. It resolves also when the file does not arrive; the next
 * call then loads it again.
 */
export function allStyles(): Promise<void> {
  arriving ??= new Promise((resolve) => {
    // On the server there is nothing to load.
    const href = typeof document === 'undefined' ? null : document.getElementById(INLINE_STYLES_ID)?.dataset.rest;
    if (!href) return resolve();
    // Mostly asked for before this code has arrived (features/shell/start/before-start-scripts.ts).
    const early = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
    if (early?.sheet) return resolve();
    // A separate sheet at the end: when a sheet changes, Chrome creates all fonts again, and late fonts move the text.
    const sheet = early ?? document.createElement('link');
    sheet.onload = () => resolve();
    sheet.onerror = () => {
      arriving = undefined;
      sheet.remove();
      resolve();
    };
    if (early) return;
    sheet.rel = 'stylesheet';
    sheet.href = href;
    document.head.append(sheet);
  });
  return arriving;
}
