/** Who reads what was paid for a booking. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingDesk, openBookingDesk } from './booking-desk.ts';

let desk: BookingDesk;
beforeAll(async () => {
  desk = await openBookingDesk();
});
afterAll(() => desk.market.close());

function receiptFor(userId: string, bookingId: string) {
  return desk.as(userId, (sql) => sql`select * from public.booking_receipt(${bookingId})`);
}

test('the founder who paid reads amount and payment, an administrator too, nobody else', async () => {
  const { founder, bookingId, paymentId } = await desk.aPaidBooking();
  const receipt = {
    amount_paise: 350_000,
    currency: 'INR',
    payment_id: paymentId,
    paid_at: expect.any(Date),
    refund_state: null,
  };
  expect(await receiptFor(founder, bookingId)).toEqual([receipt]);
  expect(await receiptFor(desk.admin, bookingId)).toEqual([receipt]);
  expect(await receiptFor(await desk.market.addFounder(), bookingId)).toEqual([]);
});

test('a booking that was rejected says where its refund stands', async () => {
  const { founder, bookingId } = await desk.aPaidBooking();
  await desk.setStatus(desk.admin, bookingId, 'rejected');
  expect(await receiptFor(founder, bookingId)).toMatchObject([{ refund_state: 'queued' }]);
});

test('without a payment there is no receipt', async () => {
  const founder = await desk.market.addFounder();
  const { id } = await desk.aBooking({ owner: founder });
  expect(await receiptFor(founder, id)).toEqual([]);
});
