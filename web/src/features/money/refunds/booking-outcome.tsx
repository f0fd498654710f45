import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleSlash, Mail, Undo2 } from 'lucide-react';
import { bookingRefunds as copy } from '#copy/money/booking-refunds.ts';
import { bookingDecisions } from '#copy/sessions/bookings.ts';
import { cn } from '#lib/class-names.ts';
import { mailLink } from '#lib/page/mail-link.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { serverNow } from '#lib/server-time.ts';
import { INCIDENTS, type Incident } from '#rules/money/refund-policy.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { rejectionText } from '#rules/sessions/booking.ts';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { Stepper } from '#ui/stepper.tsx';
import { type BookingRefund, bookingRefundsQuery } from './refunds.data.ts';

interface EndedBooking {
  id: string;
  status: string;
  incident: string | null;
  notes: string | null;
  decision_cause: string | null;
  decision_reason: string | null;
}

/** Why a session ended early, moved or failed, and where its money is; nothing for a session as agreed. */
export function BookingOutcome({
  booking,
  userId,
  refundClass = '',
}: {
  booking: EndedBooking;
  userId: string;
  refundClass?: string;
}) {
  const why = sentenceFor(booking);
  if (why === null) return null;
  const isOff = booking.status === 'cancelled' || booking.status === 'rejected';
  // A note about a move is shown as such already.
  const reason = isOff && booking.incident && !booking.notes?.includes('Rescheduled:') ? booking.notes : null;
  const rejection = rejectionReason(booking);
  return (
    <div className="mt-2 text-sm">
      <p>{why}</p>
      {rejection && <p className="mt-1 break-words">{bookingDecisions.reason(rejection)}</p>}
      {reason && (
        <p className="mt-1 break-words whitespace-pre-line text-muted">
          {booking.incident === 'mentor_cancels' ? bookingDecisions.reason(reason) : copy.reason(reason)}
        </p>
      )}
      {isOff && <Refund bookingId={booking.id} userId={userId} className={refundClass} />}
    </div>
  );
}

function Refund({ bookingId, userId, className }: { bookingId: string; userId: string; className: string }) {
  const { data, isFetching } = useQuery(bookingRefundsQuery(userId));
  const refund = data?.find((one) => one.bookingId === bookingId);
  if (refund) return <RefundProgress refund={refund} className={className} />;
  // A session that ended a moment ago is in the next answer.
  if (!isFetching) return null;
  return (
    <div role="status" className={cn('mt-3', className)}>
      <span className="sr-only">{copy.loading}</span>
      <div className="skeleton h-24 rounded-control" aria-hidden="true" />
    </div>
  );
}

/** The reason that an administrator gave with a rejection; null where none was asked for. */
function rejectionReason({ status, decision_cause: cause, decision_reason: ownWords }: EndedBooking): string | null {
  return status === 'rejected' ? rejectionText(cause, ownWords) : null;
}

function sentenceFor({ status, incident, decision_cause: cause }: EndedBooking): string | null {
  const known = INCIDENTS.find((one): one is Incident => one === incident);
  switch (status) {
    case 'rejected':
      return cause === 'unanswered' ? bookingDecisions.unansweredHint : copy.outcome.rejected;
    case 'cancelled':
      return copy.outcome[known ?? 'cancelled'];
    case 'rescheduled':
      return known ? copy.moved[known] : null;
    case 'completed':
      return known === 'founder_no_show' ? copy.outcome.founder_no_show : null;
    default:
      return null;
  }
}

/** For this long after a refund a person may look for it on their statement. */
const LOOKED_FOR_MS = 45 * 86_400_000;

/** How far a refund is, by when to expect it, and what to do when it is late. */
function RefundProgress({ refund, className }: { refund: BookingRefund; className: string }) {
  const { contactEmail } = usePublicEnv();
  const amount = formatInr(refund.amount);
  const isUnderWay = refund.state === 'queued' || refund.state === 'pending';
  const { title, Icon, tone } = look(refund, amount);
  const detail = detailOf(refund);
  const canAsk = refund.isLate || refund.state === 'none' || isOverdueAtBank(refund);
  return (
    <div className={cn('nums mt-3 rounded-control border border-line px-4 py-3', className)}>
      <p className={cn('flex gap-1.5 font-medium', tone)}>
        <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        <span>{title}</span>
      </p>
      {isUnderWay && (
        <div className="-mx-2 my-3 max-w-sm">
          <Stepper
            label={copy.steps.label}
            steps={[copy.steps.decided, copy.steps.sending, copy.steps.bank]}
            current={refund.state === 'queued' ? 1 : 2}
          />
        </div>
      )}
      {detail && <p className="mt-1.5 text-muted">{detail}</p>}
      {canAsk && (
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
          <a
            href={mailLink(contactEmail, {
              subject: (refund.state === 'none' ? copy.sessionSubject : copy.askSubject)(refund.bookingId),
              body: `${copy.paymentId}: ${refund.paymentId}\n\n`,
            })}
            className={
              'tap-line inline-flex items-center gap-1.5 font-medium text-accent-text underline ' +
              'decoration-accent-line underline-offset-4 hover:decoration-current'
            }
          >
            <Mail className="size-4 shrink-0" aria-hidden="true" />
            {refund.state === 'none' ? copy.write : copy.ask}
          </a>
          {refund.state !== 'none' && (
            <span className="text-muted">
              {copy.paymentId} <span className="select-all break-all">{refund.paymentId}</span>
            </span>
          )}
        </div>
      )}
    </div>
  );
}

function look({ state, isLate }: BookingRefund, amount: string) {
  if (state === 'none') return { title: copy.none(amount), Icon: CircleSlash, tone: 'text-ink' };
  if (state === 'processed') return { title: copy.done(amount), Icon: CircleCheck, tone: 'text-success' };
  return isLate
    ? { title: copy.isLate(amount), Icon: CircleAlert, tone: 'text-ink' }
    : { title: copy.underWay(amount), Icon: Undo2, tone: 'text-info' };
}

/** Paid out, past the day by which banks show it, and recent enough to look for it. */
function isOverdueAtBank({ state, paidAt, expectedBy }: BookingRefund): boolean {
  const now = serverNow();
  return (
    state === 'processed' &&
    paidAt !== null &&
    expectedBy !== null &&
    expectedBy < istToday(now) &&
    now.getTime() - paidAt.getTime() < LOOKED_FOR_MS
  );
}

function detailOf(refund: BookingRefund): string | null {
  const { state, sentAt, paidAt, expectedFrom, expectedBy, isLate } = refund;
  if (state === 'none') return copy.noneHint;
  if (expectedFrom === null || expectedBy === null) return null;
  const by = formatDateShort(expectedBy);
  if (isLate) return copy.late(by);
  if (state === 'processed') {
    if (paidAt === null) return null;
    const paid = formatDateShort(istToday(paidAt));
    if (refund.outsideReference !== null) return copy.outside(paid, refund.outsideReference);
    if (isOverdueAtBank(refund)) return copy.notSeen(paid);
    return expectedBy >= istToday(serverNow()) ? copy.processed(paid, by) : null;
  }
  if (state === 'pending' && sentAt !== null) {
    return copy.pending(formatDateShort(istToday(sentAt)), formatDateShort(expectedFrom), by);
  }
  return copy.queued(by);
}
