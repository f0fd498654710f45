import {
  AlarmClock,
  Ban,
  CalendarClock,
  Check,
  CircleAlert,
  CircleCheck,
  Clock,
  TriangleAlert,
  Undo2,
  Video,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { adminBookings as copy } from '#copy/admin/bookings.ts';
import { incidents } from '#copy/money/incidents.ts';
import { cn } from '#lib/class-names.ts';
import { paths } from '#lib/paths.ts';
import { statusLabel } from '#rules/booking.ts';
import { meetingUrl } from '#rules/meeting.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import { useBookingActions } from './booking-actions.ts';
import { amountOf, userOf } from './booking-names.ts';
import { canRetryCalendar, meetingState, paymentSummary, reviewWait, shortSpan } from './booking-review.ts';
import type { AdminBooking } from './bookings.data.ts';
import { knownIncident } from './incident.ts';

const STATUS_LOOK: Record<string, { tone: Tone; icon: ReactNode }> = {
  pending_admin_review: { tone: 'accent', icon: <Clock aria-hidden="true" /> },
  confirmed: { tone: 'success', icon: <Check aria-hidden="true" /> },
  completed: { tone: 'neutral', icon: <CircleCheck aria-hidden="true" /> },
  rejected: { tone: 'danger', icon: <Ban aria-hidden="true" /> },
  cancelled: { tone: 'neutral', icon: <Ban aria-hidden="true" /> },
  rescheduled: { tone: 'info', icon: <CalendarClock aria-hidden="true" /> },
};

const NOTE = 'flex items-start gap-1.5 text-xs [&>svg]:mt-px [&>svg]:size-3.5 [&>svg]:shrink-0';

export function UserCell({ booking }: { booking: AdminBooking }) {
  return (
    <>
      <p className="font-semibold break-words">{userOf(booking)}</p>
      {booking.user_name && booking.user_email && (
        <p className="text-xs text-muted">
          <EmailAddress>{booking.user_email}</EmailAddress>
        </p>
      )}
    </>
  );
}

export function MentorCell({ booking }: { booking: AdminBooking }) {
  const { hasMentorLinks } = useBookingActions();
  if (!hasMentorLinks || !booking.mentor_id) return <span className="break-words">{booking.mentor_name}</span>;
  return (
    <Link
      to={paths.adminMentorBookings(booking.mentor_id)}
      className="break-words text-accent-text underline-offset-4 hover:underline"
    >
      {booking.mentor_name}
    </Link>
  );
}

/** The status, and what an administrator wants to know with it: the wait, conflicts, the money, why it was moved. */
export function StatusCell({ booking }: { booking: AdminBooking }) {
  const look = STATUS_LOOK[booking.status];
  return (
    <div className="grid justify-items-start gap-1.5">
      <Badge tone={look?.tone ?? 'neutral'} icon={look?.icon}>
        {statusLabel(booking.status)}
      </Badge>
      <Wait booking={booking} />
      <Incident booking={booking} />
      {booking.request_kind !== null && (
        <p className={cn(NOTE, 'font-medium text-accent-text')}>
          <CircleAlert aria-hidden="true" />
          {copy.request.marks[booking.request_kind]}
        </p>
      )}
      {booking.conflicts > 0 && (
        <p className={cn(NOTE, 'font-medium text-danger')}>
          <TriangleAlert aria-hidden="true" />
          {copy.conflicts(booking.conflicts)}
        </p>
      )}
      <Money booking={booking} />
      {booking.notes && (
        <p className="line-clamp-2 text-xs break-words text-muted" title={booking.notes}>
          {booking.notes}
        </p>
      )}
    </div>
  );
}

function Wait({ booking }: { booking: AdminBooking }) {
  const { now } = useBookingActions();
  const wait = reviewWait(booking, now);
  if (!wait) return null;
  const left = shortSpan(wait.leftMs);
  return (
    <div className={cn(NOTE, 'nums', wait.urgency === 'broken' ? 'font-medium text-danger' : 'text-muted')}>
      {wait.urgency === 'broken' ? <TriangleAlert aria-hidden="true" /> : <AlarmClock aria-hidden="true" />}
      <p>
        {copy.waiting(shortSpan(wait.waitedMs))}
        <span className={cn('block', wait.urgency === 'high' && 'font-medium text-accent-text')}>
          {wait.urgency === 'broken' ? copy.promiseBroken(left) : copy.promiseLeft(left)}
        </span>
      </p>
    </div>
  );
}

/** What spoiled the session, as it was recorded. */
function Incident({ booking }: { booking: AdminBooking }) {
  const incident = knownIncident(booking.incident);
  if (!incident) return null;
  const { row, rowMoved } = incidents.kinds[incident];
  const isMoved = booking.status !== 'cancelled' && booking.status !== 'completed';
  return (
    <p className={cn(NOTE, 'font-medium')}>
      <CircleAlert aria-hidden="true" />
      {isMoved ? rowMoved : row}
    </p>
  );
}

function Money({ booking }: { booking: AdminBooking }) {
  const summary = paymentSummary(booking);
  const wordsFor = summary === 'kept' ? incidents.kept : copy.payment[summary];
  const isRefund = summary !== 'paid' && summary !== 'byHand' && summary !== 'kept';
  return (
    <p className={cn(NOTE, 'nums', summary === 'refundFailed' ? 'font-medium text-danger' : 'text-muted')}>
      {isRefund && <Undo2 aria-hidden="true" />}
      {typeof wordsFor === 'string' ? wordsFor : wordsFor(amountOf(booking))}
    </p>
  );
}

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

/** A way into the meeting. */
function MeetingLink({ booking, href }: { booking: AdminBooking; href: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={copy.meeting.openWith(userOf(booking), booking.mentor_name)}
      className="inline-flex items-center gap-1.5 text-accent-text underline-offset-4 hover:underline"
    >
      <Video className="size-4 shrink-0" aria-hidden="true" />
      {copy.meeting.open}
    </a>
  );
}
