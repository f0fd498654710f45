import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { browserStorage } from '#lib/storage.ts';
import { investorInterestQuery } from './investor-interest.data.ts';
import { InvestorInterestForm } from './investor-interest-form.tsx';

const keyOf = (userId: string) => `investor-interest-done:${userId}`;

/**
 * The invitation to founders whose profile is not complete (docs/product/content.md#investor-interest). Dismissing
 * hides it until the dashboard opens again: nothing is stored. Until the profile has been read the last visit decides,
 * because a late form would move the sessions below it. `onGone` is called when it leaves while in use, so that focus
 * can move on.
 */
export function InvestorInterest({ userId, onGone }: { userId: string; onGone: () => void }) {
  const { data: isWanted } = useQuery(investorInterestQuery(userId));
  const [isDismissed, setIsDismissed] = useState(false);
  const [wasDone] = useState(() => Boolean(browserStorage.read(keyOf(userId))));

  useEffect(() => {
    if (isWanted === undefined) return;
    if (isWanted) browserStorage.remove(keyOf(userId));
    else browserStorage.write(keyOf(userId), '1');
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
