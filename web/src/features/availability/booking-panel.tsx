import { ShieldCheck } from 'lucide-react';
import { bookingCopy } from '#copy/booking.ts';
import { holds } from '#copy/money/holds.ts';
import { HoldClock } from '#features/payments/hold-clock.tsx';
import { paths } from '#lib/paths.ts';
import { formatTime, istTimeOfDay } from '#rules/ist.ts';
import { formatInr } from '#rules/money.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SlotPicker } from './slot-picker.tsx';
import type { SlotSelection } from './use-slot-selection.ts';

// biome-ignore lint/performance/noBarrelFile: imported on its own, it would be one more file for the profile to load
export { SlotChoice } from './slot-picker.tsx';

const { panel } = bookingCopy;

/** The sticky panel beside a profile on wide screens (spec section 2). */
export function BookingPanel({ selection }: { selection: SlotSelection }) {
  return (
    <aside
      ref={selection.panel}
      tabIndex={-1}
      aria-labelledby="booking-title"
      className={
        'sticky top-20 flex max-h-[calc(100dvh-11.75rem)] min-h-80 scroll-mt-20 flex-col rounded-card ' +
        'border border-line bg-surface outline-none max-md:hidden'
      }
    >
      <div className="flex items-baseline justify-between gap-3 border-b border-line px-5 py-3">
        <h2 id="booking-title" className="text-lg">
          {panel.title}
        </h2>
        <p className="whitespace-nowrap text-sm text-muted">
          <span className="text-lg font-semibold text-ink nums">{formatInr(selection.mentor.price)}</span>{' '}
          {panel.perSession}
          {selection.mentor.sessionMinutes && ` · ${panel.length(selection.mentor.sessionMinutes)}`}
        </p>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3 lg:px-5">
        <SlotPicker selection={selection} />
      </div>
      <div className="border-t border-line p-4">
        <ConfirmButton selection={selection} />
      </div>
    </aside>
  );
}

/** The panel to come, as tall as it will be. */
export function BookingPanelSkeleton() {
  return (
    <div
      aria-hidden="true"
      className="skeleton h-[36rem] max-h-[calc(100dvh-11.75rem)] min-h-80 rounded-card! max-md:hidden"
    />
  );
}

/** 'Select a Time Slot' until a slot is picked, then 'Confirm Booking'; a held slot is continued or given back; the way
 * to others where the mentor takes no bookings. */
export function ConfirmButton({ selection }: { selection: SlotSelection }) {
  const { slot, hold } = selection;
  if (selection.isAway) {
    return (
      <ButtonLink size="lg" variant="secondary" className="w-full" to={paths.mentors}>
        {panel.otherMentors}
      </ButtonLink>
    );
  }
  if (hold) {
    return (
      <div className="flex w-full flex-wrap items-center gap-2">
        <p className="flex w-full items-center gap-2 text-sm font-medium nums">
          <ShieldCheck className="size-4 shrink-0 text-success" aria-hidden="true" />
          <span className="sr-only">{holds.until(formatTime(istTimeOfDay(hold.until)))}</span>
          <HoldClock endsAt={hold.endsAt} say={holds.heldFor} />
        </p>
        <Button size="lg" className="flex-1" disabled={selection.isGivingBack} onClick={selection.confirm}>
          {holds.continue}
        </Button>
        <Button
          size="lg"
          variant="secondary"
          className="max-[22rem]:flex-1"
          isBusy={selection.isGivingBack}
          onClick={selection.giveBack}
        >
          {holds.giveBack}
        </Button>
      </div>
    );
  }
  return (
    <Button size="lg" className="w-full" disabled={!slot} onClick={selection.confirm}>
      {slot ? panel.confirm : panel.selectSlot}
    </Button>
  );
}
