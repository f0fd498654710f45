import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { adminBookings } from '#copy/sessions/admin-bookings.ts';
import { isolate } from '#lib/isolate.tsx';
import { type SlotTime, slotKey, slotsToCome } from '#rules/mentors/slots.ts';
import { istToday } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { ReasonField } from '#ui/forms/reason-field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { type AdminBooking, freeSlotsQuery, timeWarningsQuery } from './bookings.data.ts';
import { countReason, REASON_MAX_LENGTH, type RescheduleForm } from './reschedule.ts';
import { TimePicks } from './time-picks.tsx';

const { reschedule: copy } = adminBookings;

/** The other time: the mentor's open ones, or any that is entered, and the reason that both sides read. */
export function NewTimeFields({ booking, now }: { booking: AdminBooking; now: Date }) {
  const form = useFormContext<RescheduleForm>();
  const { date, startTime, endTime, reason } = form.watch();
  const field = (name: keyof RescheduleForm) => form.register(name, { onChange: () => form.clearErrors() });
  return (
    <div className="grid gap-4">
      {booking.mentor_id && (
        <FreeTimes
          mentorId={booking.mentor_id}
          mentorName={booking.mentor_name}
          now={now}
          chosen={{ date, startTime, endTime }}
          onPick={(time) => {
            form.setValues({
              date: time.date,
              startTime: time.startTime.slice(0, 5),
              endTime: time.endTime.slice(0, 5),
            });
            form.clearErrors();
          }}
        />
      )}
      <div className="grid grid-cols-2 gap-4">
        <TextField
          type="date"
          label={copy.date}
          className="col-span-2"
          min={istToday(now)}
          required
          value={date}
          {...field('date')}
        />
        <TextField type="time" label={copy.start} required value={startTime} {...field('startTime')} />
        <TextField type="time" label={copy.end} required value={endTime} {...field('endTime')} />
      </div>
      {booking.mentor_id && (
        <TimeWarnings mentorId={booking.mentor_id} time={{ date, startTime, endTime }} bookingId={booking.id} />
      )}
      <ReasonField
        label={copy.reason}
        hint={copy.reasonHint}
        length={countReason(reason)}
        limit={REASON_MAX_LENGTH}
        countOf={copy.reasonCount}
        required
        rows={2}
        {...field('reason')}
      />
    </div>
  );
}

/** What an administrator should know of the time before moving a session there; nothing of it refuses the move. */
function TimeWarnings({ mentorId, time, bookingId }: { mentorId: string; time: SlotTime; bookingId: string }) {
  const { data = [] } = useQuery(timeWarningsQuery(mentorId, time, bookingId));
  if (data.length === 0) return null;
  return (
    <Alert tone="accent" icon={<TriangleAlert aria-hidden="true" />}>
      {data.map((code) => (
        <p key={code}>{copy.warnings[code] ?? code}</p>
      ))}
    </Alert>
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
      <legend className="mb-1.5 text-sm font-medium">{isolate(copy.picks(mentorName))}</legend>
      {slots.length === 0 ? (
        <p className="text-sm text-muted" role="status">
          {remark}
        </p>
      ) : (
        <TimePicks times={shown} isChosen={(slot) => slotKey(slot) === slotKey(chosen)} onPick={onPick} />
      )}
      {shown.length < slots.length && (
        <Button variant="quiet" size="sm" className="-ml-3 mt-1" onClick={() => setShowsAll(true)}>
          {copy.morePicks(slots.length - shown.length)}
        </Button>
      )}
    </fieldset>
  );
}
