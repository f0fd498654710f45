import { createContext, use } from 'react';

const ELEMENT_ID = 'critical-css';

const CriticalCssContext = createContext<string | null>(null);

export const CriticalCssProvider = CriticalCssContext.Provider;

// Kept from the first paint: a re-render of the whole document in the browser must not lose its styles.
const inPage = typeof document === 'undefined' ? '' : (document.getElementById(ELEMENT_ID)?.innerHTML ?? '');

/** All styles of the product, inline, so that the first paint waits for nothing but the HTML. */
export function CriticalCss() {
  const css = use(CriticalCssContext) ?? inPage;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, from the build
  return <style id={ELEMENT_ID} dangerouslySetInnerHTML={{ __html: css }} suppressHydrationWarning />;
}
