import { dashboard } from '#copy/sessions/dashboard.ts';
import { formatDateFull, formatTimeRange } from '#rules/shell/ist.ts';
import type { Booking } from './bookings.data.ts';

const { cancel: copy } = dashboard;

/** What a dialog needs to know of its session. */
export type NamedSession = Pick<Booking, 'id' | 'mentor_name' | 'date' | 'start_time' | 'end_time'>;

/** Which session a dialog is about. */
export function BookingFacts({ booking }: { booking: NamedSession }) {
  return (
    <dl
      className={
        'nums grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-control bg-sunken px-4 py-3 @max-tight:grid-cols-1 ' +
        '[&>dd]:min-w-0 [&>dd]:break-words [&>dd]:font-medium [&>dt]:text-muted'
      }
    >
      <dt>{copy.mentor}</dt>
      <dd>{booking.mentor_name}</dd>
      <dt>{copy.date}</dt>
      <dd>{formatDateFull(booking.date)}</dd>
      <dt>{copy.time}</dt>
      <dd>{dashboard.inIst(formatTimeRange(booking.start_time, booking.end_time))}</dd>
    </dl>
  );
}
