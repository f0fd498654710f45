/** Everybody at once on one mentor: every refusal is one of ours, nobody deadlocks, and no promise is broken. */
import { expect, test } from 'vitest';
import type { Slot } from '#tests/kit/builders.ts';
import { type Order, provideDatabase } from '#tests/kit/database-fixture.ts';
import { mentorLock, openLockBarrier } from '#tests/kit/lock-barrier.ts';

const db = provideDatabase();

/** Repeatable numbers from 0 to below `limit`: a storm that failed can be played again. */
function seededRandom(seed: number) {
  let state = seed;
  return (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

test('holds, captures, expiries, decisions, reschedules and re-saved slots together break no promise', async () => {
  const { admin } = db;
  const mentorId = await db.addMentor();
  const slots: Slot[] = [];
  for (let hour = 9; hour < 15; hour++) {
    slots.push(await db.addSlot(mentorId, 3, `${hour}:00`, `${hour + 1}:00`));
    slots.push(await db.addSlot(mentorId, 3, `${hour}:30`, `${hour + 1}:15`));
  }
  const founders = await Promise.all(Array.from({ length: 12 }, () => db.addFounder()));
  const orders: Order[] = [];
  const refusals: { code?: string; message: string }[] = [];
  const next = seededRandom(2026);
  const pick = <T>(list: T[]): T | undefined => list[next(list.length)];

  async function act(): Promise<unknown> {
    const [founder, slot, order] = [pick(founders) ?? '', pick(slots), pick(orders)];
    if (!slot) return;
    const choice = next(10);
    if (choice < 4 || !order) return orders.push(await db.order(founder, slot));
    if (choice < 6) return db.settle(order, { id: `pay_${order.providerOrderId}_${next(2)}` });
    if (choice === 6) return db.expireHold(order);
    if (choice === 7) return db.setStatus(admin, order.bookingId, next(2) ? 'rejected' : 'confirmed');
    if (choice === 8) return db.reschedule(admin, order.bookingId, slot);
    // Two requests, as over the API; between them the slot does not exist.
    await db.as(admin)`
      delete from public.mentor_availability
      where mentor_id = ${mentorId} and start_time = ${slot.startTime}::time`;
    return db.as(admin)`
      insert into public.mentor_availability (mentor_id, date, start_time, end_time)
      values (${mentorId}, ${slot.date}::date, ${slot.startTime}, ${slot.endTime})
      on conflict do nothing returning id`;
  }

  async function worker(): Promise<void> {
    for (let turn = 0; turn < 60; turn++) await act().catch((error) => refusals.push(error));
  }
  await Promise.all(Array.from({ length: 10 }, worker));

  expect(refusals.filter((error) => !/^PT4\d\d$/.test(error.code ?? ''))).toEqual([]);
  expect(await db.violations()).toEqual([]);
  const [count] = await db.sql`select count(*)::int as bookings from public.bookings`;
  expect(count?.bookings).toBeGreaterThan(3);
}, 120_000);

test('a slot that is asked for again while its late payment is settled is booked, without a deadlock', async () => {
  const mentorId = await db.addMentor();
  const slot = await db.addSlot(mentorId, 3, '9:00', '10:00');
  const founder = await db.addFounder();
  const order = await db.order(founder, slot);
  await db.expireHold(order);
  const barrier = await openLockBarrier(db, mentorLock(mentorId));
  const again = db.order(founder, slot);
  await barrier.waitForBlocked(1);
  const settlement = db.settle(order);
  await barrier.waitForBlocked(2);
  await barrier.release();

  expect(await Promise.all([again, settlement])).toMatchObject([{ orderId: order.orderId }, { outcome: 'booked' }]);
  expect(await db.violations()).toEqual([]);
});
