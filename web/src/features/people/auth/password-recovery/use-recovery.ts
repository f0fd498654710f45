import { useCallback, useEffect, useRef, useState } from 'react';
import { INVALID_LINK, type LinkFailure, linkFailure } from './recovery-failures.ts';
import { isFinishingAccount, type RecoveryLink, readRecoveryLink } from './recovery-link.ts';

export type RecoveryView =
  | { name: 'verifying' }
  /** The address holds a link, which nothing has used yet: mail scanners run scripts as well. */
  | { name: 'ready' }
  /** The link was right, and two-step sign-in is on: the mailbox alone opens no account. */
  | { name: 'code'; email: string | undefined }
  | { name: 'form'; email: string | undefined }
  | { name: 'already-logged-in' }
  /** An ordinary sign-in that was left before its code. */
  | { name: 'code-first' }
  | { name: 'failed'; failure: LinkFailure };

async function decide(link: RecoveryLink): Promise<RecoveryView> {
  if (link.kind === 'refused') return { name: 'failed', failure: INVALID_LINK };
  const [{ findSession, openLink }, { isCodeNeeded }] = await Promise.all([
    import('./password-recovery.data.ts'),
    import('#features/people/auth/account-state.data.ts'),
  ]);
  const formFor = async (email: string | undefined): Promise<RecoveryView> => ({
    name: (await isCodeNeeded()) ? 'code' : 'form',
    email,
  });
  if (link.kind !== 'none') return formFor(await openLink(link));
  const found = await findSession();
  if (found.kind === 'none') return { name: 'failed', failure: INVALID_LINK };
  if (found.kind === 'recovery') return formFor(found.email);
  return { name: (await isCodeNeeded()) ? 'code-first' : 'already-logged-in' };
}

/**
 * What the reset page shows (docs/product/accounts.md#reset). A link in the address comes before a session: its owner
 * has the mailbox and wants another password. It is used when the person says so (`goOn`), and leaves the address then;
 * a code leaves it at once. `isFinishing`: two people began the account with different passwords, and the link that
 * confirmed it leads here.
 */
export function useRecovery(): { view: RecoveryView; isFinishing: boolean; tryAgain: () => void; goOn: () => void } {
  const [view, setView] = useState<RecoveryView>({ name: 'verifying' });
  const [isFinishing, setIsFinishing] = useState(false);
  // React runs effects twice while developing, and a token works once.
  const link = useRef<RecoveryLink | null>(null);

  const run = useCallback(async (current: RecoveryLink) => {
    setView({ name: 'verifying' });
    clearAddress();
    try {
      setView(await decide(current));
    } catch (error) {
      console.warn('The reset link could not be used', error);
      setView({ name: 'failed', failure: linkFailure(error) });
    }
  }, []);

  useEffect(() => {
    if (link.current) return;
    link.current = readRecoveryLink(location);
    setIsFinishing(isFinishingAccount(location.search));
    if (link.current.kind !== 'token') clearAddress();
    if (link.current.kind === 'none' || link.current.kind === 'refused') void run(link.current);
    else setView({ name: 'ready' });
  }, [run]);

  const tryAgain = () => {
    if (link.current) void run(link.current);
  };
  const goOn = () => {
    if (view.name === 'ready') tryAgain();
    if (view.name === 'code') setView({ name: 'form', email: view.email });
  };
  return { view, isFinishing, tryAgain, goOn };
}

/** Not the router's way: it would be too late for the auth client, which reads the address as it starts. */
function clearAddress(): void {
  history.replaceState(history.state, '', location.pathname);
}
