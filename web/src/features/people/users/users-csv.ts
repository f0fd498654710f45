import { usersCopy } from '#copy/people/users.ts';
import { inertCell, writeCsv } from '#lib/csv.ts';
import { istToday } from '#rules/shell/ist.ts';
import type { ExportedUser } from './users.data.ts';

/** The users' export as a file's text. */
export function usersCsv(users: readonly ExportedUser[]): string {
  return writeCsv(usersTable(users));
}

/**
 * The users' export as cells: the columns, then everyone (docs/product/back-office.md#users). Dates are days in India.
 */
export function usersTable(users: readonly ExportedUser[]): string[][] {
  return [[...usersCopy.csv.columns], ...users.map(cellsOf)];
}

function cellsOf(user: ExportedUser): string[] {
  return [
    user.name,
    user.email,
    user.phone,
    user.startup_name,
    user.industry,
    user.idea,
    istToday(new Date(user.created_at)),
  ].map((cell) => inertCell(cell ?? ''));
}
