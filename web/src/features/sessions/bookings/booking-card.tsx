import { useQuery } from '@tanstack/react-query';
import { Hash, Info } from 'lucide-react';
import { Link } from 'react-router';
import { bookingCode } from '#copy/sessions/booking-code.ts';
import { bookingCopy, bookingDecisions } from '#copy/sessions/bookings.ts';
import { sessionBrief } from '#copy/sessions/briefs.ts';
import { bookingChanges } from '#copy/sessions/changes.ts';
import { dashboard } from '#copy/sessions/dashboard.ts';
import { bookingHelp } from '#copy/sessions/help.ts';
import { sessionPage } from '#copy/sessions/session-page.ts';
import { BookingReview } from '#features/mentors/reviews/booking-review.tsx';
import { ReceiptLink } from '#features/money/receipts/receipt-link.tsx';
import { BookingOutcome } from '#features/money/refunds/booking-outcome.tsx';
import { BriefText } from '#features/sessions/briefs/brief-text.tsx';
import { briefsQuery } from '#features/sessions/briefs/briefs.data.ts';
import { OfferNote } from '#features/sessions/time-proposals/offer-note.tsx';
import { cn } from '#lib/class-names.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { paths } from '#lib/paths.ts';
import { listedMentorPath } from '#rules/mentors/mentor-path.ts';
import { type BookingStatus, bookingStart, rescheduleNote, statusLabel } from '#rules/sessions/booking.ts';
import { hasContent } from '#rules/sessions/brief.ts';
import { formatDateShort, formatMoment, istToday } from '#rules/shell/ist.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { CopyableText } from '#ui/copy-button.tsx';
import { NameLink } from '#ui/name-link.tsx';
import { Picture } from '#ui/picture.tsx';
import { canChange, type HelpOffer, helpOffer, takesBrief } from './booking-help.ts';
import { BookingTime } from './booking-time.tsx';
import { type Booking, suggestedTimesQuery } from './bookings.data.ts';
import { CancelButton, CancellationTerms } from './cancelling.tsx';
import { changeRequestsQuery } from './change-requests.data.ts';
import { MeetingActions } from './meeting-actions.tsx';
import { RequestNote } from './request-note.tsx';
import { lastRequest } from './session-offers.ts';

const OtherTimes = lazyPart(() => import('./other-times.tsx').then((module) => module.OtherTimes), {
  fallback: <div className="skeleton mt-3 h-29" aria-hidden="true" />,
  isOptional: true,
});

const SuggestedTimes = lazyPart(() => import('./other-times.tsx').then((module) => module.SuggestedTimes), {
  fallback: <div className="skeleton mt-3 h-29" aria-hidden="true" />,
  isOptional: true,
});

const BookAgain = lazyPart(() => import('./book-again.tsx').then((module) => module.BookAgain), {
  fallback: <div className="skeleton mt-3 h-20" aria-hidden="true" />,
  isOptional: true,
});

const TONES: Record<BookingStatus, Tone> = {
  pending_admin_review: 'accent',
  confirmed: 'success',
  completed: 'neutral',
  rejected: 'danger',
  cancelled: 'neutral',
  rescheduled: 'info',
};

function toneOf(status: string): Tone {
  return TONES[status as BookingStatus] ?? 'neutral';
}

/** For as long after its time the card of an unanswered booking offers others. */
const OTHER_TIMES_MS = 7 * 86_400_000;

/** What a dialog is about: to cancel a booking under review, to change an approved session or its brief, or whom to write to. */
export type DialogAbout = 'cancel' | 'change' | 'brief' | NonNullable<HelpOffer>;

/** Opens a dialog about a booking; `button` is what was pressed. */
export type OpenDialog = (about: DialogAbout, booking: Booking, button: HTMLElement) => void;

interface BookingCardProps {
  booking: Booking;
  now: Date;
  /** Whether the ticket above the list shows this booking already, with the way into its meeting. */
  isOnTicket: boolean;
  userId: string;
  onOpen: OpenDialog;
  /** What had the focus on this card is gone. */
  onFocusLost: () => void;
}

/** One booking in the list. */
export function BookingCard({ booking, now, isOnTicket, userId, onOpen, onFocusLost }: BookingCardProps) {
  const note = rescheduleNote(booking.notes);
  const profile = listedMentorPath(booking);
  const isPending = booking.status === 'pending_admin_review';
  const isCompleted = booking.status === 'completed';
  const isUnanswered = booking.status === 'rejected' && booking.decision_cause === 'unanswered';
  const { data: requests } = useQuery(changeRequestsQuery(userId));
  const request = lastRequest(requests, booking.id);
  const { data: suggested } = useQuery({ ...suggestedTimesQuery(userId), enabled: booking.status === 'rejected' });
  const times = suggested?.filter(({ booking_id }) => booking_id === booking.id) ?? [];
  const isChangeable = canChange(booking, now);
  const help = helpOffer(booking, now);
  return (
    <li className="@container flex gap-4 py-5 first:pt-0 last:pb-0">
      <Picture
        src={booking.mentor_image ?? ''}
        alt=""
        width={56}
        height={70}
        sizes="56px"
        className="h-17.5 w-14 shrink-0 rounded-control max-[22rem]:hidden @max-tight:hidden"
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h4 translate="no" className="min-w-0 break-words font-sans text-base font-semibold tracking-normal">
            <NameLink to={profile}>{booking.mentor_name}</NameLink>
          </h4>
          <Badge tone={toneOf(booking.status)}>
            {isUnanswered ? bookingDecisions.unanswered : statusLabel(booking.status)}
          </Badge>
        </div>
        <BookingTime booking={booking} />
        <p className="flex flex-wrap items-center gap-1.5 text-sm">
          <Hash className="size-4 shrink-0 text-muted" aria-hidden="true" />
          <span className="sr-only">{bookingCode.label}</span>
          <CopyableText
            text={booking.code}
            label={bookingCode.copy}
            sentences={{ copied: bookingCode.copied, failed: bookingCode.copyFailed }}
          />
          <ReceiptLink booking={booking} userId={userId} />
        </p>
        {isPending && (
          <p className="mt-2 text-sm">
            <span className="font-medium text-accent-text">{bookingCopy.sessions.awaitingConfirmation}</span>
            <span className="block text-muted">
              {dashboard.booked(formatDateShort(istToday(new Date(booking.created_at))))}.{' '}
              <span className="nums">
                {dashboard.answerBy(dashboard.inIst(formatMoment(new Date(booking.answer_by))))}
              </span>
            </span>
          </p>
        )}
        {note && (
          <p className="mt-2 flex gap-2 break-words rounded-control bg-info-soft px-3 py-2 text-sm text-info">
            <Info className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            <span className="min-w-0 whitespace-pre-line">{note}</span>
          </p>
        )}
        <BookingOutcome booking={booking} userId={userId} refundClass={CARD_WIDTH} />
        <BookingBrief booking={booking} now={now} userId={userId} onOpen={onOpen} />
        {isUnanswered && booking.mentor_id && isRecent(booking, now) && (
          <OtherTimes booking={booking} mentorId={booking.mentor_id} />
        )}
        {times.length > 0 && <SuggestedTimes times={times} />}
        <OfferNote booking={booking} userId={userId} now={now} onAnswered={onFocusLost} />
        {request && (
          // On a phone it takes the width of the card, as a refund does.
          <div className={`mt-3 ${CARD_WIDTH}`}>
            <RequestNote booking={booking} request={request} userId={userId} onWithdrawn={onFocusLost} />
          </div>
        )}
        {!isOnTicket && (
          <MeetingActions
            booking={booking}
            now={now}
            className={`mt-3 flex flex-wrap items-center gap-2 ${CARD_WIDTH}`}
          />
        )}
        <CancellationTerms booking={booking} now={now} className={CARD_WIDTH} />
        <div className={`mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 ${CARD_WIDTH}`}>
          <Link to={paths.session(booking.id)} className={SESSION_LINK}>
            {sessionPage.open}
            <span className="sr-only">{dashboard.withMentor(booking.mentor_name)}</span>
          </Link>
          <CancelButton booking={booking} now={now} onCancel={(button) => onOpen('cancel', booking, button)} />
          {isCompleted && <BookingReview booking={booking} userId={userId} />}
          {isChangeable && (
            <DialogButton about="change" booking={booking} onOpen={onOpen}>
              {bookingChanges.action}
            </DialogButton>
          )}
          {help && (
            <DialogButton about={help} isQuiet booking={booking} onOpen={onOpen}>
              {help === 'pending' ? bookingHelp.pendingAction : bookingHelp.problemAction}
            </DialogButton>
          )}
        </div>
        {isCompleted && profile && <BookAgain session={booking} className={`mt-3 ${CARD_WIDTH}`} />}
      </div>
    </li>
  );
}

/** On a phone it begins below the picture, at the edge of the card. */
const CARD_WIDTH = 'max-sm:min-[22rem]:-ml-18 @max-tight:ml-0!';

const SESSION_LINK =
  'inline-flex h-small items-center rounded-control border border-line-strong bg-surface px-3 text-sm font-semibold ' +
  'transition-colors duration-150 hover:bg-sunken';

/** What the founder wants to leave with, and the way to change it until two hours before the start. */
function BookingBrief({
  booking,
  now,
  userId,
  onOpen,
}: Pick<BookingCardProps, 'booking' | 'now' | 'userId' | 'onOpen'>) {
  // The list that draws the card has just read them.
  const { data } = useQuery({ ...briefsQuery(userId), refetchOnMount: false });
  const brief = data?.get(booking.id)?.brief;
  const isSaid = brief !== undefined && hasContent(brief);
  const isOpen = data !== undefined && takesBrief(booking, now);
  if (!isSaid && !isOpen) return null;
  return (
    <div className="mt-3">
      {isSaid && <BriefText title={sessionBrief.ownTitle} brief={brief} />}
      {isOpen && (
        <div className={isSaid ? 'mt-1' : CARD_WIDTH}>
          <DialogButton about="brief" isQuiet={isSaid} booking={booking} onOpen={onOpen}>
            {isSaid ? sessionBrief.edit : sessionBrief.write}
          </DialogButton>
        </div>
      )}
    </div>
  );
}

function isRecent(booking: Booking, now: Date): boolean {
  return now.getTime() < bookingStart(booking).getTime() + OTHER_TIMES_MS;
}

interface DialogButtonProps {
  about: DialogAbout;
  isQuiet?: boolean;
  booking: Booking;
  onOpen: OpenDialog;
  children: string;
}

function DialogButton({ about, isQuiet = false, booking, onOpen, children }: DialogButtonProps) {
  return (
    <Button
      variant={isQuiet ? 'quiet' : 'secondary'}
      size="sm"
      aria-haspopup="dialog"
      className={cn('@max-tight:long-label', isQuiet && '-ml-3 text-muted underline underline-offset-4 hover:text-ink')}
      onClick={(event) => onOpen(about, booking, event.currentTarget)}
    >
      {children}
      <span className="sr-only">{bookingChanges[about === 'change' ? 'about' : 'of'](booking.mentor_name)}</span>
    </Button>
  );
}
