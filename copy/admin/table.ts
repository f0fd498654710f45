import { shortcuts } from './shortcuts.ts';

/** What the tables of the back office say of themselves. */
export const tableCopy = {
  tryAgain: 'Try Again',
  sortBy: 'Sort by',
  ascending: (column: string) => `${column}, ascending`,
  descending: (column: string) => `${column}, descending`,
  pages: 'Pages',
  range: (from: number, to: number, total: number) =>
    `${from.toLocaleString('en-IN')}–${to.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')}`,
  previous: 'Previous',
  next: 'Next',
};

/** What every list of the back office says of itself. */
export const listLabels = { table: tableCopy, shortcuts };
