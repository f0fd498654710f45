/** How many orders and holds a person may begin, and how often give a held time back (docs/product/bookings.md#hold). */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { expect, test } from 'vitest';
import { claimsOf } from '#tests/kit/builders.ts';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });
const { sql } = db;

const TOO_MANY = { code: 'PT429', message: 'too_many_orders' };

/** Slots of one mentor, an hour each, as many as asked for. */
async function addSlots(count: number) {
  const mentorId = await db.addMentor();
  const slots = [];
  for (let n = 0; n < count; n += 1) {
    const hour = 10 + (n % 8);
    slots.push(await db.addSlot(mentorId, 3 + Math.floor(n / 8), `${hour}:00`, `${hour + 1}:00`));
  }
  return slots;
}

/** Orders that the person began some hours ago. */
async function addOrders(founder: string, count: number, hoursAgo: number) {
  for (let n = 0; n < count; n += 1) {
    await sql`
      insert into private.payment_orders
        (user_id, mentor_name, booking_id, date, start_time, end_time, amount_paise, state, created_at)
      values (${founder}, 'Dev Mentor', ${randomUUID()}, current_date + 3, '10:00', '11:00', 350000, 'abandoned',
        now() - ${hoursAgo} * interval '1 hour')`;
  }
}

/** Holds of the person that are over. */
async function addHolds(founder: string, count: number, isGivenBack = false) {
  await sql`
    insert into private.slot_claims (during, kind, user_id, booking_id, expires_at, released_at, is_given_back)
    select tstzrange(now(), now() + interval '1 hour'), 'hold', ${founder}, gen_random_uuid(), now(), now(),
      ${isGivenBack}
    from generate_series(1, ${count})`;
}

async function release(person: string, bookingId: string, via: postgres.ISql | null = null) {
  if (!via) return (await db.as(person)`select public.release_hold(${bookingId}) as done`)[0]?.done;
  await via`select set_config('request.jwt.claims', ${JSON.stringify(claimsOf(person))}, true)`;
  return (await via`select public.release_hold(${bookingId}) as done`)[0]?.done;
}

test('the twenty-first order of a day is refused, a repeat of an open one is none, and the open hold still pays', async () => {
  const founder = await db.addFounder();
  const [first, second] = await addSlots(2);
  if (!first || !second) throw new Error('no slots');
  await addOrders(founder, 19, 1);
  const open = await db.order(founder, first);
  await expect(db.hold(founder, second)).rejects.toMatchObject(TOO_MANY);
  expect((await db.hold(founder, first)).order_id).toBe(open.orderId);
  // Another person is not concerned.
  await db.hold(await db.addFounder(), second);
  expect((await db.settle(open)).outcome).toBe('booked');
});

test('orders of more than a day ago do not count for the limit', async () => {
  const founder = await db.addFounder();
  const [slot] = await addSlots(1);
  if (!slot) throw new Error('no slot');
  await addOrders(founder, 30, 25);
  await addOrders(founder, 19, 23);
  await db.hold(founder, slot);
});

test('twenty-five orders at once leave no more than twenty', async () => {
  const founder = await db.addFounder();
  await addOrders(founder, 18, 1);
  const slots = await addSlots(7);
  const held = await Promise.allSettled(slots.map((slot) => db.hold(founder, slot)));
  expect(held.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  const [row] = await sql`select count(*)::int as n from private.payment_orders where user_id = ${founder}`;
  expect(row?.n).toBe(20);
});

test('the eleventh release of an hour is refused, the hold can still be paid, and no other is given before the hour is over', async () => {
  const founder = await db.addFounder();
  const [slot, kept, third] = await addSlots(3);
  if (!slot || !kept || !third) throw new Error('no slots');
  const open = await db.order(founder, kept);
  for (let n = 0; n < 10; n += 1) {
    const { booking_id } = await db.hold(founder, slot);
    expect(await release(founder, booking_id)).toBe(true);
  }
  await expect(release(founder, open.bookingId)).rejects.toMatchObject(TOO_MANY);
  await expect(db.hold(founder, third)).rejects.toMatchObject(TOO_MANY);
  expect((await db.settle(open)).outcome).toBe('booked');
  await sql`
    update private.slot_claims set released_at = released_at - interval '1 hour'
    where user_id = ${founder} and is_given_back`;
  await db.hold(founder, third);
});

test('the thirty-first unpaid hold of a day is refused, of one order that is used again and again too', async () => {
  const founder = await db.addFounder();
  const [slot, other, paid] = await addSlots(3);
  if (!slot || !other || !paid) throw new Error('no slots');
  // Six tries for a time that is paid in the end do not count.
  for (let n = 0; n < 6; n += 1) await db.expireHold(await db.order(founder, paid));
  await db.buy(founder, paid);
  const orders = new Set<string>();
  for (let n = 0; n < 30; n += 1) {
    const held = await db.order(founder, slot);
    orders.add(held.orderId);
    if (n % 5 === 0) await release(founder, held.bookingId);
    else await db.expireHold(held);
  }
  expect(orders.size).toBe(1);
  await expect(db.hold(founder, slot)).rejects.toMatchObject(TOO_MANY);
  await expect(db.hold(founder, other)).rejects.toMatchObject(TOO_MANY);
  // Another person is not concerned, and after a day the first one holds again.
  await db.hold(await db.addFounder(), slot);
  await sql`
    update private.slot_claims set created_at = created_at - interval '24 hours'
    where user_id = ${founder} and kind = 'hold'`;
  await db.hold(founder, other);
});

test('the thirtieth hold of a day is asked for twice at once: one is given, and it can be paid', async () => {
  const founder = await db.addFounder();
  const [slot, other] = await addSlots(2);
  if (!slot || !other) throw new Error('no slots');
  await addHolds(founder, 29);
  const held = await Promise.allSettled([db.order(founder, slot), db.order(founder, other)]);
  const given = held.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(given).toHaveLength(1);
  for (const order of given) expect((await db.settle(order)).outcome).toBe('booked');
});

test('holds that ran out are no releases', async () => {
  const founder = await db.addFounder();
  const [slot] = await addSlots(1);
  if (!slot) throw new Error('no slot');
  for (let n = 0; n < 11; n += 1) {
    const held = await db.order(founder, slot);
    await db.expireHold(held);
  }
  expect(await release(founder, (await db.hold(founder, slot)).booking_id)).toBe(true);
});

test('without the limits the twenty-first order, the thirty-first hold and the eleventh release go through (negative control)', async () => {
  const founder = await db.addFounder();
  const [first, second] = await addSlots(2);
  if (!first || !second) throw new Error('no slots');
  const removed = async (name: string, act: (transaction: postgres.TransactionSql) => Promise<unknown>) => {
    const undo = new Error('undo');
    await expect(
      sql.begin(async (transaction) => {
        await transaction.unsafe(
          `create or replace function private.${name}(p_user_id uuid) returns void
           language plpgsql stable set search_path = '' as 'begin end'`,
        );
        await act(transaction);
        throw undo;
      }),
    ).rejects.toBe(undo);
  };
  const open = await db.order(founder, first);
  await addHolds(founder, 10, true);
  await expect(release(founder, open.bookingId)).rejects.toMatchObject(TOO_MANY);
  await removed('require_few_releases', async (transaction) => {
    expect(await release(founder, open.bookingId, transaction)).toBe(true);
  });
  await sql`update private.slot_claims set released_at = now() - interval '2 hours' where user_id = ${founder} and is_given_back`;
  await addOrders(founder, 19, 1);
  await expect(db.hold(founder, second)).rejects.toMatchObject(TOO_MANY);
  await removed('require_few_orders', async (transaction) => {
    await db.hold(founder, second, randomUUID(), transaction);
  });
  const patient = await db.addFounder();
  await addHolds(patient, 30);
  await expect(db.hold(patient, second)).rejects.toMatchObject(TOO_MANY);
  await removed('require_few_holds', async (transaction) => {
    await db.hold(patient, second, randomUUID(), transaction);
  });
});
