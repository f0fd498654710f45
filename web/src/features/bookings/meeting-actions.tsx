import { Video } from 'lucide-react';
import { bookingCopy } from '#copy/booking.ts';
import { dashboard } from '#copy/dashboard.ts';
import { joinState, meetingUrl } from '#rules/meeting.ts';
import { ButtonAnchor } from '#ui/button.tsx';
import { AddToCalendar } from './add-to-calendar.tsx';
import type { Booking } from './bookings.data.ts';

/** Join the meeting or add it to a calendar, until the meeting is over. Joining stands out when it is time. */
export function MeetingActions({ booking, now }: { booking: Booking; now: Date }) {
  const state = joinState(booking, now);
  const href = meetingUrl(booking.google_meet_link);
  if (state === 'none') return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {href === null ? (
        <p className="w-full text-sm text-muted">{dashboard.linkPending}</p>
      ) : (
        <ButtonAnchor href={href} size="sm" variant={state === 'open' ? 'primary' : 'secondary'}>
          <Video className="size-4" aria-hidden="true" />
          {bookingCopy.sessions.joinMeeting}
          <span className="sr-only">{dashboard.withMentor(booking.mentor_name)}</span>
        </ButtonAnchor>
      )}
      <AddToCalendar booking={booking} now={now} />
    </div>
  );
}
