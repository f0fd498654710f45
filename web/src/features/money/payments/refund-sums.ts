import { refundSums as copy } from '#copy/money/refund-sums.ts';
import { isNumber, type Shaped, shapeOf } from '#lib/shape.ts';
import { formatInr } from '#rules/money/rupees.ts';

/** What the database's private.refund_sums says: what left the account, what is on its way, what failed. Paise. */
export const isRefundSums = shapeOf({
  refunded_paise: isNumber,
  refunding_paise: isNumber,
  refund_failed_paise: isNumber,
});
export type RefundSums = Shaped<typeof isRefundSums>;

/** The sums in words; those that are 0 are left out, but not what was refunded. */
export function refundWords(sums: RefundSums): string[] {
  return [
    copy.refunded(formatInr(sums.refunded_paise / 100)),
    ...(sums.refunding_paise > 0 ? [copy.onItsWay(formatInr(sums.refunding_paise / 100))] : []),
    ...(sums.refund_failed_paise > 0 ? [copy.failed(formatInr(sums.refund_failed_paise / 100))] : []),
  ];
}
