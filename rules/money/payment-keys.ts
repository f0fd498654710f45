/** Where a browser keeps payments. A separate file, so that a page can look for one without the code for paying. */

/** Local storage key of a finished payment (docs/product/payments.md#after-the-checkout). */
export function paymentRecordKey(paymentId: string): string {
  return `payment_${paymentId}`;
}

/** Left behind by an older application. */
export const LEFTOVER_PAYMENT_KEY = 'ios_payment_recovery';
