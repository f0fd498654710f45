import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { favourites as copy } from '#copy/mentors/favourites.ts';
import { favouritesIn, localFavouritesText, onLocalFavourites, writeLocalFavourites } from '#lib/local-favourites.ts';
import { refusalSentence } from '#lib/refusals.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { MOST_FAVOURITES } from '#rules/mentors/favourites.ts';
import { favouritesQuery, setFavourite } from './favourites.data.ts';

const TOAST = { id: 'favourites' };

/**
 * Whom the person saved, newest first: in the account, or in this browser where nobody is signed in, or the account's list
 * is not here yet. What is pressed meanwhile is kept in the browser, and joins the account with the next reading.
 */
export function useFavourites() {
  const { localUser, isLoading } = useSession();
  const userId = localUser?.id ?? '';
  const client = useQueryClient();
  const local = useSyncExternalStore(onLocalFavourites, localFavouritesText, () => '');
  const query = useQuery({ ...favouritesQuery(userId), enabled: userId !== '' });

  // The reading takes over what this browser keeps.
  const isLeftHere = userId !== '' && local !== '' && query.isSuccess && !query.isFetching;
  const { refetch } = query;
  useEffect(() => {
    if (isLeftHere) void refetch({ cancelRefetch: false });
  }, [isLeftHere, refetch]);

  const stored = userId ? query.data : undefined;
  const ids = stored ?? favouritesIn(local);

  async function toggle(id: string): Promise<void> {
    const isSaved = !ids.includes(id);
    const rest = ids.filter((one) => one !== id);
    if (isSaved && rest.length >= MOST_FAVOURITES) return toast.error(copy.tooMany, TOAST);
    const next = isSaved ? [id, ...rest] : rest;
    if (!stored) {
      if (!writeLocalFavourites(next)) toast.error(copy.notSaved, TOAST);
      return;
    }
    const { queryKey } = favouritesQuery(userId);
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, next);
    try {
      await setFavourite(userId, id, isSaved);
    } catch (error) {
      toast.error(refusalSentence(error, copy.notSaved, { too_many_favourites: copy.tooMany }), TOAST);
      await client.invalidateQueries({ queryKey });
    }
  }

  return { ids, toggle, isPending: isLoading || (userId !== '' && query.isPending), query };
}
