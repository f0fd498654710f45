import { ShieldCheck } from 'lucide-react';
import { holds } from '#copy/money/holds.ts';
import { HoldClock } from '#features/money/payments/hold-clock.tsx';
import type { Hold } from '#features/money/payments/holds.data.ts';
import type { SlotTime } from '#rules/mentors/slots.ts';
import { formatDateShort, formatTime, istTimeOfDay } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import type { SlotSelection } from './use-slot-selection.ts';

/** What is left of the hold, on its slot. */
export function HeldMark({ endsAt }: { endsAt: Date }) {
  return (
    <span className="text-xs leading-4">
      <span className="sr-only">{holds.heldForYou}</span>
      <HoldClock endsAt={endsAt} say={holds.heldFor} />
    </span>
  );
}

type HeldProps = { selection: SlotSelection; hold: Hold };

/** The chosen slot is held for this person: they continue, or give it back. */
export function HeldButtons({ selection, hold }: HeldProps) {
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      <p className="flex w-full items-center gap-2 text-sm font-medium nums">
        <ShieldCheck className="size-4 shrink-0 text-success" aria-hidden="true" />
        <span className="sr-only">{holds.until(formatTime(istTimeOfDay(hold.until)))}</span>
        <HoldClock endsAt={hold.endsAt} say={holds.heldFor} />
      </p>
      <Button type="submit" size="lg" className="flex-1" disabled={selection.isGivingBack}>
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

/** The same in the bar of phones, beside the price. */
export function HeldInBar({ price, slot, hold }: { price: React.ReactNode; slot: SlotTime; hold: Hold }) {
  return (
    <p className="min-w-0 flex-1 leading-5">
      {price}
      <span className="block truncate text-sm text-muted nums">
        {`${formatDateShort(slot.date)}, ${formatTime(slot.startTime)}`}
        <HoldClock endsAt={hold.endsAt} say={holds.heldFor} className="block text-accent-text" />
      </span>
    </p>
  );
}

/** On the button beside it. */
export function HeldWord() {
  return <span className="contents">{holds.continue}</span>;
}
