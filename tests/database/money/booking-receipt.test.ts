/** Who reads what was paid for a booking. */
import { expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();

function receiptFor(userId: string, bookingId: string) {
  return db.as(userId)`select * from public.booking_receipt(${bookingId})`;
}

test('the founder who paid reads amount and payment, an administrator too, nobody else', async () => {
  const { founder, bookingId, paymentId } = await db.addPaidBooking();
  const receipt = {
    amount_paise: 350_000,
    currency: 'INR',
    payment_id: paymentId,
    paid_at: expect.any(Date),
    refund_state: null,
  };
  expect(await receiptFor(founder, bookingId)).toEqual([receipt]);
  expect(await receiptFor(db.admin, bookingId)).toEqual([receipt]);
  expect(await receiptFor(await db.addFounder(), bookingId)).toEqual([]);
});

test('a booking that was rejected says where its refund stands', async () => {
  const { founder, bookingId } = await db.addPaidBooking();
  await db.setStatus(db.admin, bookingId, 'rejected');
  expect(await receiptFor(founder, bookingId)).toMatchObject([{ refund_state: 'queued' }]);
});

test('without a payment there is no receipt', async () => {
  const founder = await db.addFounder();
  const { id } = await db.addBooking({ owner: founder });
  expect(await receiptFor(founder, id)).toEqual([]);
});
