import { expect, it } from 'vitest';
import { createPaymentOrderBody } from './index.ts';

const order = {
  amount: 700_000,
  currency: 'INR',
  mentor_id: '7b0f7f0e-4a8e-4a53-9e5e-6d1f7c2b8a10',
  booking_id: null,
  user_id: '0a3c1a52-8f7c-4e0e-8f0d-1d2c3b4a5968',
  notes: {
    booking_id: '5f0c2f6e-1d2c-4b3a-8968-0a3c1a528f7c',
    booking_date: '2026-11-24',
    booking_time: '10:00:00-11:00:00',
    mentor_name: 'Asha Rao',
    mentor_email: '',
    user_email: 'founder@example.com',
  },
};

it('the body of create-payment-order: the booking time is split into start and end', () => {
  expect(createPaymentOrderBody.parse(order).notes.booking_time).toEqual({ start: '10:00:00', end: '11:00:00' });
});

it.each([
  ['amount', { ...order, amount: '700000' }],
  ['amount', { ...order, amount: 0.5 }],
  ['amount', { ...order, amount: -1 }],
  ['mentor_id', { ...order, mentor_id: 'not-a-uuid' }],
  ['notes', { ...order, notes: undefined }],
  ['notes.booking_id', { ...order, notes: { ...order.notes, booking_id: 'x' } }],
  ['notes.booking_date', { ...order, notes: { ...order.notes, booking_date: '2026-02-30' } }],
  ['notes.booking_time', { ...order, notes: { ...order.notes, booking_time: '10:00' } }],
  ['notes.booking_time', { ...order, notes: { ...order.notes, booking_time: '11:00-10:00' } }],
  ['notes.booking_time', { ...order, notes: { ...order.notes, booking_time: '10:00-10:00' } }],
  ['notes.booking_time', { ...order, notes: { ...order.notes, booking_time: '10:00-11:00-12:00' } }],
])('the body of create-payment-order: a wrong %s is named', (field, body) => {
  const result = createPaymentOrderBody.safeParse(body);
  expect(result.error?.issues[0]?.path.join('.')).toBe(field);
});
