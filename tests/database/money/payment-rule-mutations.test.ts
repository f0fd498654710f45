/**
 * Negative controls: each rule of the money path is taken away in a database of its own, what it prevents is
 * tried, and private.invariant_violations must say so. A view that stays empty here would prove nothing elsewhere.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DatabaseFixture, type Order, openDatabaseFixture } from '#tests/kit/database-fixture.ts';
import { untilBlockedOr } from '#tests/kit/lock-barrier.ts';

let db: DatabaseFixture;
beforeEach(async () => {
  db = await openDatabaseFixture();
});
afterEach(() => db.close());

async function aSlot() {
  return db.addSlot(await db.addMentor(), 2, '10:00', '11:00');
}

test('with every rule in place, none of these attempts breaks a promise', async () => {
  const slot = await aSlot();
  const { bookingId } = await db.buy(await db.addFounder(), slot);
  await expect(db.order(await db.addFounder(), slot)).rejects.toMatchObject({ message: 'slot_taken' });
  await expect(db.sql`update public.bookings set status = 'completed' where id = ${bookingId}`).rejects.toMatchObject({
    message: 'booking_transition_not_allowed',
  });
  expect(await db.violations()).toEqual([]);
});

const unlock = `
  create or replace function private.lock_mentor(p_mentor_id uuid) returns void
  language sql set search_path = '' as $$ select $$`;

/** Two buyers of one slot, the second asking while the first one's transaction is still open. */
async function raceForSlot() {
  const slot = await aSlot();
  const [first, second] = [await db.addFounder(), await db.addFounder()];
  let secondHold: Promise<unknown> = Promise.resolve();
  await db.service.begin(async (transaction) => {
    await db.hold(first, slot, randomUUID(), transaction);
    let isThrough = false;
    secondHold = db.order(second, slot).finally(() => {
      isThrough = true;
    });
    secondHold.catch(() => {});
    await untilBlockedOr(db.sql, () => isThrough);
  });
  const [outcome] = await Promise.allSettled([secondHold]);
  await db.settle(await db.order(first, slot));
  return { second: outcome, settleSecond: async () => db.settle((await secondHold) as Order) };
}

test('without the minimum notice, a slot of the next hours is sold', async () => {
  const slot = await aSlot();
  await db.sql`update public.mentors set min_notice_minutes = 10080`;
  await expect(db.order(await db.addFounder(), slot)).rejects.toMatchObject({ message: 'slot_too_soon' });
  await db.sql.unsafe(`
    create or replace function private.require_bookable_slot(
      p_mentor_id uuid, p_date date, p_start_time time, p_end_time time) returns void
    language sql set search_path = '' as $$ select $$`);
  expect((await db.buy(await db.addFounder(), slot)).settlement.outcome).toBe('booked');
});

test('without the limit for approvals, a session that has begun is approved', async () => {
  const { bookingId } = await db.buy(await db.addFounder(), await aSlot());
  await db.startIn(bookingId, -0.1);
  const approve = () => db.setStatus(db.admin, bookingId, 'confirmed');
  await expect(approve()).rejects.toMatchObject({ message: 'too_late' });
  await db.sql.unsafe(`
    create or replace function private.approval_ends(p_starts_at timestamptz) returns timestamptz
    language sql set search_path = '' as $$ select 'infinity'::timestamptz $$`);
  expect(await approve()).toHaveLength(1);
});

test('without the exclusion constraint and the lock, a race sells a slot twice', async () => {
  await db.sql`alter table private.slot_claims drop constraint slot_claims_sold_once`;
  await db.sql.unsafe(unlock);
  const race = await raceForSlot();
  expect(race.second?.status).toBe('fulfilled');
  await race.settleSecond();
  expect(await db.violations()).toEqual(['time_booked_twice', 'time_claimed_twice']);
});

test.each([
  ['lock', unlock],
  ['exclusion constraint', 'alter table private.slot_claims drop constraint slot_claims_sold_once'],
])('without the %s alone, the other still gives one winner and a clean refusal', async (_, mutation) => {
  await db.sql.unsafe(mutation);
  const { second } = await raceForSlot();
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'PT409', message: 'slot_taken' } });
  expect(await db.violations()).toEqual([]);
});

test('without the look at the hold, an order can be paid whose time another founder buys', async () => {
  const [founder, slot] = [await db.addFounder(), await aSlot()];
  const held = await db.hold(founder, slot);
  const attach = () => db.service`select public.attach_provider_order(${held.order_id}, 'order_late')`;
  await db.service`select public.release_payment_order(${held.order_id})`;
  await expect(attach()).rejects.toMatchObject({ message: 'order_not_held' });
  await db.sql.unsafe(`
    alter table private.payment_orders drop constraint payment_orders_abandoned_unpayable;
    do $do$ begin execute replace(
      pg_get_functiondef('public.attach_provider_order(uuid,text)'::regprocedure), 'v_order.state <> ''open'' or', 'false and');
    end $do$;`);
  await attach();
  await db.buy(await db.addFounder(), slot);
  const late = { orderId: held.order_id, bookingId: held.booking_id, amountPaise: held.amount_paise };
  expect(await db.settle({ ...late, providerOrderId: 'order_late' })).toMatchObject({
    outcome: 'refund',
    reason: 'slot_taken',
  });
});

test('without the outcome trigger, money can stay without an outcome', async () => {
  const order = await db.order(await db.addFounder(), await aSlot());
  const capture = () => db.sql`
    insert into private.payments (id, order_id, amount_paise, currency)
    values ('pay_lost', ${order.orderId}, ${order.amountPaise}, 'INR')`;
  await expect(capture()).rejects.toMatchObject({ message: 'payment_without_outcome', detail: 'pay_lost' });
  await db.sql`drop trigger require_payment_outcome on private.payments`;
  await capture();
  expect(await db.violations()).toEqual(['payment_without_outcome']);
});

test('without the outcome trigger on refunds, a refund can vanish', async () => {
  const order = await db.order(await db.addFounder(), await aSlot());
  await db.settle(order, { amountPaise: 100 });
  const lose = () => db.sql`delete from private.refunds`;
  await expect(lose()).rejects.toMatchObject({ message: 'payment_without_outcome' });
  await db.sql`drop trigger require_payment_outcome on private.refunds`;
  await lose();
  expect(await db.violations()).toEqual(['payment_without_outcome']);
});

test('without the booking guard, a refunded booking comes back to life', async () => {
  const { bookingId } = await db.buy(await db.addFounder(), await aSlot());
  await db.sql`update public.bookings set status = 'rejected' where id = ${bookingId}`;
  const revive = () => db.sql`update public.bookings set status = 'confirmed' where id = ${bookingId}`;
  await expect(revive()).rejects.toMatchObject({ message: 'booking_transition_not_allowed' });
  await db.sql`drop trigger guard_booking on public.bookings`;
  await revive();
  expect(await db.violations()).toEqual(['booking_without_claim', 'live_booking_refunded']);
});

test('without what goes with a booking’s change, a rejection keeps money and time', async () => {
  const { bookingId } = await db.buy(await db.addFounder(), await aSlot());
  await db.sql`drop trigger apply_booking_change on public.bookings`;
  await db.sql`update public.bookings set status = 'rejected' where id = ${bookingId}`;
  expect(await db.violations()).toEqual(['dead_booking_not_refunded', 'sale_without_booking']);
});

test('without the marking of availability, a sold slot still looks free', async () => {
  await db.sql`drop trigger mark_availability on private.slot_claims`;
  await db.buy(await db.addFounder(), await aSlot());
  expect(await db.violations()).toEqual(['availability_disagrees_with_sales']);
});

test('without its job, a queued refund is never asked for', async () => {
  const order = await db.order(await db.addFounder(), await aSlot());
  await db.settle(order, { amountPaise: 100 });
  await db.sql`delete from private.outbox where kind = 'refund'`;
  expect(await db.violations()).toEqual(['refund_without_job']);
});

test('a booking whose payment is of another amount is seen', async () => {
  const { paymentId } = await db.buy(await db.addFounder(), await aSlot());
  await db.sql`update private.payments set amount_paise = 1 where id = ${paymentId}`;
  expect(await db.violations()).toEqual(['booked_at_another_price']);
});

test('an order that calls itself booked without a payment is seen', async () => {
  const order = await db.order(await db.addFounder(), await aSlot());
  await db.sql`update private.payment_orders set state = 'booked' where id = ${order.orderId}`;
  expect(await db.violations()).toEqual(['order_booked_without_payment']);
});

test('a refund of another amount is seen', async () => {
  const order = await db.order(await db.addFounder(), await aSlot());
  await db.settle(order, { amountPaise: 100 });
  await db.sql`update private.refunds set amount_paise = 99`;
  expect(await db.violations()).toEqual(['refund_of_another_amount']);
});
