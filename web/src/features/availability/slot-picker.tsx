import { CalendarX2, Clock } from 'lucide-react';
import { bookingCopy } from '#copy/booking.ts';
import { functionErrors } from '#copy/functions.ts';
import { holds } from '#copy/money/holds.ts';
import { site } from '#copy/site.ts';
import { HoldClock } from '#features/payments/hold-clock.tsx';
import type { Hold } from '#features/payments/holds.data.ts';
import { cn } from '#lib/class-names.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { useVisitorZone } from '#lib/visitor-zone.ts';
import { groupSlots } from '#rules/booking.ts';
import { formatDateFull, formatTime, formatTimeRange, type IstDate, slotStart } from '#rules/ist.ts';
import { datesWithSlots, isFree, type Slot, slotKey } from '#rules/slots.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import type { SlotSelection } from './use-slot-selection.ts';

export const Calendar = lazyPart(() => import('#ui/forms/calendar.tsx').then((module) => module.Calendar), {
  fallback: <CalendarSkeleton />,
});

const OwnTimeNote = lazyPart(() => import('#features/payments/own-time.tsx').then((module) => module.OwnTimeNote), {
  fallback: <div className="h-17.5" />,
});

const { panel } = bookingCopy;

/** Calendar and slots, with their loading, failed and empty states. */
export function SlotPicker({ selection }: { selection: SlotSelection }) {
  const { mentor, slots, state } = selection;
  if (state === 'loading') return <PickerSkeleton />;
  if (mentor.price <= 0) return <NothingOpen title={functionErrors.mentorHasNoPrice} />;
  if (selection.isAway) {
    const from = mentor.takingBookingsFrom;
    return (
      <NothingOpen title={panel.away(mentor.name)} {...(from && { hint: panel.awayUntil(formatDateFull(from)) })} />
    );
  }
  if (slots.length === 0) {
    return (
      <NothingOpen title={panel.noSlots} hint={panel.noSlotsHint(mentor.name)}>
        {state === 'failed' && (
          <Button variant="secondary" size="sm" onClick={selection.refresh}>
            {site.tryAgain}
          </Button>
        )}
      </NothingOpen>
    );
  }

  return <SlotChoice selection={selection} />;
}

/** What choosing among slots takes, whatever they are chosen for. */
export type SlotChoiceState = Pick<
  SlotSelection,
  'today' | 'slots' | 'date' | 'slot' | 'holds' | 'ownTime' | 'ownLabel' | 'isChoiceLost' | 'pickDate' | 'pickSlot'
>;

/** The calendar and the slots of the chosen day. */
export function SlotChoice({ selection }: { selection: SlotChoiceState }) {
  const { slots, date } = selection;
  const [heldFirst] = selection.holds.keys();
  const open = datesWithSlots(slots);
  const free = new Set(slots.filter(isFree).map((slot) => slot.date));
  const full = new Set([...open].filter((day) => !free.has(day)));
  const describeDay = (day: IstDate) => {
    if (!open.has(day)) return formatDateFull(day);
    return `${formatDateFull(day)}, ${full.has(day) ? panel.dayFull : panel.dayOpen}`;
  };
  return (
    <>
      {(selection.ownTime || selection.isChoiceLost) && (
        <div className="mb-3">
          {selection.ownTime ? (
            <OwnTimeNote time={selection.ownTime} />
          ) : (
            <Alert tone="danger">{functionErrors.slotTaken}</Alert>
          )}
        </div>
      )}
      <Calendar
        // A hold that is found after the calendar was drawn may be in another month.
        key={heldFirst}
        label={panel.pickDate}
        today={selection.today}
        selected={date}
        open={open}
        full={full}
        describeDay={describeDay}
        previousLabel={panel.previousMonth}
        nextLabel={panel.nextMonth}
        onSelect={selection.pickDate}
      />
      <TimeSlots selection={selection} />
      <ZoneNote slot={selection.slot} />
    </>
  );
}

function NothingOpen({ title, hint, children }: { title: string; hint?: string; children?: React.ReactNode }) {
  return (
    <div className="flex min-h-72 flex-col items-center justify-center gap-2 text-center">
      <CalendarX2 className="mb-2 size-8 text-accent-text" strokeWidth={1.5} aria-hidden="true" />
      <p className="font-semibold">{title}</p>
      {hint && <p className="text-balance text-sm text-muted">{hint}</p>}
      {children && <div className="mt-3">{children}</div>}
    </div>
  );
}

/** As tall as the calendar, so that nothing moves when it comes. */
function CalendarSkeleton() {
  return <div className="skeleton h-74 rounded-card! pointer-coarse:h-88" aria-hidden="true" />;
}

function PickerSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{panel.loading}</span>
      <CalendarSkeleton />
      <div className="mt-16 grid grid-cols-2 gap-2" aria-hidden="true">
        {['a', 'b', 'c', 'd'].map((key) => (
          <div key={key} className="skeleton h-11 rounded-control!" />
        ))}
      </div>
    </div>
  );
}

/** Says that times are Indian, or what a slot is on the visitor's clock: one line, as it changes after the paint. */
function ZoneNote({ slot }: { slot: Slot | null }) {
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
function TimeSlots({ selection }: { selection: SlotChoiceState }) {
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
  hold: Hold | undefined;
  /** The person's own words for it, where it is booked or being paid by them. */
  ownLabel: string | null;
  isChosen: boolean;
  onPick: () => void;
}

function SlotOption({ slot, hold, ownLabel, isChosen, onPick }: SlotOptionProps) {
  const reason = ownLabel ?? (slot.isBooked ? panel.booked : slot.isHeld ? panel.held : null);
  return (
    <label
      className={cn(
        'relative flex min-h-11 flex-col items-center justify-center rounded-control border px-1 ' +
          'py-1.5 text-center text-sm nums transition-colors duration-150 has-focus-visible:outline-2 ' +
          'has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
        isChosen && 'border-accent bg-accent font-semibold text-on-accent',
        !isChosen && !reason && 'cursor-pointer border-line-strong hover:border-accent-text hover:bg-accent-soft',
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
      <span className={cn('whitespace-nowrap', slot.isBooked && !ownLabel && 'line-through')}>
        {formatTimeRange(slot.startTime, slot.endTime)}
      </span>
      {reason && <span className="text-xs leading-4">{reason}</span>}
      {hold && !reason && (
        <span className={cn('text-xs leading-4', !isChosen && 'text-accent-text')}>
          <span className="sr-only">{holds.heldForYou}</span>
          <HoldClock endsAt={hold.endsAt} say={holds.heldFor} />
        </span>
      )}
    </label>
  );
}
