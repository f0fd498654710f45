/** What founders are told of their own money, before and after a session ends early. */
import { expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });

function previewOwn(person: string, bookingId: string) {
  return db.as(person)`select * from public.preview_cancellation(${bookingId})`;
}

function mine(person: string) {
  return db.as(person)`select * from public.my_session_refunds()`;
}

const full = { is_possible: true, refund: 'full', needs_agreement: false };
const none = { is_possible: true, refund: 'none', needs_agreement: false, new_time: 'discretion' };
test.each([
  ['under review', 30, 'pending_admin_review', { ...full, can_cancel_here: true, new_time: 'none' }],
  ['30 hours ahead', 30, 'confirmed', { ...full, can_cancel_here: true, can_move_here: true, new_time: 'free' }],
  ['18 hours ahead', 18, 'confirmed', { ...full, needs_agreement: true, new_time: 'discretion' }],
  ['6 hours ahead', 6, 'confirmed', { ...none, can_cancel_here: true }],
  ['begun', -0.2, 'confirmed', { is_possible: false, refund: 'none' }],
  ['over', -3, 'completed', { is_possible: false, refund: 'none' }],
] as const)('before cancelling %s', async (_when, hours, status, expected) => {
  const { founder, bookingId } = await db.addPaidBookingIn(hours, status);
  const [said] = await previewOwn(founder, bookingId);
  expect(said).toMatchObject({
    can_cancel_here: false,
    can_move_here: false,
    moves_left: 2,
    status,
    paid_paise: 350_000,
    min_working_days: 5,
    max_working_days: 10,
    ...expected,
  });
  // Administrators are told the same.
  const [forAdministrators] = await db.previewRefund(bookingId, 'founder_cancels');
  for (const name of ['is_possible', 'refund', 'new_time', 'needs_agreement']) {
    expect(forAdministrators?.[name], name).toBe(said?.[name]);
  }
  expect(await previewOwn(await db.addFounder(), bookingId)).toEqual([]);
});

test('before cancelling after four hours under review it is not theirs to cancel any more', async () => {
  const { founder, bookingId } = await db.addPaidBookingIn(30, 'pending_admin_review');
  await db.sql`
    update public.bookings set created_at = now() - interval '4 hours' where id = ${bookingId}`;
  expect(await previewOwn(founder, bookingId)).toMatchObject([{ can_cancel_here: false, refund: 'full' }]);
});

test('before cancelling a session that nobody paid for says so', async () => {
  const founder = await db.addFounder();
  const { id } = await db.addBooking({ owner: founder });
  expect(await previewOwn(founder, id)).toMatchObject([{ paid_paise: null }]);
});

test('afterwards the refund from its decision to its end, with days to expect, for its founder alone', async () => {
  const { founder, bookingId, paymentId } = await db.addPaidBookingIn(30, 'pending_admin_review');
  expect(await mine(founder)).toEqual([]);
  await db.setStatus(db.admin, bookingId, 'rejected');
  const refund = { booking_id: bookingId, payment_id: paymentId, amount_paise: 350_000, is_late: false };
  const [queued] = await mine(founder);
  expect(queued).toMatchObject({ ...refund, state: 'queued', requested_at: null });
  expect(queued?.expected_by > queued?.expected_from).toBe(true);
  expect(await mine(await db.addFounder())).toEqual([]);

  // That the provider failed it is ours to repair: for who waits it is still on its way.
  for (const [state, shown] of [
    ['pending', 'pending'],
    ['failed', 'queued'],
  ]) {
    await db.sql`
      update private.refunds set state = ${state ?? ''}, requested_at = coalesce(requested_at, now())
      where payment_id = ${paymentId}`;
    expect(await mine(founder)).toMatchObject([{ ...refund, state: shown, requested_at: expect.any(Date) }]);
  }
  await db.sql`
    update private.refunds set requested_at = now() - interval '30 days' where payment_id = ${paymentId}`;
  expect(await mine(founder)).toMatchObject([{ is_late: true }]);
  await db.sql`
    update private.refunds set state = 'processed', processed_at = now() where payment_id = ${paymentId}`;
  expect(await mine(founder)).toMatchObject([{ state: 'processed', is_late: false }]);
});

test('a session cancelled too late gives nothing back, and says so; one that was held is not listed', async () => {
  const { founder, bookingId } = await db.addPaidBookingIn(6);
  await db.recordIncident(bookingId, 'founder_cancels', { expected: 'none' });
  expect(await mine(founder)).toMatchObject([
    { booking_id: bookingId, state: 'none', expected_by: null, is_late: false },
  ]);
  const held = await db.addPaidBookingIn(-3, 'completed');
  expect(await mine(held.founder)).toEqual([]);
});
