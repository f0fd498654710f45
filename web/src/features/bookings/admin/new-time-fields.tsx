import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { adminBookings } from '#copy/admin/bookings.ts';
import { isIstDate, isIstTime, istToday } from '#rules/ist.ts';
import { type SlotTime, slotKey, slotsToCome } from '#rules/slots.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { ReasonField } from '#ui/forms/reason-field.tsx';
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
          {...field('date')}
        />
        <TextField type="time" label={copy.start} required {...field('startTime')} />
        <TextField type="time" label={copy.end} required {...field('endTime')} />
      </div>
      {booking.mentor_id && isTime({ date, startTime, endTime }) && (
        <Warnings mentorId={booking.mentor_id} bookingId={booking.id} time={{ date, startTime, endTime }} />
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

function isTime({ date, startTime, endTime }: SlotTime): boolean {
  return isIstDate(date) && isIstTime(startTime) && isIstTime(endTime) && startTime < endTime;
}

/** What speaks against the time, though the administrator may choose it (mentor side, section 3). */
function Warnings(props: { mentorId: string; bookingId: string; time: SlotTime }) {
  const { data } = useQuery(timeWarningsQuery(props.mentorId, props.bookingId, props.time));
  return (
    <div aria-live="polite">
      {data && data.length > 0 && (
        <ul className="grid gap-1 rounded-control border border-accent-line bg-accent-soft px-4 py-3 text-sm">
          {data.map((warning) => (
            <li key={warning} className="flex gap-2">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent-text" />
              {copy.warnings[warning]}
            </li>
          ))}
        </ul>
      )}
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
