import { Clock } from 'lucide-react';
import { bookingPanel as panel } from '#copy/mentors/booking-panel.ts';
import { cn } from '#lib/class-names.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { useVisitorZone } from '#lib/visitor-zone.ts';
import { groupSlots, type Slot, slotKey, timeValue } from '#rules/mentors/slots.ts';
import { formatDateFull, formatTime, formatTimeRange, slotStart } from '#rules/shell/ist.ts';
import type { SlotSelection } from './use-slot-selection.ts';

const HeldMark = lazyPart(() => import('./held-slot.tsx').then((module) => module.HeldMark), { isOptional: true });

/** What choosing among slots takes, whatever they are chosen for. */
export type SlotChoiceState = Pick<
  SlotSelection,
  'today' | 'slots' | 'date' | 'slot' | 'holds' | 'ownTime' | 'ownLabel' | 'choiceState' | 'pickDate' | 'pickSlot'
>;

/** Says that times are Indian, or what a slot is on the visitor's clock: one line, as it changes after the paint. */
export function ZoneNote({ slot }: { slot: Slot | null }) {
  const zone = useVisitorZone();
  return (
    <p className="mt-3 flex gap-2 text-sm text-muted">
      <Clock className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>
        {zone === null
          ? panel.allTimesIst
          : slot
            ? panel.yourTime(formatTime(slot.startTime), zone.timeOf(slotStart(slot)))
            : panel.yourZone(zone.name)}
      </span>
    </p>
  );
}

/** The slots of the chosen day by part of day, as one group of radio buttons. */
export function TimeSlots({ selection }: { selection: SlotChoiceState }) {
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
                key={slotKey(one)}
                slot={one}
                endsAt={selection.holds.get(slotKey(one))?.endsAt}
                ownLabel={selection.ownLabel(one)}
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

interface SlotOptionProps {
  slot: Slot;
  /** When this person's own hold of it ends. */
  endsAt: Date | undefined;
  /** The person's own words for it, where it is booked or being paid by them. */
  ownLabel: string | null;
  isChosen: boolean;
  onPick: () => void;
}

/** Before scripts the browser keeps which one is checked, so the look of the chosen one comes from that. */
function SlotOption({ slot, endsAt, ownLabel, isChosen, onPick }: SlotOptionProps) {
  const reason = ownLabel ?? (slot.isBooked ? panel.booked : slot.isHeld ? panel.held : null);
  return (
    <label
      className={cn(
        'relative flex min-h-11 flex-col items-center justify-center rounded-control border border-line-strong px-1 ' +
          'py-1.5 text-center text-sm nums transition-colors duration-150 has-focus-visible:outline-2 ' +
          'has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
        reason
          ? 'cursor-not-allowed border-dashed bg-sunken text-muted'
          : 'cursor-pointer not-has-checked:hover:border-accent-text not-has-checked:hover:bg-accent-soft ' +
              'has-checked:border-accent has-checked:bg-accent has-checked:font-semibold has-checked:text-on-accent',
      )}
    >
      <input
        type="radio"
        name="slot"
        value={timeValue(slot)}
        checked={isChosen}
        disabled={reason !== null}
        required
        onChange={onPick}
        className="absolute inset-0 cursor-[inherit] opacity-0"
      />
      <span translate="no" className={cn('whitespace-nowrap', slot.isBooked && !ownLabel && 'line-through')}>
        {formatTimeRange(slot.startTime, slot.endTime)}
      </span>
      {reason && <span className="text-xs leading-4">{reason}</span>}
      {endsAt && !reason && <HeldMark endsAt={endsAt} />}
    </label>
  );
}
