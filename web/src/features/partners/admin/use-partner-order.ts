import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { adminPartnerLogos as copy } from '#copy/admin/partner-logos.ts';
import { isApiError } from '#lib/api-error.ts';
import { toast } from '#lib/toast.ts';
import { moved } from './partner-logo-form.ts';
import { type Partner, partnersQuery, reasonOf, reorderPartners } from './partners.data.ts';

const TOAST = 'partner-order';
/** Milliseconds: long enough to read what was undone, and why. */
const UNDONE_MS = 10_000;

/**
 * The partners, in the order that the administrator gives them, shown before it is saved. Moves that are made while
 * one order is being saved are saved together, as the next. What is refused is undone, back to the order that the
 * database has.
 */
export function usePartnerOrder() {
  const client = useQueryClient();
  const query = useQuery(partnersQuery);
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const latest = useRef<readonly string[]>([]);
  const isSaving = useRef(false);
  const partners = query.data && arranged(query.data, wanted);

  const save = useMutation({
    networkMode: 'always',
    mutationFn: async (seen: readonly string[]) => {
      let saved = seen;
      try {
        while (!isSame(saved, latest.current)) {
          const ids = latest.current;
          await reorderPartners(ids, saved);
          saved = ids;
        }
        client.setQueryData(partnersQuery.queryKey, (now) => now && arranged(now, saved));
      } finally {
        isSaving.current = false;
        setWanted(null);
      }
    },
    onSuccess: () => toast.success(copy.reordered, { id: TOAST }),
    onError: (error) => {
      console.warn('The order of the logos was not saved', error);
      if (isApiError(error, 'changed')) {
        toast.error(copy.changedMeanwhile, { id: TOAST, duration: UNDONE_MS });
      } else {
        toast.error(copy.reorderFailed, { id: TOAST, description: reasonOf(error), duration: UNDONE_MS });
      }
    },
    onSettled: () => {
      // The home page that this tab has seen shows the order as it was.
      client.removeQueries({ type: 'inactive' });
      return client.invalidateQueries(partnersQuery);
    },
  });

  /** Moves the logo at place `from` to place `to`, counted from 0. */
  const move = (from: number, to: number) => {
    if (!partners || from === to) return;
    const ids = partners.map(({ id }) => id);
    latest.current = moved(ids, from, to);
    setWanted(latest.current);
    if (isSaving.current) return;
    isSaving.current = true;
    // An answer that is on its way tells the order before this move.
    void client.cancelQueries(partnersQuery);
    save.mutate(ids);
  };

  return { ...query, partners, move };
}

/** The rows in the order of `ids`; those that it does not name come last, as they stand. */
function arranged(rows: readonly Partner[], ids: readonly string[] | null): Partner[] {
  if (!ids) return [...rows];
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: Partner) => places.get(id) ?? ids.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, place) => id === b[place]);
}
