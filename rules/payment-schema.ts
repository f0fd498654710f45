import { z } from 'zod';
import { isIstDate, isIstTime } from '#rules/ist.ts';

/** Bodies of the two payment functions (spec section 7). Apart from public pages, because zod is heavy. */

const uuid = z.guid();
const text = z.string().max(500);
const ignoredText = text.nullish();

/** 'start-end', each 'HH:mm' or 'HH:mm:ss', as two times. */
const bookingTime = z.string().transform((value, context) => {
  const [start = '', end = '', ...rest] = value.split('-');
  if (rest.length > 0 || !isIstTime(start) || !isIstTime(end) || end <= start) {
    context.addIssue({ code: 'custom', message: 'not a time range' });
    return z.NEVER;
  }
  return { start, end };
});

/**
 * The server takes the payer from the session and price, names and e-mails from the database;
 * those fields are accepted because the contract has them, and `amount` only to refuse a surprise.
 */
export const createPaymentOrderBody = z.object({
  amount: z.int().positive(),
  currency: z.string().max(10),
  mentor_id: uuid,
  booking_id: uuid.nullish(),
  user_id: text.nullish(),
  notes: z.object({
    booking_id: uuid,
    booking_date: z.string().refine(isIstDate),
    booking_time: bookingTime,
    mentor_name: ignoredText,
    mentor_email: ignoredText,
    user_email: ignoredText,
  }),
});

export const verifyPaymentBody = z.object({
  payment_id: z.string().regex(/^pay_[A-Za-z0-9]{1,36}$/),
  order_id: z.string().regex(/^order_[A-Za-z0-9]{1,36}$/),
  signature: z.string().min(1).max(512),
  booking_id: uuid.nullish(),
});
