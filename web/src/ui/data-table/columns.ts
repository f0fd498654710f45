import { createColumnHelper, metaHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table';

type ColumnLook = {
  /** The cell's place in the card that a row becomes on a narrow screen; `fact` shows its heading beside it. */
  card?: 'title' | 'fact' | 'aside' | 'actions';
  /** Numbers line up at the right edge. */
  isNumeric?: boolean;
  className?: string;
};

/** For a column with a fixed share of the table's width (`@rows:w-…`), whatever its content. */
export const SHARE = '@rows:max-w-0';

/** For two columns of names: what the others leave is theirs, so that no name is cut beside empty space. */
export const NAME = `${SHARE} @rows:w-1/2`;

/** Sorting is declared and shown here, and done by the database. */
export const features = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<ColumnLook>() });

/** Makes the columns of a `DataTable`. Keep them outside of components, or the table restarts at each render. */
export const columnsOf = <Row extends object>() => createColumnHelper<typeof features, Row>();

/** The table's own texts. */
export interface TableLabels {
  sortBy: string;
  ascending: (column: string) => string;
  descending: (column: string) => string;
  filters: (active: number) => string;
  pages: string;
  /** Which rows of how many are shown; the first is 1. */
  range: (from: number, to: number, total: number) => string;
  previous: string;
  next: string;
}

export type Sort = { id: string; desc: boolean };
