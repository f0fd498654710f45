import { createContext, use, useEffect } from 'react';
import { allStyles, INLINE_STYLES_ID } from './all-styles.ts';

interface Styles {
  /** Written into the page. */
  inline: string;
  /** The address of all styles, when `inline` holds only a part. */
  restHref: string | undefined;
}

const StylesContext = createContext<Styles | null>(null);

export const PageStylesProvider = StylesContext.Provider;

// Kept from the first paint: a re-render of the whole document in the browser must not lose its styles.
const inPage: Styles =
  typeof document === 'undefined'
    ? { inline: '', restHref: undefined }
    : {
        inline: document.getElementById(INLINE_STYLES_ID)?.innerHTML ?? '',
        restHref: document.getElementById(INLINE_STYLES_ID)?.dataset.rest,
      };

/**
 * The styles of the first paint, inline, so that it needs only the HTML. A script loads the file of all styles later,
 * so that on a slow network it does not delay what the first paint needs.
 */
export function PageStyles() {
  const { inline, restHref } = use(StylesContext) ?? inPage;
  useEffect(applyAllStylesSoon, []);
  return (
    <style
      id={INLINE_STYLES_ID}
      data-rest={restHref}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, from the build
      dangerouslySetInnerHTML={{ __html: inline }}
      suppressHydrationWarning
    />
  );
}

/** Loads all styles at the person's first input, or half a second after the start. */
function applyAllStylesSoon(): () => void {
  const start = () => void allStyles();
  const timer = setTimeout(start, REST_AFTER_MS);
  for (const event of EVENTS) window.addEventListener(event, start, { capture: true, once: true, passive: true });
  return () => {
    clearTimeout(timer);
    for (const event of EVENTS) window.removeEventListener(event, start, { capture: true });
  };
}

const REST_AFTER_MS = 500;
const EVENTS = ['pointerdown', 'keydown', 'focusin'] as const;
