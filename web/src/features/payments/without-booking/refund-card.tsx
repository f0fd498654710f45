import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bookingCopy } from '#copy/booking.ts';
import { paymentsWithoutBooking } from '#copy/money/payments-without-booking.ts';
import { site } from '#copy/site.ts';
import { formatDateShort, formatTimeRange, istToday } from '#rules/ist.ts';
import { formatInr } from '#rules/money.ts';
import { Card } from '#ui/card.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { type PaymentWithoutBooking, refundProgressQuery } from './payments-without-booking.data.ts';
import { RefundSteps } from './refund-steps.tsx';

const { refund: copy } = paymentsWithoutBooking;

/** What was paid for what, and how far the money is on its way back. */
export function RefundCard({ payment }: { payment: PaymentWithoutBooking }) {
  const { date, startTime, endTime } = payment;
  return (
    <Card className="px-5 py-5" role="region" aria-labelledby="refund-title">
      <h2 id="refund-title" className="text-lg">
        {copy.title}
      </h2>
      <Steps payment={payment} />
      <dl className="nums mt-5 divide-y divide-line border-t border-line">
        <Row name={copy.amount}>{formatInr(payment.amount)}</Row>
        <Row name={copy.session}>
          <span className="block">{payment.mentorName}</span>
          <span className="block text-sm font-normal text-muted">
            {formatDateShort(date)}, {formatTimeRange(startTime, endTime)} {bookingCopy.panel.ist}
          </span>
        </Row>
        <Row name={copy.paymentId}>
          <span className="break-all text-sm">{payment.paymentId}</span>
        </Row>
      </dl>
    </Card>
  );
}

function Steps({ payment }: { payment: PaymentWithoutBooking }) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(
    refundProgressQuery(payment.bookingId, payment.refund),
  );
  if (isPending) {
    return (
      <div role="status" className="mt-4">
        <span className="sr-only">{copy.loading}</span>
        <div aria-hidden="true" className="space-y-4">
          <div className="skeleton h-12" />
          <div className="skeleton h-12" />
          <div className="skeleton h-12" />
        </div>
      </div>
    );
  }
  const progress = data?.find(({ paymentId }) => paymentId === payment.paymentId) ?? null;
  return (
    <>
      <RefundSteps payment={payment} progress={progress} today={istToday(new Date())} />
      {isError && !data && (
        <LoadFailure
          look="line"
          className="mt-4 text-sm text-muted"
          retryLabel={site.tryAgain}
          isRetrying={isFetching}
          onRetry={refetch}
        >
          <p className="min-w-0 flex-1">{copy.failedToLoad}</p>
        </LoadFailure>
      )}
    </>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-6 py-3 last:pb-0">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 break-words text-right font-medium">{children}</dd>
    </div>
  );
}
