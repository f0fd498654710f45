export const INLINE_STYLES_ID = 'critical-css';
export const REST_ID = 'all-styles';

let arriving: Promise<void> | undefined;

/**
 * Applies all styles of the product to a page that came with those of its own HTML only, and settles when they are there.
 * What is drawn for the first time by a script waits for it. A file that does not come is asked for again by the next call;
 * what waited is drawn with the styles that there are.
 */
export function allStyles(): Promise<void> {
  arriving ??= new Promise((resolve) => {
    const link = document.getElementById(REST_ID) as HTMLLinkElement | null;
    if (!link) return resolve();
    link.media = 'all';
    if (link.sheet) return resolve();
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener(
      'error',
      () => {
        arriving = undefined;
        link.replaceWith(link.cloneNode());
        resolve();
      },
      { once: true },
    );
  });
  return arriving;
}
