import { TriangleAlert } from 'lucide-react';
import { adminBookings as copy } from '#copy/admin/bookings.ts';
import { cn } from '#lib/class-names.ts';
import { meetingUrl } from '#rules/meeting.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import { useBookingActions } from './booking-actions.ts';
import { MeetingLink } from './booking-cells.tsx';
import { userOf } from './booking-names.ts';
import { canRetryCalendar, meetingState } from './booking-review.ts';
import type { AdminBooking } from './bookings.data.ts';

/** How far the meeting is: its link, or what it waits for, with a retry where the calendar failed. */
export function MeetingCell({ booking }: { booking: AdminBooking }) {
  const { isBusy, retryCalendar } = useBookingActions();
  const state = meetingState(booking);
  const hasFailed = state === 'failed' || state === 'removalFailed';
  const isUnderWay = state === 'linkPending' || state === 'updating' || state === 'removing';
  const href =
    state === 'open' || state === 'updating' || state === 'failed' ? meetingUrl(booking.google_meet_link) : null;
  return (
    <div className="grid justify-items-start gap-1.5">
      {href && <MeetingLink booking={booking} href={href} />}
      {state !== 'open' && (
        <p
          className={cn(
            'flex items-start gap-1.5 text-xs leading-5 [&>svg]:mt-1 [&>svg]:size-3.5 [&>svg]:shrink-0',
            hasFailed ? 'font-medium text-danger' : 'text-muted',
          )}
        >
          {hasFailed && <TriangleAlert aria-hidden="true" />}
          {isUnderWay && <Spinner className="mt-1 size-3 border" />}
          {copy.meeting[state]}
        </p>
      )}
      {hasFailed && booking.calendar_error && (
        <p className="line-clamp-3 text-xs break-words text-muted" title={booking.calendar_error}>
          {booking.calendar_error}
        </p>
      )}
      {canRetryCalendar(state) && (
        <Button
          variant="secondary"
          size="sm"
          isBusy={isBusy(booking.id, 'retry')}
          aria-label={copy.meeting.retryOf(userOf(booking), booking.mentor_name)}
          onClick={() => retryCalendar(booking)}
        >
          {copy.meeting.retry}
        </Button>
      )}
    </div>
  );
}
