import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { investorInterestQuery } from './investor-interest.data.ts';
import { InvestorInterestForm } from './investor-interest-form.tsx';

/**
 * The invitation to founders whose profile is not complete (specification, section 4). Dismissing hides it until the
 * dashboard is opened again: nothing is stored.
 *
 * Until the profile has been read, the last visit tells whether it will be here: a form that came or went a moment later
 * would move the sessions below it.
 *
 * @param onGone called when it disappears under the founder's hands, so that focus can go on
 */
export function InvestorInterest({ userId, onGone }: { userId: string; onGone: () => void }) {
  const { data: isWanted } = useQuery(investorInterestQuery(userId));
  const [isDismissed, setIsDismissed] = useState(false);
  const [wasDone] = useState(() => isRememberedAsDone(userId));

  useEffect(() => {
    if (isWanted !== undefined) rememberWhetherDone(userId, !isWanted);
  }, [isWanted, userId]);

  if (isDismissed || !(isWanted ?? !wasDone)) return null;
  return (
    <InvestorInterestForm
      userId={userId}
      onDone={onGone}
      onDismiss={() => {
        setIsDismissed(true);
        onGone();
      }}
    />
  );
}

const keyOf = (userId: string) => `investor-interest-done:${userId}`;

/** Storage may be closed to us: then there is no guess. */
function isRememberedAsDone(userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null;
  } catch {
    return false;
  }
}

function rememberWhetherDone(userId: string, isDone: boolean): void {
  try {
    if (isDone) localStorage.setItem(keyOf(userId), '1');
    else localStorage.removeItem(keyOf(userId));
  } catch {
    // Only the guess is lost.
  }
}
