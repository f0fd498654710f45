import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminBookings } from '#copy/admin/bookings.ts';
import { cn } from '#lib/class-names.ts';
import { formatDateShort, formatTimeRange, istToday } from '#rules/ist.ts';
import { type SlotTime, slotKey, slotsToCome } from '#rules/slots.ts';
import { Button } from '#ui/button.tsx';
import { TextAreaField, TextField } from '#ui/forms/field.tsx';
import { type AdminBooking, freeSlotsQuery } from './bookings.data.ts';
import { countReason, REASON_MAX_LENGTH, type RescheduleForm } from './reschedule.ts';

const { reschedule: copy } = adminBookings;

export const EMPTY_TIME: RescheduleForm = { date: '', startTime: '', endTime: '', reason: '' };

/** The other time: the mentor's open ones, or any that is entered, and the reason that both sides read. */
export function NewTimeFields({
  booking,
  form,
  now,
  onChange,
}: {
  booking: AdminBooking;
  form: RescheduleForm;
  now: Date;
  onChange: (part: Partial<RescheduleForm>) => void;
}) {
  const count = countReason(form.reason);
  return (
    <div className="grid gap-4">
      {booking.mentor_id && (
        <FreeTimes
          mentorId={booking.mentor_id}
          mentorName={booking.mentor_name}
          now={now}
          chosen={form}
          onPick={({ date, startTime, endTime }) =>
            onChange({ date, startTime: startTime.slice(0, 5), endTime: endTime.slice(0, 5) })
          }
        />
      )}
      <div className="grid grid-cols-2 gap-4">
        <TextField
          type="date"
          label={copy.date}
          className="col-span-2"
          min={istToday(now)}
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

const SHOWN_AT_FIRST = 4;

/** The mentor's open times, each one press away. */
function FreeTimes({
  mentorId,
  mentorName,
  now,
  chosen,
  onPick,
}: {
  mentorId: string;
  mentorName: string;
  now: Date;
  chosen: SlotTime;
  onPick: (time: SlotTime) => void;
}) {
  const { data, isError } = useQuery(freeSlotsQuery(mentorId));
  const [showsAll, setShowsAll] = useState(false);
  const slots = slotsToCome(data ?? [], now);
  const shown = showsAll ? slots : slots.slice(0, SHOWN_AT_FIRST);
  const remark = isError && !data ? copy.picksFailed : !data ? copy.picksLoading : copy.noPicks;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{copy.picks(mentorName)}</legend>
      {slots.length === 0 ? (
        <p className="text-sm text-muted" role="status">
          {remark}
        </p>
      ) : (
        <div className="grid grid-cols-2 gap-2">
          {shown.map((slot) => {
            const isChosen = slotKey(slot) === slotKey(chosen);
            return (
              <button
                key={slot.id}
                type="button"
                aria-pressed={isChosen}
                onClick={() => onPick({ date: slot.date, startTime: slot.startTime, endTime: slot.endTime })}
                className={cn(
                  'nums min-h-11 rounded-control border px-3 py-1.5 text-left text-sm transition-colors',
                  isChosen ? 'border-accent bg-accent-soft text-accent-text' : 'border-line-strong hover:bg-sunken',
                )}
              >
                <span className="block font-semibold">{formatDateShort(slot.date)}</span>{' '}
                <span className={cn('block text-xs', !isChosen && 'text-muted')}>
                  {formatTimeRange(slot.startTime, slot.endTime)}
                </span>
              </button>
            );
          })}
        </div>
      )}
      {shown.length < slots.length && (
        <Button variant="quiet" size="sm" className="-ml-3 mt-1" onClick={() => setShowsAll(true)}>
          {copy.morePicks(slots.length - shown.length)}
        </Button>
      )}
    </fieldset>
  );
}
