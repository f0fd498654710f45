import { expect, it } from 'vitest';
import { verifyPaymentBody } from './index.ts';

const body = { payment_id: 'pay_29QQoUBi66xm2f', order_id: 'order_9A33XWu170gUtm', signature: 'ab'.repeat(32) };

it('the body of verify-payment may have a booking id or none', () => {
  expect(verifyPaymentBody.safeParse(body).success).toBe(true);
  expect(verifyPaymentBody.safeParse({ ...body, booking_id: null }).success).toBe(true);
  expect(verifyPaymentBody.safeParse({ ...body, booking_id: '5f0c2f6e-1d2c-4b3a-8968-0a3c1a528f7c' }).success).toBe(
    true,
  );
});

it('the body of verify-payment has ids of the right kind only', () => {
  expect(verifyPaymentBody.safeParse({ ...body, payment_id: 'order_9A33XWu170gUtm' }).success).toBe(false);
  expect(verifyPaymentBody.safeParse({ ...body, order_id: '../payments' }).success).toBe(false);
  expect(verifyPaymentBody.safeParse({ ...body, signature: '' }).success).toBe(false);
  expect(verifyPaymentBody.safeParse({ ...body, booking_id: 'x' }).success).toBe(false);
});
