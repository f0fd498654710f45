import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { investorInterest as copy } from '#copy/investor-interest.ts';
import { Card } from '#ui/card.tsx';
import { investorInterestQuery } from './investor-interest.data.ts';
import { InvestorInterestForm } from './investor-interest-form.tsx';

/**
 * The invitation to founders whose profile is not complete (specification, section 4). Dismissing hides it until the
 * dashboard is opened again: nothing is stored.
 *
 * @param onGone called when it disappears under the founder's hands, so that focus can go on
 */
export function InvestorInterest({ userId, onGone }: { userId: string; onGone: () => void }) {
  const { data: isWanted, isPending } = useQuery(investorInterestQuery(userId));
  const [isDismissed, setIsDismissed] = useState(false);
  const [wasDone] = useState(() => isRememberedAsDone(userId));

  useEffect(() => {
    if (isWanted !== undefined) rememberWhetherDone(userId, !isWanted);
  }, [isWanted, userId]);

  // Whoever filled the form in here before will see none: reserving its room would only make the page jump.
  if (isPending) return wasDone ? null : <FormSkeleton />;
  if (!isWanted || isDismissed) return null;
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

function FormSkeleton() {
  return (
    <Card className="h-171 p-5 sm:h-119 sm:p-6" role="status">
      <span className="sr-only">{copy.loading}</span>
      <div aria-hidden="true" className="space-y-4">
        <div className="skeleton h-6 w-64 max-w-full" />
        <div className="skeleton h-4 w-4/5" />
        <div className="grid gap-4 pt-2 sm:grid-cols-2">
          <div className="skeleton h-11" />
          <div className="skeleton h-11" />
        </div>
        <div className="skeleton h-28" />
      </div>
    </Card>
  );
}

const keyOf = (userId: string) => `investor-interest-done:${userId}`;

/** A guess from the last visit, for the first paint alone. Storage may be closed to us: then there is no guess. */
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
