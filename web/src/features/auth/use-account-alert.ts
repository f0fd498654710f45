import { useCallback, useEffect, useRef, useState } from 'react';
import { FunctionError } from '#lib/functions/functions.ts';
import { whenOnline } from '#lib/when-online.ts';

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
  const [view, setView] = useState<AlertView>({ name: 'opening' });
  const token = useRef<string | null>(null);
  const hasRun = useRef(false);

  const look = useCallback(async () => {
    if (!token.current) return setView({ name: 'missing' });
    setView({ name: 'opening' });
    try {
      await whenOnline();
      const { lookAtAlert } = await import('./account-alert.data.ts');
      setView({ name: 'question', email: await lookAtAlert(token.current), hasFailed: false, isBusy: false });
    } catch (error) {
      setView(isOver(error) ? { name: 'over' } : { name: 'unreachable' });
    }
  }, []);

  const secure = async (email: string) => {
    if (!token.current) return;
    setView({ name: 'question', email, hasFailed: false, isBusy: true });
    try {
      const { secureAccount } = await import('./account-alert.data.ts');
      setView((await secureAccount(token.current)) ? { name: 'done' } : { name: 'taken' });
    } catch (error) {
      setView(isOver(error) ? { name: 'over' } : { name: 'question', email, hasFailed: true, isBusy: false });
    }
  };

  useEffect(() => {
    // React runs effects twice while developing, and the token is in the address once.
    if (hasRun.current) return;
    hasRun.current = true;
    token.current = tokenIn(location.hash);
    history.replaceState(history.state, '', location.pathname);
    void look();
  }, [look]);

  const isUnreachable = view.name === 'unreachable';
  useEffect(() => {
    if (!isUnreachable) return;
    const again = () => void look();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isUnreachable, look]);

  return {
    view,
    look: () => void look(),
    secure: () => {
      if (view.name === 'question') void secure(view.email);
    },
  };
}
