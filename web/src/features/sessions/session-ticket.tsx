import { dashboard } from '#copy/dashboard.ts';
import { formatDateShort } from '#rules/ist.ts';
import { MeetingLink, SessionTime } from './session-card.tsx';
import type { Booking } from './sessions.data.ts';

/** The session that comes next, as a ticket. */
export function SessionTicket({ booking }: { booking: Booking }) {
  const [weekday, day, month] = formatDateShort(booking.date).split(' ');
  return (
    <section
      aria-label={dashboard.nextSession}
      className="flex overflow-hidden rounded-card border border-accent-line bg-surface"
    >
      <div className="nums flex w-24 shrink-0 flex-col items-center justify-center border-r border-dashed border-accent-line bg-accent-soft py-5 text-accent-text">
        <span className="text-sm font-medium">{weekday}</span>
        <span className="font-display text-2xl font-bold">{day}</span>
        <span className="text-sm font-medium">{month}</span>
      </div>
      <div className="min-w-0 p-5">
        <p className="text-sm font-medium text-accent-text">{dashboard.nextSession}</p>
        <p className="text-lg font-semibold">{dashboard.withMentor(booking.mentor_name)}</p>
        <SessionTime booking={booking} />
        <MeetingLink href={booking.google_meet_link} />
      </div>
    </section>
  );
}
