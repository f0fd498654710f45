import {
  AlarmClock,
  ArrowRight,
  Ban,
  CalendarClock,
  Check,
  CircleAlert,
  CircleCheck,
  Clock,
  MailX,
  MessageCircleQuestionMark,
  TriangleAlert,
  Undo2,
  Video,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { adminBookings as copy } from '#copy/sessions/admin-bookings.ts';
import { adminMentorAnswers as answers } from '#copy/sessions/admin-requests.ts';
import { sessionBrief } from '#copy/sessions/briefs.ts';
import { incidents } from '#copy/sessions/incidents.ts';
import { whyOf } from '#features/office/failures/failure-words.ts';
import { cn } from '#lib/class-names.ts';
import { officePaths } from '#lib/office-paths.ts';
import { statusLabel } from '#rules/sessions/booking.ts';
import { meetingUrl } from '#rules/sessions/meeting.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import { useBookingActions } from './booking-actions.ts';
import { amountOf, userOf } from './booking-names.ts';
import { canDecide, meetingState, paymentSummary, reviewWait, shortSpan } from './booking-review.ts';
import type { AdminBooking } from './bookings.data.ts';
import { knownIncident } from './incident.ts';
import { DELETED } from './use-steady-rows.ts';

const STATUS_LOOK: Record<string, { tone: Tone; icon: ReactNode }> = {
  pending_admin_review: { tone: 'accent', icon: <Clock aria-hidden="true" /> },
  confirmed: { tone: 'success', icon: <Check aria-hidden="true" /> },
  completed: { tone: 'neutral', icon: <CircleCheck aria-hidden="true" /> },
  rejected: { tone: 'danger', icon: <Ban aria-hidden="true" /> },
  cancelled: { tone: 'neutral', icon: <Ban aria-hidden="true" /> },
  rescheduled: { tone: 'info', icon: <CalendarClock aria-hidden="true" /> },
};

/** One line in a table, as wide as its column; a card has room for more. */
const LINE = '@rows:block @rows:truncate';

export function UserCell({ booking }: { booking: AdminBooking }) {
  return (
    <span className={cn('font-semibold', LINE)} title={booking.user_email ?? undefined}>
      <bdi>{userOf(booking)}</bdi>
      {booking.user_name && booking.user_email && <span className="sr-only">, {booking.user_email}</span>}
    </span>
  );
}

export function MentorCell({ booking }: { booking: AdminBooking }) {
  const { hasMentorLinks } = useBookingActions();
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={booking.mentor_name}>
      <ArrowRight className="size-3.5 shrink-0 text-muted @max-rows:hidden" aria-hidden="true" />
      {hasMentorLinks && booking.mentor_id ? (
        <Link
          to={officePaths.mentorBookings(booking.mentor_id)}
          className={cn('text-accent-text underline-offset-4 hover:underline', LINE)}
        >
          <bdi>{booking.mentor_name}</bdi>
        </Link>
      ) : (
        <bdi className={LINE}>{booking.mentor_name}</bdi>
      )}
    </span>
  );
}

export function StatusBadge({ booking: { status } }: { booking: AdminBooking }) {
  const look = STATUS_LOOK[status];
  return (
    <Badge tone={look?.tone ?? 'neutral'} icon={look?.icon}>
      {status === DELETED ? copy.deleted : statusLabel(status)}
    </Badge>
  );
}

/** The time that is left to answer, or the status, and what an administrator wants to know with it. */
export function StatusCell({ booking, isShort }: { booking: AdminBooking; isShort: boolean }) {
  const { now } = useBookingActions();
  const wait = reviewWait(booking, now);
  const { request_kind: request, notes, conflicts } = booking;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 @rows:flex-nowrap" title={notes ?? undefined}>
      {wait ? (
        <span
          className={cn(
            'nums inline-flex items-center gap-1.5 whitespace-nowrap [&>svg]:size-3.5',
            wait.urgency === 'broken' && 'font-medium text-danger',
            wait.urgency === 'high' && 'font-medium text-accent-text',
          )}
        >
          {wait.urgency === 'broken' ? <TriangleAlert aria-hidden="true" /> : <AlarmClock aria-hidden="true" />}
          <span className="sr-only">{statusLabel(booking.status)}, </span>
          {(wait.urgency === 'broken' ? copy.late : copy.timeLeft)(shortSpan(wait.leftMs))}
        </span>
      ) : (
        <StatusBadge booking={booking} />
      )}
      <AnswerMark booking={booking} isShort={isShort} />
      {(request === 'cancel' || request === 'move') && (
        <span
          title={copy.requests[request]}
          className="inline-flex items-center gap-1 text-xs font-medium whitespace-nowrap text-accent-text"
        >
          {isShort && <CircleAlert className="size-4" aria-hidden="true" />}
          <span className={isShort ? 'sr-only' : undefined}>{copy.requests[request]}</span>
        </span>
      )}
      {booking.brief?.question && (
        <span title={sessionBrief.admin.mark} className="text-muted">
          <MessageCircleQuestionMark className="size-4" aria-hidden="true" />
          <span className="sr-only">{sessionBrief.admin.mark}</span>
        </span>
      )}
      <Incident booking={booking} />
      {conflicts > 0 && (
        <span className="text-danger" title={copy.conflicts(conflicts)}>
          <TriangleAlert className="size-4" aria-hidden="true" />
          <span className="sr-only">{copy.conflicts(conflicts)}</span>
        </span>
      )}
      {notes && <span className="sr-only">{notes}</span>}
    </div>
  );
}

/** Whether the mentor can take it: a word on a card, a mark in a row. */
function AnswerMark({ booking, isShort }: { booking: AdminBooking; isShort: boolean }) {
  // A no that was overruled stays to be seen.
  if (!canDecide(booking.status) && booking.mentor_answer !== 'decline') return null;
  const [words, Icon, tone] =
    booking.mentor_answer === 'accept'
      ? [answers.accepts, CircleCheck, 'text-success']
      : booking.mentor_answer === 'decline'
        ? [answers.declines, Ban, 'text-danger']
        : [answers.unreachable, MailX, 'text-muted'];
  if (booking.mentor_answer === null && (booking.mentor_email !== null || booking.mentor_id === null)) return null;
  return (
    <span title={words} className={cn('inline-flex items-center gap-1 text-xs font-medium whitespace-nowrap', tone)}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      <span className={isShort ? 'sr-only' : undefined}>{words}</span>
    </span>
  );
}

/** What spoiled the session, as it was recorded. */
function Incident({ booking }: { booking: AdminBooking }) {
  const incident = knownIncident(booking.incident);
  if (!incident) return null;
  const { row, rowMoved } = incidents.kinds[incident];
  const isMoved = booking.status !== 'cancelled' && booking.status !== 'completed';
  const words = isMoved ? rowMoved : row;
  return (
    <span title={words}>
      <CircleAlert className="size-4" aria-hidden="true" />
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** What was paid, and what became of it. */
export function MoneyCell({ booking }: { booking: AdminBooking }) {
  const summary = paymentSummary(booking);
  if (summary === 'byHand') {
    return (
      <span className="text-muted" title={copy.payment.byHand}>
        <span aria-hidden="true">–</span>
        <span className="sr-only">{copy.payment.byHand}</span>
      </span>
    );
  }
  const wordsFor = summary === 'kept' ? incidents.kept : copy.payment[summary];
  const words = typeof wordsFor === 'string' ? wordsFor : wordsFor(amountOf(booking));
  const isRefund = summary !== 'paid' && summary !== 'kept';
  return (
    <span
      title={words}
      className={cn(
        'nums inline-flex items-center gap-1 whitespace-nowrap [&>svg]:size-3.5',
        summary === 'refundFailed' && 'font-medium text-danger',
        isRefund && summary !== 'refundFailed' && 'text-muted',
      )}
    >
      {isRefund && <Undo2 aria-hidden="true" />}
      <span aria-hidden="true">{amountOf(booking)}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** How far the meeting is: its link, or what it waits for. A failed one is tried again from the row's menu. */
export function MeetingCell({ booking }: { booking: AdminBooking }) {
  const state = meetingState(booking);
  const href =
    state === 'open' || state === 'updating' || state === 'failed' ? meetingUrl(booking.google_meet_link) : null;
  const hasFailed = state === 'failed' || state === 'removalFailed';
  const isUnderWay = state === 'linkPending' || state === 'updating' || state === 'removing';
  if (href && !hasFailed) return <MeetingLink booking={booking} href={href} />;
  if (state === 'none') return <span className="text-muted">{copy.meeting.none}</span>;
  const error = hasFailed && booking.calendar_error ? whyOf(booking.calendar_error) : null;
  return (
    <span
      title={error ?? copy.meeting[state]}
      className={cn('flex items-center gap-1.5', hasFailed ? 'font-medium text-danger' : 'text-muted')}
    >
      {hasFailed && <TriangleAlert className="size-3.5 shrink-0" aria-hidden="true" />}
      {isUnderWay && <Spinner className="size-3 border" />}
      <span className="@rows:block @rows:max-w-20 @rows:truncate">{copy.meeting[state]}</span>
      {error && <span className="sr-only">{error}</span>}
    </span>
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
      <span className="@rows:hidden">{copy.meeting.open}</span>
    </a>
  );
}
