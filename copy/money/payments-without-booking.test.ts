import { expect, it } from 'vitest';
import { functionErrors } from '../shell/functions.ts';
import { paymentsWithoutBooking } from './payments-without-booking.ts';

it.each(Object.entries(functionErrors.refundReasons))(
  'says of %s what the answer to the payment said',
  (reason, sentence) => {
    // No one can be told of these two: the account is gone, or the payment has no account.
    if (reason === 'user_gone' || reason === 'order_unknown') return;
    const money =
      reason === 'order_already_paid' ? paymentsWithoutBooking.refundingSecond : paymentsWithoutBooking.refunding;
    expect(`${paymentsWithoutBooking.reasons[reason]} ${money}`).toBe(sentence);
  },
);
