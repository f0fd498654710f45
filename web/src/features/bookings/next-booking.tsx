import { dashboard } from '#copy/dashboard.ts';
import { formatDateShort } from '#rules/ist.ts';
import { isUnderWay } from '#rules/meeting.ts';
import { BookingTime } from './booking-time.tsx';
import type { Booking } from './bookings.data.ts';
import { MeetingActions } from './meeting-actions.tsx';

/** The session that comes next or is under way, as a ticket. */
export function NextBooking({ booking, now }: { booking: Booking; now: Date }) {
  const [weekday, day, month] = formatDateShort(booking.date).split(' ');
  return (
    <section
      aria-label={dashboard.nextSession}
      className="flex overflow-hidden rounded-card border border-accent-line bg-surface"
    >
      <div
        aria-hidden="true"
        className="nums flex w-16 shrink-0 flex-col items-center justify-center border-r border-dashed border-accent-line bg-accent-soft py-5 text-accent-text sm:w-24"
      >
        <span className="text-sm font-medium">{weekday}</span>
        <span className="font-display text-2xl font-bold">{day}</span>
        <span className="text-sm font-medium">{month}</span>
      </div>
      <div className="min-w-0 flex-1 p-4 sm:p-5">
        <p className="text-sm font-medium text-accent-text">
          {isUnderWay(booking, now) ? dashboard.underWay : dashboard.nextSession}
        </p>
        <p className="break-words text-lg font-semibold">{dashboard.withMentor(booking.mentor_name)}</p>
        <BookingTime booking={booking} />
        <MeetingActions booking={booking} now={now} />
      </div>
    </section>
  );
}
