import { Calendar, Clock, Globe } from 'lucide-react';
import { bookingCopy } from '#copy/sessions/bookings.ts';
import { dashboard } from '#copy/sessions/dashboard.ts';
import { useVisitorZone } from '#lib/visitor-zone.ts';
import { formatDateFull, formatTimeRange, slotStart } from '#rules/shell/ist.ts';
import type { Booking } from './bookings.data.ts';

/** Date and time of a session, in IST and saying so, and when that is for a founder whose own clock differs. */
export function BookingTime({ booking }: { booking: Pick<Booking, 'date' | 'start_time' | 'end_time'> }) {
  const zone = useVisitorZone();
  return (
    <dl
      className={
        'nums mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-muted [&>div]:flex ' +
        '[&>div]:items-center [&>div]:gap-1.5 [&_svg]:size-4'
      }
    >
      <div>
        <dt>
          <Calendar aria-hidden="true" />
          <span className="sr-only">{bookingCopy.success.date}</span>
        </dt>
        <dd>{formatDateFull(booking.date)}</dd>
      </div>
      <div>
        <dt>
          <Clock aria-hidden="true" />
          <span className="sr-only">{bookingCopy.success.time}</span>
        </dt>
        <dd>{dashboard.inIst(formatTimeRange(booking.start_time, booking.end_time))}</dd>
      </div>
      {zone && (
        <div>
          <dt>
            <Globe aria-hidden="true" />
            <span className="sr-only">{zone.name}</span>
          </dt>
          <dd>
            {dashboard.onYourClock(zone.timeOf(slotStart({ date: booking.date, startTime: booking.start_time })))}
          </dd>
        </div>
      )}
    </dl>
  );
}
