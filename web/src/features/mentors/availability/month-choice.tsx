import { bookingPanel as panel } from '#copy/mentors/booking-panel.ts';
import { functionErrors } from '#copy/shell/functions.ts';
import { OwnTimeNote } from '#features/money/payments/own-time.tsx';
import { datesWithSlots, isFree } from '#rules/mentors/slots.ts';
import { formatDateFull, type IstDate } from '#rules/shell/ist.ts';
import { Calendar } from '#ui/forms/calendar.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { type SlotChoiceState, TimeSlots, ZoneNote } from './slot-choice.tsx';

/** The months in which slots can be had. Its code comes with "More days". */
export function MonthChoice({ selection }: { selection: SlotChoiceState }) {
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
  );
}

/** Why the wanted slot is not chosen. */
export function ChoiceNote({ selection }: { selection: SlotChoiceState }) {
  if (!selection.ownTime && selection.choiceState !== 'gone') return null;
  return (
    <div className="mb-3">
      {selection.ownTime ? (
        <OwnTimeNote time={selection.ownTime} />
      ) : (
        <Alert tone="danger">{functionErrors.slotTaken}</Alert>
      )}
    </div>
  );
}

/** The months and the slots of the chosen day, for dialogs. */
export function SlotChoice({ selection }: { selection: SlotChoiceState }) {
  return (
    <>
      <ChoiceNote selection={selection} />
      <MonthChoice selection={selection} />
      <TimeSlots selection={selection} />
      <ZoneNote slot={selection.slot} />
    </>
  );
}
