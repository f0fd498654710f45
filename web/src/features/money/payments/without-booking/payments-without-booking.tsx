import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CircleCheck, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import { bookingPanel } from '#copy/mentors/booking-panel.ts';
import { paymentsWithoutBooking } from '#copy/money/payments-without-booking.ts';
import { paths } from '#lib/paths.ts';
import { serverNow } from '#lib/server-time.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { formatDateShort, formatTimeRange } from '#rules/shell/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { NameLink } from '#ui/name-link.tsx';
import { type PaymentWithoutBooking, paymentsWithoutBookingQuery } from './payments-without-booking.data.ts';
import { refundReason } from './refund-reason.ts';

const { entry: copy } = paymentsWithoutBooking;
/** Money that has arrived is no news after so long. */
const NEWS_MS = 14 * 86_400_000;

/** The founder's payments that became no session, while that is news; nothing where there are none. */
export function PaymentsWithoutBooking({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery(paymentsWithoutBookingQuery(userId));
  if (isError && !data) {
    return (
      <Card className="px-5 py-4">
        <LoadFailure look="line" className="text-sm text-muted" onRetry={refetch}>
          <p className="min-w-0 flex-1">{copy.failed}</p>
        </LoadFailure>
      </Card>
    );
  }
  const now = serverNow().getTime();
  const news = (data ?? []).filter(
    ({ refund, refundedAt }) => refund !== 'processed' || now - refundedAt.getTime() < NEWS_MS,
  );
  if (news.length === 0) return null;
  return (
    <Card role="region" aria-labelledby="payments-without-booking-title" className="px-5 py-5">
      <h2 id="payments-without-booking-title" className="text-lg">
        {copy.title}
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {news.map((payment) => (
          <Entry key={payment.paymentId} payment={payment} />
        ))}
      </ul>
    </Card>
  );
}

function Entry({ payment }: { payment: PaymentWithoutBooking }) {
  const { mentorName, date, startTime, endTime, amount, refund, reason, bookingId } = payment;
  const isDone = refund === 'processed';
  const Icon = isDone ? CircleCheck : Undo2;
  return (
    <li className="py-4 first:pt-2 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 break-words font-sans text-base font-semibold tracking-normal">
          <NameLink to={payment.profile}>{mentorName}</NameLink>
        </h3>
        <Badge tone={isDone ? 'success' : 'info'} icon={<Icon aria-hidden="true" />} className="nums">
          {isDone ? copy.done(formatInr(amount)) : copy.underWay(formatInr(amount))}
        </Badge>
      </div>
      <p className="nums text-sm text-muted">
        {formatDateShort(date)}, {formatTimeRange(startTime, endTime)} {bookingPanel.ist}
      </p>
      <p className="mt-2 text-pretty text-sm">{refundReason(payment)}</p>
      {refund === 'failed' && (
        <p className="mt-1 text-pretty text-sm text-muted">{paymentsWithoutBooking.refund.failed}</p>
      )}
      {/* A second payment of a session that was booked leads to no page of its own: the session is there. */}
      {reason !== 'order_already_paid' && (
        <Link
          to={paths.bookingProcessing(bookingId)}
          aria-label={copy.seeOf(mentorName)}
          className={
            'tap-line mt-1 inline-flex items-center gap-1.5 text-sm font-semibold text-accent-text ' +
            'underline underline-offset-4'
          }
        >
          {copy.see}
          <ArrowRight className="size-4" aria-hidden="true" />
        </Link>
      )}
    </li>
  );
}
