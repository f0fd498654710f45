import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FunctionError } from '#lib/functions/functions.ts';
import { alertQuery, secureAccount } from './account-alert.data.ts';

export type AlertView =
  | { name: 'opening' }
  | { name: 'question'; email: string; hasFailed: boolean; isBusy: boolean }
  | { name: 'done' }
  /** The old address belongs to another account by now, so nothing was mailed. */
  | { name: 'taken' }
  | { name: 'over' }
  /** The address held no token: the page was reloaded, or opened without its link. */
  | { name: 'missing' }
  | { name: 'unreachable' };

/** Whether the server knows the link no more; all else may be another time. */
export function isOver(error: unknown): boolean {
  if (!(error instanceof FunctionError) || error.failure.kind !== 'http') return false;
  const { status } = error.failure;
  return status >= 400 && status < 500 && status !== 429;
}

/** The secret of a mailed link, out of a fragment; null where there is none. */
export function tokenIn(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') || null;
}

/** What the page says. The token leaves the address at once, is kept nowhere, and nothing changes before the button. */
export function useAccountAlert(): { view: AlertView; look: () => void; secure: () => void } {
  // Undefined until it is read from the address.
  const [token, setToken] = useState<string | null>();
  const look = useQuery({
    ...alertQuery(token ?? ''),
    enabled: Boolean(token),
    // A network that is back is another chance for a link that could not be looked at.
    refetchOnReconnect: ({ state }) => state.status === 'error',
  });
  const secure = useMutation({ networkMode: 'always', mutationFn: () => secureAccount(token ?? '') });

  useEffect(() => {
    // React runs effects twice while developing, and the token is in the address once.
    const found = tokenIn(location.hash);
    setToken((known) => known ?? found);
    history.replaceState(history.state, '', location.pathname);
  }, []);

  return { view: viewOf(), look: () => void look.refetch(), secure: () => secure.mutate() };

  function viewOf(): AlertView {
    if (token === null) return { name: 'missing' };
    if (isOver(look.error) || isOver(secure.error)) return { name: 'over' };
    if (secure.isSuccess) return { name: secure.data ? 'done' : 'taken' };
    if (look.data) {
      return { name: 'question', email: look.data, hasFailed: secure.isError, isBusy: secure.isPending };
    }
    return { name: look.isError && !look.isFetching ? 'unreachable' : 'opening' };
  }
}
