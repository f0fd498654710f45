import { paymentsWithoutBooking as copy } from '#copy/money/payments-without-booking.ts';
import type { PaymentWithoutBooking } from './payments-without-booking.data.ts';

/** Why a payment became no session, and what happens with the money: one or two sentences. */
export function refundReason({ reason, refund }: Pick<PaymentWithoutBooking, 'reason' | 'refund'>): string {
  const why = copy.reasons[reason] ?? copy.otherReason;
  if (refund === 'processed') return `${why} ${copy.refunded}`;
  return `${why} ${reason === 'order_already_paid' ? copy.refundingSecond : copy.refunding}`;
}
