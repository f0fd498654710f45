/** Decisions about a paid booking, over the data API: one of them wins whole, and the money follows it. */
import { beforeAll, expect, it } from 'vitest';
import type { Founder } from '../../kit/app-client.ts';
import { mentorLock, openLockBarrier, until } from '../../kit/lock-barrier.ts';
import { aBooking, asPerson, expectBookedOnce, outcomeOf } from '../../kit/payment-fixture.ts';
import { provideSharedApp } from '../../kit/suite-app.ts';

const app = provideSharedApp();
let admin: Founder;
beforeAll(async () => {
  admin = await app.addAdministrator();
});

const decide = (person: Founder, bookingId: string, change: object) =>
  asPerson(app, person).change('bookings', bookingId, change);
const statusOf = async (id: string) => (await app.readBooking(id, admin)).status;

it('a cancellation races an approval: one of them is the truth (failure mode: cancel races approve)', {
  tags: ['faults'],
}, async () => {
  for (let round = 0; round < 6; round += 1) {
    const { bookingId, founder, paymentId } = await aBooking(app);
    const acts = [
      () => decide(admin, bookingId, { status: 'confirmed' }),
      () => decide(founder, bookingId, { status: 'cancelled' }),
    ];
    const answers = await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()));
    const [approval, cancellation] = round % 2 ? answers : answers.toReversed();
    const isApproved = (await statusOf(bookingId)) === 'confirmed';
    expect([approval?.status, cancellation?.status]).toEqual(isApproved ? [200, 409] : [409, 200]);
    expect(await outcomeOf(app, paymentId)).toMatchObject({
      refunds: isApproved ? 0 : 1,
      reason: isApproved ? null : 'booking_cancelled',
    });
  }
});

it('a reschedule onto a sold slot is refused whole (failure mode: reschedule onto a sold slot)', async () => {
  const moved = await aBooking(app);
  const sold = await app.addSlot({ ...moved.slot, startTime: '15:00:00', endTime: '16:00:00' });
  await aBooking(app, { slot: sold });
  const time = { date: sold.date, start_time: sold.startTime, end_time: sold.endTime };
  const answer = await decide(admin, moved.bookingId, { ...time, status: 'rescheduled', notes: 'Travels' });
  expect([answer.status, answer.body.message]).toEqual([409, 'slot_taken']);
  expect(await app.readBooking(moved.bookingId, moved.founder)).toMatchObject({
    status: 'pending_admin_review',
    start_time: moved.slot.startTime,
  });
  await expectBookedOnce(app, moved);
});

it('a reschedule and a purchase at once: one has the time (failure mode: reschedule onto a sold slot)', async () => {
  const moved = await aBooking(app);
  const wanted = await app.addSlot({ ...moved.slot, startTime: '15:00:00', endTime: '16:00:00' });
  const buyer = await app.addFounder();
  const barrier = await openLockBarrier(app, mentorLock(moved.slot.mentorId));
  const time = { date: wanted.date, start_time: wanted.startTime, end_time: wanted.endTime };
  const reschedule = decide(admin, moved.bookingId, { ...time, status: 'rescheduled', notes: 'Travels' });
  const purchase = app.call('create-payment-order', app.orderRequest(buyer, wanted), buyer);
  await barrier.waitForBlocked(2);
  await barrier.release();
  const statuses = [(await reschedule).status, (await purchase).status];
  expect(statuses.toSorted()).toEqual([200, 409]);
});

it('a rejection by two administrators at once gives the money back once (failure mode: reject twice)', async () => {
  const { bookingId, paymentId } = await aBooking(app);
  const colleague = await app.addAdministrator();
  const answers = await Promise.all(
    [admin, colleague, admin, colleague].map((one) => asPerson(app, one).reject(bookingId)),
  );
  expect(answers.every(({ status }) => status < 500)).toBe(true);
  await until(async () => (await outcomeOf(app, paymentId))?.state === 'processed', 'the money did not go back');
  const { body } = await app.provider(`/payments/${paymentId}/refunds`);
  expect(body.count).toBe(1);
});
