import { createContext, use } from 'react';
import { INLINE_STYLES_ID } from './all-styles.ts';

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
 * The styles of the first paint, inline, so that it needs only the HTML. The file of all styles comes with the scripts
 * (features/shell/start/before-start-scripts.ts).
 */
export function PageStyles() {
  const { inline, restHref } = use(StylesContext) ?? inPage;
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
