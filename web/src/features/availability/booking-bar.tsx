import { useEffect } from 'react';
import { bookingCopy } from '#copy/booking.ts';
import { holds } from '#copy/money/holds.ts';
import { HoldClock } from '#features/payments/hold-clock.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { paths } from '#lib/paths.ts';
import { formatDateShort, formatTime } from '#rules/ist.ts';
import { formatInr } from '#rules/money.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Calendar } from './slot-picker.tsx';
import type { SlotSelection } from './use-slot-selection.ts';

const BookingSheet = lazyPart(() => import('./booking-sheet.tsx').then((module) => module.BookingSheet));

const OwnTimeBar = lazyPart(() => import('#features/payments/own-time.tsx').then((module) => module.OwnTimeBar), {
  fallback: <div className="h-11" />,
});

const { panel } = bookingCopy;

/** The sheet's code comes after the page is usable, before it is asked for. */
const PREPARE_MS = 1500;

/** The panel on phones: a bar at the lower edge that opens a sheet. It rests above the footer at the page's end. */
export function BookingBar({ selection }: { selection: SlotSelection }) {
  const { ownTime, isSheetOpen, isWide } = selection;
  useEffect(() => {
    if (isWide) return;
    const timer = setTimeout(() => {
      BookingSheet.prepare();
      Calendar.prepare();
    }, PREPARE_MS);
    return () => clearTimeout(timer);
  }, [isWide]);
  return (
    <>
      <div
        data-bottom-bar
        className={
          'sticky bottom-0 z-20 -mx-5 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-5 ' +
          'pb-[calc(0.75rem+env(safe-area-inset-bottom))] pt-3 md:hidden'
        }
      >
        {ownTime ? <OwnTimeBar time={ownTime} /> : <ChosenSlot selection={selection} />}
      </div>
      <BookingSheet selection={selection} isOpen={isSheetOpen} onClose={selection.closeSheet} />
    </>
  );
}

/** The price, what is chosen, and the way on. */
function ChosenSlot({ selection }: { selection: SlotSelection }) {
  const { mentor, slot, hold, nextDate, state } = selection;
  if (selection.isAway) {
    return (
      <>
        <p className="min-w-0 flex-1 text-balance text-sm font-semibold leading-5">
          {panel.away(mentor.name)}
          {mentor.takingBookingsFrom && (
            <span className="block font-normal text-muted">
              {panel.awayUntil(formatDateShort(mentor.takingBookingsFrom))}
            </span>
          )}
        </p>
        <ButtonLink variant="secondary" className="long-label" to={paths.mentors}>
          {panel.otherMentors}
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <p className="min-w-0 flex-1 leading-5">
        <span className="block nums">
          <span className="font-semibold">{formatInr(mentor.price)}</span>
          {mentor.sessionMinutes && (
            <span className="text-sm text-muted"> · {panel.length(mentor.sessionMinutes)}</span>
          )}
        </span>
        <span className="block truncate text-sm text-muted nums">
          {slot
            ? `${formatDateShort(slot.date)}, ${formatTime(slot.startTime)}`
            : nextDate
              ? panel.next(formatDateShort(nextDate))
              : state === 'loading'
                ? panel.loading
                : panel.noSlotsShort}
          {hold && <HoldClock endsAt={hold.endsAt} say={holds.heldFor} className="block text-accent-text" />}
        </span>
      </p>
      {slot ? (
        <Button className="long-label" onClick={selection.confirm}>
          {hold ? holds.continue : panel.confirm}
        </Button>
      ) : (
        <Button className="long-label" aria-haspopup="dialog" onClick={selection.reveal}>
          {panel.selectSlot}
        </Button>
      )}
    </>
  );
}
