import { useEffect } from 'react';
import { paymentsWithoutBooking as copy } from '#copy/money/payments-without-booking.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { clearPaymentRecords } from '../payment-record.ts';
import { OtherTimes } from './other-times.tsx';
import type { PaymentWithoutBooking } from './payments-without-booking.data.ts';
import { RefundCard } from './refund-card.tsx';

/** After paying for a slot that was gone: the way of the money back, and what else can be had. */
export function PaymentWithoutBookingDetails({ payment }: { payment: PaymentWithoutBooking }) {
  // The server has settled it: nothing is left to finish.
  useEffect(() => clearPaymentRecords(payment.bookingId), [payment.bookingId]);
  return (
    <>
      <RefundCard payment={payment} />
      {payment.mentorId !== null && <OtherTimes payment={payment} mentorId={payment.mentorId} />}
      <div className="flex flex-wrap gap-3 max-sm:[&>*]:w-full sm:justify-center">
        <ButtonLink to={paths.dashboard}>{copy.toDashboard}</ButtonLink>
        {payment.mentorId === null && (
          <ButtonLink variant="secondary" to={paths.mentors}>
            {copy.other.mentors}
          </ButtonLink>
        )}
        <ButtonLink variant="quiet" to={paths.contact}>
          {copy.refund.contact}
        </ButtonLink>
      </div>
    </>
  );
}
