import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { investorInterest as copy } from '#copy/people/investor-interest.ts';
import { readDraft } from '#lib/drafts.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { browserStorage } from '#lib/storage.ts';
import { Card } from '#ui/card.tsx';
import { INVESTOR_INTEREST_DRAFT, investorInterestQuery } from './investor-interest.data.ts';

const InvestorInterestForm = lazyPart(
  () => import('./investor-interest-form.tsx').then((module) => module.InvestorInterestForm),
  { fallback: <div className="skeleton mx-5 mb-5 mt-2 h-120 sm:mx-6 sm:mb-6" aria-hidden="true" /> },
);

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
    <Folded userId={userId}>
      <InvestorInterestForm
        userId={userId}
        onDone={onGone}
        onDismiss={() => {
          setIsDismissed(true);
          onGone();
        }}
      />
    </Folded>
  );
}

/** The form behind one line that opens; one that was begun in this tab is open. */
function Folded({ userId, children }: { userId: string; children: ReactNode }) {
  const [isBegun] = useState(() => Object.values(readDraft(INVESTOR_INTEREST_DRAFT, userId)).some(Boolean));
  const [wasOpened, setWasOpened] = useState(isBegun);
  return (
    <Card>
      <details className="group" open={isBegun} onToggle={() => setWasOpened(true)}>
        <summary
          className={
            'flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-card px-5 py-2 font-semibold ' +
            'hover:bg-sunken focus-visible:-outline-offset-2 sm:px-6 [&::-webkit-details-marker]:hidden'
          }
        >
          <span className="min-w-0 flex-1">{copy.line}</span>
          <ChevronDown
            className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
            aria-hidden="true"
          />
        </summary>
        {wasOpened && children}
      </details>
    </Card>
  );
}
