/** The styles in the page. `data-rest` says where all of them are, when these are a part only. */
export const INLINE_STYLES_ID = 'critical-css';

/**
 * The `handle` of a page that the server draws whole: it comes with the styles of its own HTML. What a page without it draws
 * in the browser, or fetches by itself, is not known from its HTML: it comes with all styles.
 */
export const OWN_STYLES = 'own-styles';

let arriving: Promise<void> | undefined;

/**
 * Applies all styles of the product to a page that came with those of its own HTML only, and settles when they are there.
 * What is drawn for the first time by a script waits for it. A file that does not come is asked for again by the next call;
 * what waited is drawn with the styles that there are.
 */
export function allStyles(): Promise<void> {
  arriving ??= new Promise((resolve) => {
    // The server draws with all of them.
    const href = typeof document === 'undefined' ? null : document.getElementById(INLINE_STYLES_ID)?.dataset.rest;
    if (!href) return resolve();
    // A sheet of its own at the end: for one that is changed, Chrome makes all fonts anew, and late ones move the text.
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = href;
    sheet.onload = () => resolve();
    sheet.onerror = () => {
      arriving = undefined;
      sheet.remove();
      resolve();
    };
    document.head.append(sheet);
  });
  return arriving;
}
