import { bookingCopy } from '#copy/booking.ts';
import { holds } from '#copy/money/holds.ts';
import { HoldClock } from '#features/payments/hold-clock.tsx';
import type { Hold } from '#features/payments/holds.data.ts';
import { cn } from '#lib/class-names.ts';
import { groupSlots } from '#rules/booking.ts';
import { formatDateFull, formatTimeRange } from '#rules/ist.ts';
import { isFree, type Slot, slotKey } from '#rules/slots.ts';
import type { SlotSelection } from './use-slot-selection.ts';

const { panel } = bookingCopy;

/** The slots of the chosen day by part of day, as one group of radio buttons. */
export function TimeSlots({ selection }: { selection: SlotSelection }) {
  const { date, slots, slot } = selection;
  const groups = groupSlots(slots.filter((one) => one.date === date));
  return (
    <fieldset className="mt-3 min-w-0">
      <legend className="font-semibold">{date ? formatDateFull(date) : panel.pickSlot}</legend>
      {groups.length === 0 && <p className="mt-2 text-sm text-muted">{panel.noSlotsOnDate}</p>}
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: the fieldset is the group of radios; this names a part of it
        <div key={group.part} role="group" aria-label={panel.partOfDay[group.part]} className="mt-2">
          <p aria-hidden="true" className="mb-1 text-xs font-medium text-muted">
            {panel.partOfDay[group.part]}
          </p>
          <div className="grid grid-cols-2 gap-2">
            {group.slots.map((one) => (
              <SlotOption
                key={one.id}
                slot={one}
                hold={selection.holds.get(slotKey(one))}
                isChosen={slot !== null && slotKey(slot) === slotKey(one)}
                onPick={() => selection.pickSlot(one)}
              />
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}

type SlotOptionProps = { slot: Slot; hold: Hold | undefined; isChosen: boolean; onPick: () => void };

function SlotOption({ slot, hold, isChosen, onPick }: SlotOptionProps) {
  const reason = slot.isBooked ? panel.booked : slot.isHeld ? panel.held : null;
  return (
    <label
      className={cn(
        'relative flex min-h-11 flex-col items-center justify-center rounded-control border px-1 ' +
          'py-1.5 text-center text-sm nums transition-colors duration-150 has-focus-visible:outline-2 ' +
          'has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
        isChosen && 'border-accent bg-accent font-semibold text-on-accent',
        !isChosen && isFree(slot) && 'cursor-pointer border-line-strong hover:border-accent-text hover:bg-accent-soft',
        reason && 'cursor-not-allowed border-dashed border-line-strong bg-sunken text-muted',
      )}
    >
      <input
        type="radio"
        name="slot"
        value={slotKey(slot)}
        checked={isChosen}
        disabled={reason !== null}
        onChange={onPick}
        className="absolute inset-0 cursor-[inherit] opacity-0"
      />
      <span className={cn('whitespace-nowrap', slot.isBooked && 'line-through')}>
        {formatTimeRange(slot.startTime, slot.endTime)}
      </span>
      {reason && <span className="text-xs leading-4">{reason}</span>}
      {hold && (
        <span className={cn('text-xs leading-4', !isChosen && 'text-accent-text')}>
          <span className="sr-only">{holds.heldForYou}</span>
          <HoldClock endsAt={hold.endsAt} say={holds.heldFor} />
        </span>
      )}
    </label>
  );
}
