import { receiptCopy as copy } from '#copy/money/receipts.ts';
import { formatDateFull, formatTime, formatTimeRange, istTimeOfDay, istToday } from '#rules/shell/ist.ts';
import type { ReceiptAnswer } from './receipt.data.ts';

type Receipt = ReceiptAnswer['receipt'];

/** What stands in place of the number, where none was given; null where one was. */
export function missingNumber({
  receipt_number,
  refund_state,
}: Pick<Receipt, 'receipt_number' | 'refund_state'>): string | null {
  if (receipt_number !== null) return null;
  return refund_state === null ? copy.numberLater : copy.numberNever;
}

/** The day of the receipt: when its number was given, until then when the payment was made. */
export function receiptDate({ issued_at, paid_at }: Pick<Receipt, 'issued_at' | 'paid_at'>): string {
  return formatDateFull(istToday(new Date(issued_at ?? paid_at)));
}

/** "Tuesday, 24 November 2026, 10:00 AM – 11:00 AM IST". */
export function sessionTime({ date, start_time, end_time }: Pick<Receipt, 'date' | 'start_time' | 'end_time'>): string {
  return copy.ist(`${formatDateFull(date)}, ${formatTimeRange(start_time, end_time)}`);
}

/** "Friday, 20 November 2026, 7:20 PM IST". */
export function paidOn({ paid_at }: Pick<Receipt, 'paid_at'>): string {
  const at = new Date(paid_at);
  return copy.ist(`${formatDateFull(istToday(at))}, ${formatTime(istTimeOfDay(at))}`);
}

/**
 * How far the refund is; null where nothing goes back. One that failed at the provider is repaired by us: for the
 * founder it is still on its way.
 */
export function refundProgress({
  refund_state,
  refund_at,
}: Pick<Receipt, 'refund_state' | 'refund_at'>): string | null {
  if (refund_state === null) return null;
  if (refund_state !== 'processed' || refund_at === null) return copy.refunding;
  return copy.refunded(formatDateFull(istToday(new Date(refund_at))));
}
