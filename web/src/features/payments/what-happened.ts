import { lostPayments as copy } from '#copy/money/lost-payments.ts';
import type { LostPayment } from './lost-payments.data.ts';

/** Why a payment became no session, and what happens with the money: one or two sentences. */
export function whatHappened({ reason, refund }: Pick<LostPayment, 'reason' | 'refund'>): string {
  const why = copy.reasons[reason] ?? copy.otherReason;
  if (refund === 'processed') return `${why} ${copy.refunded}`;
  return `${why} ${reason === 'order_already_paid' ? copy.refundingSecond : copy.refunding}`;
}
