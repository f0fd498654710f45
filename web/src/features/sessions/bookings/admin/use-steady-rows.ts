import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AdminBooking, COUNTED_MATCHES, statusesQuery } from './bookings.data.ts';

/** The status of a row that is no booking any more. */
export const DELETED = 'deleted';

interface Page {
  rows: readonly AdminBooking[];
  total: number;
}

interface Held extends Page {
  question: string;
  /** A list that has just been opened takes what its first request brings. */
  isSettled: boolean;
}

/**
 * The rows of a page, which keep their places while the list asks for changes: only `renew` (a refresh) and another
 * question bring others. So no click lands on a row that has just moved there (docs/product/bookings.md#review).
 */
export function useSteadyRows(
  question: string,
  list: { data: Page | undefined; isPlaceholderData: boolean; isFetching: boolean },
) {
  const [held, setHeld] = useState<Held | null>(null);
  const fresh = list.isPlaceholderData ? undefined : list.data;
  const take = (page: Page, isSettled: boolean) => setHeld({ ...page, question, isSettled });
  if (fresh && (held?.question !== question || (!held.isSettled && held.rows !== fresh.rows))) {
    take(fresh, !list.isFetching);
  } else if (fresh && held && !held.isSettled && !list.isFetching) {
    take(fresh, true);
  }

  const now = new Map((fresh ?? held)?.rows.map((row) => [row.id, row]));
  const missing = held && fresh ? held.rows.filter(({ id }) => !now.has(id)) : [];
  const { data: statuses } = useQuery(statusesQuery(missing.map(({ id }) => id)));
  const rows = (held?.rows ?? list.data?.rows ?? []).map((row) => {
    const status = statuses && !now.has(row.id) ? (statuses.get(row.id) ?? DELETED) : row.status;
    return now.get(row.id) ?? { ...row, status };
  });
  const left = held ? missing.filter(({ id, status }) => statuses && statuses.get(id) !== status).length : 0;
  const added = held && fresh && fresh.total <= COUNTED_MATCHES ? fresh.total - held.total + left : 0;
  return {
    rows,
    /** How many bookings came that are not shown yet. */
    added: Math.max(0, added),
    /** From now on nothing moves. */
    settle: () => setHeld((page) => page && { ...page, isSettled: true }),
    renew: (page: Page) => take(page, true),
  };
}
