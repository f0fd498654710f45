/** Where a browser keeps payments. By itself, so that a page can look for one without the code of paying. */

/** Local storage key of a finished payment (spec section 3). */
export function paymentRecordKey(paymentId: string): string {
  return `payment_${paymentId}`;
}

/** Left behind by an older application (spec section 7). */
export const LEFTOVER_PAYMENT_KEY = 'ios_payment_recovery';
