import { type DataTag, type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError } from '../api-error.ts';
import { toast } from '../toast.ts';

/** Milliseconds: long enough to read what was undone, and why. */
const UNDONE_MS = 10_000;

type ListQuery<Row> = UseQueryOptions<Row[], Error, Row[], string[]> & { queryKey: DataTag<string[], Row[], Error> };

/**
 * The rows of a list in the person's new order, shown before it is saved. Moves that are made during a save are saved
 * together after it. A refused order is undone: the rows return to the order in the database.
 *
 * @param reorder saves the order `ids` of a list that had the order `seen`; throws ApiError `changed` where another
 *   person has changed the list since
 */
export function useRowOrder<Row extends { id: string }>(
  list: ListQuery<Row>,
  reorder: (ids: readonly string[], seen: readonly string[]) => Promise<void>,
  labels: { saved: string; failed: string; changedMeanwhile: string; reasonOf: (error: Error) => string },
) {
  const client = useQueryClient();
  const query = useQuery(list);
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const latest = useRef<readonly string[]>([]);
  const isSaving = useRef(false);
  const rows = query.data && arranged(query.data, wanted);
  const toastId = `order of ${list.queryKey.join(' ')}`;

  const save = useMutation({
    networkMode: 'always',
    mutationFn: async (seen: readonly string[]) => {
      let saved = seen;
      try {
        while (!isSame(saved, latest.current)) {
          const ids = latest.current;
          await reorder(ids, saved);
          saved = ids;
        }
        client.setQueryData(list.queryKey, (now) => now && arranged(now, saved));
      } finally {
        isSaving.current = false;
        setWanted(null);
      }
    },
    onSuccess: () => toast.success(labels.saved, { id: toastId }),
    onError: (error) => {
      console.warn('The order of the list was not saved', error);
      if (isApiError(error, 'changed')) {
        toast.error(labels.changedMeanwhile, { id: toastId, duration: UNDONE_MS });
      } else {
        toast.error(labels.failed, { id: toastId, description: labels.reasonOf(error), duration: UNDONE_MS });
      }
    },
    onSettled: () => {
      // The data of public pages in this tab still has the old order.
      client.removeQueries({ type: 'inactive' });
      return client.invalidateQueries({ queryKey: list.queryKey });
    },
  });

  /** Moves the row at place `from` to place `to`, counted from 0. */
  const move = (from: number, to: number) => {
    if (!rows || from === to) return;
    const ids = rows.map(({ id }) => id);
    latest.current = moved(ids, from, to);
    setWanted(latest.current);
    if (isSaving.current) return;
    isSaving.current = true;
    // A request that is still running would bring the order before this move.
    void client.cancelQueries({ queryKey: list.queryKey });
    save.mutate(ids);
  };

  return { ...query, rows, move };
}

/** The list with one item moved; unchanged when a place is outside the list. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const items = [...list];
  if (from < 0 || from >= items.length || to < 0 || to >= items.length) return items;
  items.splice(to, 0, ...items.splice(from, 1));
  return items;
}

/** The rows in the order of `ids`; rows that it does not name come last, in their present order. */
export function arranged<Row extends { id: string }>(rows: readonly Row[], ids: readonly string[] | null): Row[] {
  if (!ids) return [...rows];
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: Row) => places.get(id) ?? ids.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, place) => id === b[place]);
}
