import type { ReactNode } from 'react';

/** The shape of a long text in `copy/content/static/`. Inline marks are read by `web/src/lib/page/inline-text.ts`. */
export type ArticleBlock =
  | string
  | { list: readonly string[] }
  | { steps: readonly string[] }
  | { table: ArticleTable }
  | { element: ReactNode };

export interface ArticleTable {
  caption: string;
  head: readonly string[];
  /** The first cell of a row is its heading. */
  rows: readonly (readonly string[])[];
}

export interface ArticleSection {
  /** Its anchor, which other sites may link to. */
  id: string;
  title: string;
  blocks: readonly ArticleBlock[];
}
