import { type ReactNode, useState } from 'react';
import { adminBookings } from '#copy/admin/bookings.ts';
import { istToday } from '#rules/ist.ts';
import type { SlotTime } from '#rules/slots.ts';
import { TextAreaField, TextField } from '#ui/forms/field.tsx';
import { countReason, REASON_MAX_LENGTH, type RescheduleForm } from './reschedule.ts';

const { reschedule: copy } = adminBookings;

/** The other time: the mentor's open ones, or any that is entered, and the reason that both sides read. */
export function NewTime({
  form,
  freeTimes,
  onChange,
}: {
  form: RescheduleForm;
  freeTimes: (chosen: SlotTime, onPick: (time: SlotTime) => void) => ReactNode;
  onChange: (part: Partial<RescheduleForm>) => void;
}) {
  const [today] = useState(() => istToday(new Date()));
  const count = countReason(form.reason);
  return (
    <div className="grid gap-4">
      {freeTimes(form, ({ date, startTime, endTime }) =>
        onChange({ date, startTime: startTime.slice(0, 5), endTime: endTime.slice(0, 5) }),
      )}
      <div className="grid grid-cols-2 gap-4">
        <TextField
          type="date"
          label={copy.date}
          className="col-span-2"
          min={today}
          required
          value={form.date}
          onChange={({ target }) => onChange({ date: target.value })}
        />
        <TextField
          type="time"
          label={copy.start}
          required
          value={form.startTime}
          onChange={({ target }) => onChange({ startTime: target.value })}
        />
        <TextField
          type="time"
          label={copy.end}
          required
          value={form.endTime}
          onChange={({ target }) => onChange({ endTime: target.value })}
        />
      </div>
      <TextAreaField
        label={copy.reason}
        hint={copy.reasonHint}
        counter={{ text: copy.reasonCount(count, REASON_MAX_LENGTH), isOver: count > REASON_MAX_LENGTH }}
        required
        rows={2}
        value={form.reason}
        onChange={({ target }) => onChange({ reason: target.value })}
      />
    </div>
  );
}
