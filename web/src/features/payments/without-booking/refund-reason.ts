import { lostPayments as copy } from '#copy/money/payments-without-booking.ts';
import type { LostPayment } from './payments-without-booking.data.ts';

/** Why a payment became no session, and what happens with the money: one or two sentences. */
export function whatHappened({ reason, refund }: Pick<LostPayment, 'reason' | 'refund'>): string {
  const why = copy.reasons[reason] ?? copy.otherReason;
  if (refund === 'processed') return `${why} ${copy.refunded}`;
  return `${why} ${reason === 'order_already_paid' ? copy.refundingSecond : copy.refunding}`;
}
