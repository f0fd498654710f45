import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { bookingPanel } from '#copy/mentors/booking-panel.ts';
import { holds as copy } from '#copy/money/holds.ts';
import { ownTimes } from '#copy/money/own-times.ts';
import { isolate } from '#lib/isolate.tsx';
import { paths } from '#lib/paths.ts';
import { choiceQuery } from '#rules/mentors/mentor-path.ts';
import { formatDateShort, formatTime, istTimeOfDay } from '#rules/shell/ist.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { HoldClock, useSeconds } from './hold-clock.tsx';
import { type Hold, holdsQuery } from './holds.data.ts';
import { ownTimesQuery } from './own-times.data.ts';
import { useReleaseHold } from './use-release-hold.ts';

/**
 * What is held for the founder, at the lower edge of the window: it covers instead of moving what is there, and the page
 * gets as much room at its end. It goes with the holds.
 */
export function HoldsBar({ userId }: { userId: string }) {
  const { data = [] } = useQuery(holdsQuery(userId));
  const now = useSeconds();
  const held = data.filter(({ endsAt }) => endsAt > now);
  const times = useQuery({ ...ownTimesQuery(userId), enabled: held.length > 0 });
  // Until it is known whether its payment is under way, nothing invites to pay for a held slot.
  if (held.length === 0 || times.isPending) return null;
  const checked = new Set(times.data?.map(({ bookingId }) => bookingId));
  return <HeldSlots held={held} checked={checked} userId={userId} />;
}

type HeldSlotsProps = { held: Hold[]; checked: ReadonlySet<string>; userId: string };

function HeldSlots({ held, checked, userId }: HeldSlotsProps) {
  const bar = useRoomAtTheEnd();
  return (
    <aside
      ref={bar}
      aria-label={ownTimes.heldSlots}
      data-bottom-bar
      className={
        'fixed low:static inset-x-0 bottom-0 z-20 max-h-[50dvh] overflow-y-auto border-t border-line bg-surface px-5 ' +
        'pb-[env(safe-area-inset-bottom)] md:inset-x-auto md:bottom-5 md:left-5 md:w-104 md:rounded-card md:border ' +
        'md:shadow-float print:hidden'
      }
    >
      <ul className="divide-y divide-line">
        {held.map((hold) => (
          <HeldSlot key={hold.bookingId} hold={hold} isChecked={checked.has(hold.bookingId)} userId={userId} />
        ))}
      </ul>
    </aside>
  );
}

/** `isChecked`: its payment is under way, so nothing invites to pay again or to give the slot back. */
function HeldSlot({ hold, userId, isChecked }: { hold: Hold; userId: string; isChecked: boolean }) {
  const { isReleasing, release } = useReleaseHold(userId);
  const giveBack = async () => {
    // The button goes with its slot.
    if (await release(hold.bookingId)) document.getElementById('main')?.focus({ preventScroll: true });
  };
  const time = `${formatDateShort(hold.date)}, ${formatTime(hold.startTime)} ${bookingPanel.ist}`;
  return (
    <li className="py-3">
      <p className="text-balance break-words text-sm font-semibold nums">
        {isolate(ownTimes.holding(time, hold.mentorName))}
      </p>
      {isChecked ? (
        <p className="text-sm text-muted">{ownTimes.checking}</p>
      ) : (
        <p className="text-sm font-medium text-accent-text nums">
          <HoldClock endsAt={hold.endsAt} say={copy.heldFor} />
          <span className="sr-only">{copy.until(formatTime(istTimeOfDay(hold.until)))}</span>
        </p>
      )}
      <div className="mt-2 flex gap-2 max-md:*:flex-1">
        {isChecked ? (
          <ButtonLink size="sm" variant="secondary" to={paths.bookingProcessing(hold.bookingId)}>
            {ownTimes.toPayment}
          </ButtonLink>
        ) : (
          <>
            <ButtonLink
              size="sm"
              aria-label={copy.tooMany.continueWith(hold.mentorName)}
              to={`${hold.profile}?${choiceQuery(hold)}`}
            >
              {copy.continue}
            </ButtonLink>
            <Button
              size="sm"
              variant="secondary"
              aria-label={copy.tooMany.giveBackOf(hold.mentorName)}
              isBusy={isReleasing}
              onClick={() => void giveBack()}
            >
              {copy.giveBack}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

/** Keeps the bar's height free below the footer and below what the keyboard scrolls to, and moves the chat button up. */
function useRoomAtTheEnd() {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const { body, documentElement: root } = document;
    const observer = new ResizeObserver(() => {
      const height = `${bar.current?.offsetHeight ?? 0}px`;
      root.style.setProperty('--bottom-bar', height);
      root.style.scrollPaddingBottom = height;
      body.style.paddingBottom = height;
    });
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--bottom-bar');
      root.style.scrollPaddingBottom = '';
      body.style.paddingBottom = '';
    };
  }, []);
  return bar;
}
