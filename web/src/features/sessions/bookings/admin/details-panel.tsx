import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, RotateCcw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paymentMethod } from '#copy/money/payment-methods.ts';
import { receiptCopy } from '#copy/money/receipts.ts';
import { failuresCopy } from '#copy/office/overview.ts';
import { adminBookings } from '#copy/sessions/admin-bookings.ts';
import { bookingDecisions } from '#copy/sessions/bookings.ts';
import { sessionBrief } from '#copy/sessions/briefs.ts';
import { incidents } from '#copy/sessions/incidents.ts';
import { NO_FILTERS } from '#features/office/audit-log/audit-filters.ts';
import { AuditItem } from '#features/office/audit-log/audit-item.tsx';
import { auditLogQuery } from '#features/office/audit-log/audit-log.data.ts';
import { failuresQuery } from '#features/office/failures/failures.data.ts';
import { FailureCards } from '#features/office/failures/failures.tsx';
import { BriefText } from '#features/sessions/briefs/brief-text.tsx';
import { isolate } from '#lib/isolate.tsx';
import { useShortcuts } from '#lib/keys/use-shortcuts.ts';
import { officePaths } from '#lib/office-paths.ts';
import { paths } from '#lib/paths.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { rejectionText, statusLabel } from '#rules/sessions/booking.ts';
import { formatDateShort, formatMoment, formatTimeRange, type IstDate, type IstTime } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import { CopyableText } from '#ui/copy-button.tsx';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { useBookingActions } from './booking-actions.ts';
import { MeetingCell, StatusBadge } from './booking-cells.tsx';
import { type BookingDetails, bookingDetailsQuery } from './booking-details.data.ts';
import { amountOf, canRecordIncident, timeOf, userOf, whenOf } from './booking-names.ts';
import {
  canDecide,
  canReschedule,
  canRetryCalendar,
  meetingState,
  paymentSummary,
  reviewWait,
  shortSpan,
} from './booking-review.ts';
import type { AdminBooking } from './bookings.data.ts';
import { RemoveBrief } from './founder-brief.tsx';
import { knownIncident } from './incident.ts';
import { MentorAnswerBadge, MentorAnswerPart } from './mentor-answer-part.tsx';

const { details: copy, payment } = adminBookings;

/** Before a dot, so that no line begins with it. */
const NBSP = '\u00a0';

const LINK = 'text-accent-text underline-offset-4 hover:underline';

/**
 * Everything about a booking beside the list, and all that can be done with it. `j` and `k` go to the next booking and
 * the one before while it is open.
 */
export function DetailsPanel({
  booking,
  place,
  onMove,
  ...dialog
}: DialogOpening & {
  booking: AdminBooking;
  /** Where it stands among the rows of the list, from 0; null where the list does not have it. */
  place: { index: number; count: number } | null;
  onMove: (step: 1 | -1) => void;
}) {
  const { now, isBusy, approve, reject, reschedule, recordIncident, answerRequest } = useBookingActions();
  const top = useRef<HTMLDivElement>(null);
  const title = copy.title(userOf(booking), booking.mentor_name);
  const canGo = { up: place !== null && place.index > 0, down: place !== null && place.index < place.count - 1 };

  // The main action comes last.
  const isDeclined = booking.mentor_answer === 'decline';
  const rejectButton = (
    <Button variant="danger" onClick={() => reject(booking)}>
      {isDeclined ? adminBookings.reject.ask : adminBookings.reject.button}
    </Button>
  );
  const approveButton = (
    <Button
      variant={isDeclined ? 'secondary' : 'primary'}
      isBusy={isBusy(booking.id, 'approve')}
      onClick={() => approve(booking)}
    >
      {adminBookings.approve}
    </Button>
  );

  const hasActions =
    canDecide(booking.status) ||
    canReschedule(booking.status) ||
    canRecordIncident(booking, now) ||
    booking.request_id !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another booking begins at its top
  useEffect(() => {
    const content = top.current?.parentElement;
    content?.scrollTo({ top: 0 });
    // A button that was busy has lost the focus.
    if (document.activeElement === document.body) content?.focus({ preventScroll: true });
  }, [booking.id]);

  const go = (step: 1 | -1, isPossible: boolean) => () => {
    if (isPossible) onMove(step);
    return isPossible;
  };
  const [goUp, goDown] = [go(-1, canGo.up), go(1, canGo.down)];
  const decide = (act: (booking: AdminBooking) => void) => () => {
    // Not under a question that stands before the panel.
    const mayDecide = canDecide(booking.status) && document.querySelectorAll('[role=dialog]').length === 1;
    if (mayDecide) act(booking);
    return mayDecide;
  };
  useShortcuts({ j: goDown, k: goUp, a: decide(approve), r: decide(reject) }, true);

  return (
    <Dialog
      {...dialog}
      title={title}
      placement="panel"
      actions={
        hasActions && (
          <>
            {canRecordIncident(booking, now) && (
              <Button variant="secondary" onClick={() => recordIncident(booking)}>
                {incidents.button}
              </Button>
            )}
            {canReschedule(booking.status) && (
              <Button variant="secondary" onClick={() => reschedule(booking)}>
                {adminBookings.reschedule.button}
              </Button>
            )}
            {canDecide(booking.status) && (isDeclined ? approveButton : rejectButton)}
            {booking.request_id !== null && (
              <Button onClick={() => answerRequest(booking)}>{adminBookings.request.button}</Button>
            )}
            {canDecide(booking.status) && (isDeclined ? rejectButton : approveButton)}
          </>
        )
      }
    >
      <div ref={top} className="flex flex-wrap items-center gap-2">
        <StatusBadge booking={booking} />
        <MentorAnswerBadge booking={booking} />
        <p role="status" className="sr-only">
          {title}
        </p>
        {/* Not disabled: a button that is loses the focus at the end of the list. */}
        {place && (
          <div className="ml-auto flex items-center gap-1">
            <span className="nums mr-1 text-sm text-muted">{copy.place(place.index + 1, place.count)}</span>
            <Button
              variant="quiet"
              size="sm"
              className="w-9 px-0! aria-disabled:opacity-40 pointer-coarse:w-11"
              aria-disabled={!canGo.up}
              aria-label={copy.previous}
              onClick={goUp}
            >
              <ChevronUp aria-hidden="true" />
            </Button>
            <Button
              variant="quiet"
              size="sm"
              className="w-9 px-0! aria-disabled:opacity-40 pointer-coarse:w-11"
              aria-disabled={!canGo.down}
              aria-label={copy.next}
              onClick={goDown}
            >
              <ChevronDown aria-hidden="true" />
            </Button>
          </div>
        )}
      </div>
      <SessionPart booking={booking} />
      <BriefPart key={booking.id} booking={booking} />
      <MoreParts booking={booking} />
    </Dialog>
  );
}

/** What the list knows already: it is there at once. */
function SessionPart({ booking }: { booking: AdminBooking }) {
  const { now } = useBookingActions();
  const wait = reviewWait(booking, now);
  const incident = knownIncident(booking.incident);
  const { decision_cause: cause } = booking;
  const reason = rejectionText(cause, booking.decision_reason);
  return (
    <Part title={copy.session}>
      <Fact label={copy.time}>{whenOf(timeOf(booking))}</Fact>
      {wait && (
        <Fact label={copy.answerBy}>
          {copy.moment(formatMoment(new Date(booking.answer_by)))}
          {' · '}
          {(wait.urgency === 'broken' ? adminBookings.late : adminBookings.timeLeft)(shortSpan(wait.leftMs))}
        </Fact>
      )}
      <Fact label={copy.code}>
        <CopyableText text={booking.code} label={copy.copy} sentences={copy.copying} />
      </Fact>
      {booking.request_message !== null && <Fact label={copy.request}>{booking.request_message}</Fact>}
      {incident && <Fact label={copy.incident}>{incidents.kinds[incident].row}</Fact>}
      {reason !== null && <Fact label={copy.reason}>{reason}</Fact>}
      {cause === 'unanswered' && <Fact label={copy.reason}>{bookingDecisions.unanswered}</Fact>}
      {booking.notes && <Fact label={copy.notes}>{booking.notes}</Fact>}
      {booking.conflicts > 0 && (
        <Fact label={copy.conflicts}>
          <span className="inline-flex items-center gap-1.5 font-medium text-danger">
            <TriangleAlert className="size-4" aria-hidden="true" />
            {adminBookings.conflicts(booking.conflicts)}
          </span>
        </Fact>
      )}
      <Fact label={copy.made}>{copy.moment(formatMoment(new Date(booking.created_at)))}</Fact>
    </Part>
  );
}

/** What the founder wants to leave with; its text can be taken away. */
function BriefPart({ booking }: { booking: AdminBooking }) {
  return (
    <section className="mt-6">
      <h3 className="mb-2 text-base font-semibold tracking-normal">{isolate(sessionBrief.title(userOf(booking)))}</h3>
      {booking.brief ? (
        <>
          <BriefText brief={booking.brief} />
          <RemoveBrief booking={booking} />
        </>
      ) : (
        <p className="text-sm text-muted">{isolate(sessionBrief.admin.none(userOf(booking)))}</p>
      )}
    </section>
  );
}

/** What is asked for when the panel opens. */
function MoreParts({ booking }: { booking: AdminBooking }) {
  const { data, isError, refetch, isFetching } = useQuery(bookingDetailsQuery(booking.id));
  const { rejected } = useBookingActions();
  if (isError && !data) {
    return (
      <div className="mt-6">
        <LoadFailure look="stack" isRetrying={isFetching} onRetry={refetch}>
          <p>{copy.loadFailed}</p>
        </LoadFailure>
      </div>
    );
  }
  if (!data) {
    return (
      <div role="status" className="mt-6 grid gap-3">
        <span className="sr-only">{copy.loading}</span>
        {[6, 20, 12].map((height) => (
          <div
            key={height}
            className="skeleton rounded-control!"
            style={{ height: `${height}rem` }}
            aria-hidden="true"
          />
        ))}
      </div>
    );
  }
  return (
    <>
      <MentorAnswerPart
        key={booking.id}
        booking={booking}
        details={data}
        Part={Part}
        Fact={Fact}
        onRejected={(outcome) => rejected(booking, outcome)}
        onSent={() => void refetch()}
      />
      <FounderPart booking={booking} details={data} />
      <PaymentPart booking={booking} details={data} />
      <MentorPart booking={booking} details={data} />
      <DeliveryPart booking={booking} details={data} />
      <FailedParts bookingId={booking.id} />
      <HistoryPart bookingId={booking.id} />
    </>
  );
}

interface PartProps {
  booking: AdminBooking;
  details: BookingDetails;
}

function FounderPart({ booking, details: { founder, session_count: count, sessions, reviews } }: PartProps) {
  return (
    <Part title={copy.founder}>
      <Fact label={copy.name}>{userOf(booking)}</Fact>
      {booking.user_email && (
        <Fact label={copy.email}>
          <a href={`mailto:${booking.user_email}`} className={LINK}>
            <EmailAddress>{booking.user_email}</EmailAddress>
          </a>
        </Fact>
      )}
      {founder?.phone && <Fact label={copy.phone}>{founder.phone}</Fact>}
      {founder?.startup && (
        <Fact label={copy.startup}>{isolate([founder.startup, founder.industry].filter(Boolean).join(' · '))}</Fact>
      )}
      {founder?.idea && <Fact label={copy.idea}>{founder.idea}</Fact>}
      <Fact label={copy.sessions}>
        {count === 0 ? (
          <span className="text-muted">{copy.noSessions}</span>
        ) : (
          <>
            <ul className="grid gap-1">
              {sessions.map((one) => (
                <li key={one.id}>
                  <bdi>{one.mentor_name}</bdi>{' '}
                  <span className="text-muted">
                    {formatDateShort(one.date as IstDate)}
                    {NBSP}· {statusLabel(one.status)}
                  </span>
                </li>
              ))}
            </ul>
            {count > sessions.length && <p className="text-muted">{copy.moreSessions(count - sessions.length)}</p>}
          </>
        )}
      </Fact>
      {reviews.length > 0 && (
        <Fact label={copy.reviews}>
          <ul className="grid gap-1.5">
            {reviews.map((one) => (
              <li key={`${one.mentor_name} ${one.created_at}`}>
                {copy.rating(one.rating)} <span className="text-muted">{isolate(copy.ratingOf(one.mentor_name))}</span>
                {one.comment && <p className="text-muted">{one.comment}</p>}
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </Part>
  );
}

function PaymentPart({ booking, details: { payment: paid, refund } }: PartProps) {
  const summary = paymentSummary(booking);
  const words = summary === 'kept' ? incidents.kept : payment[summary];
  const text = typeof words === 'string' ? words : words(amountOf(booking));
  return (
    <Part title={copy.payment}>
      <Fact label={copy.amount}>
        <span className={summary === 'refundFailed' ? 'font-medium text-danger' : undefined}>{text}</span>
      </Fact>
      {paid && (
        <>
          <Fact label={copy.paidOn}>
            {copy.moment(formatMoment(new Date(paid.paid_at)))}
            {paid.method && ` · ${paymentMethod(paid.method)}`}
          </Fact>
          <Fact label={copy.paymentId}>
            <CopyableText text={paid.id} label={copy.copy} sentences={copy.copying} />
          </Fact>
          <Fact label={receiptCopy.link}>
            <Link to={paths.receipt(booking.id)} className={LINK}>
              {copy.openReceipt}
            </Link>
          </Fact>
          {paid.order_id && (
            <Fact label={copy.orderId}>
              <CopyableText text={paid.order_id} label={copy.copy} sentences={copy.copying} />
            </Fact>
          )}
        </>
      )}
      {refund && (
        <>
          <Fact label={copy.refund}>
            {copy.refundStates[refund.state](
              formatInr(refund.amount_paise / 100),
              copy.moment(formatMoment(new Date(refund.processed_at ?? refund.created_at))),
            )}
            {refund.failure && <span className="block text-danger">{refund.failure}</span>}
          </Fact>
          {refund.id && (
            <Fact label={copy.refundId}>
              <CopyableText text={refund.id} label={copy.copy} sentences={copy.copying} />
            </Fact>
          )}
        </>
      )}
    </Part>
  );
}

function MentorPart({ booking, details: { mentor_day: day } }: PartProps) {
  const { hasMentorLinks } = useBookingActions();
  return (
    <Part title={copy.mentor}>
      <Fact label={copy.name}>
        {hasMentorLinks && booking.mentor_id ? (
          <Link to={officePaths.mentorBookings(booking.mentor_id)} className={LINK}>
            <bdi>{booking.mentor_name}</bdi>
          </Link>
        ) : (
          <bdi>{booking.mentor_name}</bdi>
        )}
      </Fact>
      {booking.mentor_email && (
        <Fact label={copy.email}>
          <EmailAddress>{booking.mentor_email}</EmailAddress>
        </Fact>
      )}
      <Fact label={copy.sameDay}>
        {day.length === 0 ? (
          <span className="text-muted">{copy.noSameDay}</span>
        ) : (
          <ul className="grid gap-1">
            {day.map((one) => (
              <li key={one.id}>
                {formatTimeRange(one.start_time as IstTime, one.end_time as IstTime)}{' '}
                <span className="text-muted">
                  <bdi>{one.user_name ?? adminBookings.deletedAccount}</bdi>
                  {NBSP}· {statusLabel(one.status)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Fact>
    </Part>
  );
}

/** What became of the calendar's event and the e-mails. */
function DeliveryPart({ booking, details: { mails } }: PartProps) {
  const { retryCalendar, isBusy } = useBookingActions();
  // A failed event is one of the cards.
  const hasFailed = meetingState(booking) === 'failed' || meetingState(booking) === 'removalFailed';
  return (
    <Part title={copy.delivery}>
      <Fact label={copy.meeting}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <MeetingCell booking={booking} />
          {canRetryCalendar(meetingState(booking)) && !hasFailed && (
            <Button
              variant="secondary"
              size="sm"
              isBusy={isBusy(booking.id, 'retry')}
              onClick={() => retryCalendar(booking)}
            >
              <RotateCcw aria-hidden="true" />
              {adminBookings.meeting.retryMenu}
            </Button>
          )}
        </div>
      </Fact>
      <Fact label={copy.mails}>
        {mails.length === 0 ? (
          <span className="text-muted">{copy.noMails}</span>
        ) : (
          <ul className="grid gap-1">
            {mails.map((mail) => (
              <li key={`${mail.event} ${mail.role} ${mail.at}`}>
                {copy.mail(copy.mailEvents[mail.event] ?? mail.event, copy.mailRoles[mail.role] ?? mail.role)}{' '}
                <span className={mail.state === 'dead' ? 'font-medium text-danger' : 'text-muted'}>
                  {copy.mailStates[mail.state](copy.moment(formatMoment(new Date(mail.at))))}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Fact>
    </Part>
  );
}

/** What failed for this booking and waits for a person. */
function FailedParts({ bookingId }: { bookingId: string }) {
  const { data } = useQuery(failuresQuery({ bookingId }));
  if (!data?.rows.length) return null;
  return (
    <section className="mt-6">
      <h3 className="mb-1 text-base font-semibold tracking-normal">{failuresCopy.title}</h3>
      <div className="-mx-4 md:-mx-5">
        <FailureCards failures={data.rows} label={failuresCopy.title} />
      </div>
    </section>
  );
}

/** Who changed this booking, and when. */
function HistoryPart({ bookingId }: { bookingId: string }) {
  const { data, isError, refetch } = useQuery(
    auditLogQuery({ ...NO_FILTERS, kind: 'bookings', search: bookingId }, null),
  );
  return (
    <section className="mt-6" aria-labelledby="booking-history">
      <h3 id="booking-history" className="mb-1 text-base font-semibold tracking-normal">
        {copy.history}
      </h3>
      {data ? (
        data.entries.length === 0 ? (
          <p className="text-sm text-muted">{copy.noHistory}</p>
        ) : (
          <ul className="-mx-4 divide-y divide-line">
            {data.entries.map((entry) => (
              <AuditItem key={entry.id} entry={entry} hasDay />
            ))}
          </ul>
        )
      ) : isError ? (
        <LoadFailure look="line" className="text-sm text-muted" onRetry={refetch}>
          <p className="min-w-0 flex-1">{copy.historyFailed}</p>
        </LoadFailure>
      ) : (
        <div className="skeleton h-16" aria-hidden="true" />
      )}
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6 first-of-type:mt-4">
      <h3 className="mb-2 text-base font-semibold tracking-normal">{title}</h3>
      <dl className="grid grid-cols-[min(6rem,35%)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2 text-sm sm:grid-cols-[8.5rem_minmax(0,1fr)]">
        {children}
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="nums min-w-0 break-words whitespace-pre-line [&>button]:-my-1 pointer-coarse:[&>button]:-my-3">
        {children}
      </dd>
    </>
  );
}
