/** The times that are held for a founder: seen, used again, given back. */
import { expect, test } from 'vitest';
import { HOLD_MINUTES } from '#rules/money/payment.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });

function holds(person: string, mentorId: string | null = null) {
  return db.as(person)`select * from public.my_holds(${mentorId})`;
}

async function release(person: string, bookingId: string): Promise<boolean> {
  const [row] = await db.as(person)`select public.release_hold(${bookingId}) as done`;
  return row?.done;
}

async function aHold() {
  const founder = await db.addFounder();
  const mentorId = await db.addMentor();
  const slot = await db.addSlot(mentorId, 3, '10:00', '11:00');
  return { founder, mentorId, slot, ...(await db.order(founder, slot)) };
}

async function heldFor(person: string, mentorId: string): Promise<boolean[]> {
  const rows = await db.as(person)`select is_held from public.mentor_slots(${mentorId})`;
  return rows.map((row) => row.is_held);
}

test('an own hold is seen with its end and what is left of it, on its mentor’s page', async () => {
  const { founder, mentorId, slot, bookingId, amountPaise, providerOrderId } = await aHold();
  const [hold, ...others] = await holds(founder, mentorId);
  expect(others).toEqual([]);
  expect(hold).toMatchObject({
    booking_id: bookingId,
    mentor_id: mentorId,
    mentor_name: 'Dev Mentor',
    start_time: '10:00:00',
    end_time: '11:00:00',
    amount_paise: amountPaise,
    currency: 'INR',
    provider_order_id: providerOrderId,
    expires_at: expect.any(Date),
  });
  expect(hold?.seconds_left).toBeGreaterThan(HOLD_MINUTES * 60 - 30);
  expect(hold?.seconds_left).toBeLessThanOrEqual(HOLD_MINUTES * 60);
  expect(await holds(founder, await db.addMentor())).toEqual([]);
  expect(await heldFor(founder, mentorId)).toEqual([false]);
  expect(slot.mentorId).toBe(mentorId);
});

test('an own hold is seen by nobody else, administrators included', async () => {
  const { mentorId } = await aHold();
  for (const person of [db.admin, await db.addFounder()]) {
    expect(await holds(person, mentorId)).toEqual([]);
    expect(await heldFor(person, mentorId)).toEqual([true]);
  }
});

test('an own hold is not seen when it is over, released or sold', async () => {
  const [over, sold, released] = [await aHold(), await aHold(), await aHold()];
  await db.expireHold(over);
  await db.settle(sold);
  await release(released.founder, released.bookingId);
  for (const { founder } of [over, sold, released]) expect(await holds(founder)).toEqual([]);
});

test('at most two own holds are seen; a third time is for whoever gives one back', async () => {
  const first = await aHold();
  const more = await Promise.all([1, 2].map(async () => db.addSlot(await db.addMentor(), 3, '10:00', '11:00')));
  await db.hold(first.founder, more[0] ?? first.slot);
  expect(await holds(first.founder)).toHaveLength(2);
  await expect(db.hold(first.founder, more[1] ?? first.slot)).rejects.toMatchObject({ message: 'too_many_holds' });
  expect(await release(first.founder, first.bookingId)).toBe(true);
  await db.hold(first.founder, more[1] ?? first.slot);
  expect(await holds(first.founder)).toHaveLength(2);
});

test('an own hold is used again by coming back: the same order, with what is left of the same hold', async () => {
  const { founder, mentorId, slot, bookingId, orderId } = await aHold();
  const before = await holds(founder, mentorId);
  const again = await db.hold(founder, slot, crypto.randomUUID());
  expect([again.order_id, again.booking_id]).toEqual([orderId, bookingId]);
  expect((await holds(founder, mentorId))[0]?.expires_at).toEqual(before[0]?.expires_at);
});

test('an own hold is used again after it was given back: the same order, held while the time is free', async () => {
  const { founder, slot, bookingId, orderId } = await aHold();
  await release(founder, bookingId);
  expect((await db.hold(founder, slot)).order_id).toBe(orderId);
  await release(founder, bookingId);
  const other = await db.addFounder();
  await db.hold(other, slot);
  await expect(db.hold(founder, slot)).rejects.toMatchObject({ message: 'slot_taken' });
});

test('the time of a hold that is given back is free for others at once', async () => {
  const { founder, mentorId, slot, bookingId } = await aHold();
  expect(await release(founder, bookingId)).toBe(true);
  expect(await release(founder, bookingId)).toBe(false);
  const other = await db.addFounder();
  expect(await heldFor(other, mentorId)).toEqual([false]);
  expect((await db.buy(other, slot)).settlement.outcome).toBe('booked');
});

test('a hold is given back only by whom it was held for, and nothing that is sold', async () => {
  const { founder, mentorId, bookingId } = await aHold();
  for (const person of [db.admin, await db.addFounder()]) {
    expect(await release(person, bookingId)).toBe(false);
  }
  expect(await holds(founder, mentorId)).toHaveLength(1);
  const paid = await db.addPaidBooking();
  expect(await release(paid.founder, paid.bookingId)).toBe(false);
  expect(await db.isBooked(paid.slot)).toBe(true);
  expect(await release(founder, crypto.randomUUID())).toBe(false);
});

test('a hold that is given back is paid: booked while the time is free, refunded when it is not', async () => {
  const free = await aHold();
  await release(free.founder, free.bookingId);
  expect((await db.settle(free)).outcome).toBe('booked');
  const gone = await aHold();
  await release(gone.founder, gone.bookingId);
  await db.buy(await db.addFounder(), gone.slot);
  expect(await db.settle(gone)).toMatchObject({ outcome: 'refund', reason: 'slot_taken' });
});

test('a hold is given back at the moment in which it is paid: one booking, never a sale without its time', async () => {
  for (let round = 0; round < 12; round += 1) {
    const hold = await aHold();
    const [settled] = await Promise.all([db.settle(hold), release(hold.founder, hold.bookingId)]);
    expect(settled.outcome).toBe('booked');
    expect(await db.isBooked(hold.slot)).toBe(true);
    expect(await db.violations()).toEqual([]);
  }
});

test('a hold is given back at the moment in which somebody else wants it, and its own founder again', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { founder, slot, bookingId } = await aHold();
    const other = await db.addFounder();
    const [released, ...wanted] = await outcomes([
      release(founder, bookingId),
      db.hold(other, slot),
      db.hold(founder, slot),
    ]);
    expect(released).toBe('done');
    for (const one of wanted) expect(['done', 'PT409 slot_taken']).toContain(one);
  }
});

test('a hold is not given back by a visitor', async () => {
  const { bookingId } = await aHold();
  const asVisitor = (act: string) =>
    db.sql.begin(async (sql) => {
      await sql`set local role anon`;
      await sql.unsafe(act);
    });
  expect(
    await outcomes([
      asVisitor(`select public.release_hold('${bookingId}')`).catch((error) => {
        throw Object.assign(error, { message: 'refused' });
      }),
      asVisitor('select public.my_holds()').catch((error) => {
        throw Object.assign(error, { message: 'refused' });
      }),
    ]),
  ).toEqual(['42501 refused', '42501 refused']);
});

function ownTimes(person: string, mentorId: string | null = null) {
  return db.as(person)`select * from public.my_times(${mentorId})`;
}

/** An event of the provider about an order's payment, as the webhook stores it. */
async function reportPayment(providerOrderId: string, event: string, minutesAgo = 0, isProcessed = false) {
  await db.sql`
    insert into private.webhook_events (id, event, payload, received_at, processed_at)
    values (${`own-times-${crypto.randomUUID()}`}, ${event},
      jsonb_build_object('payload', jsonb_build_object('payment', jsonb_build_object('entity',
        jsonb_build_object('order_id', ${providerOrderId}::text)))),
      now() - ${minutesAgo}::int * interval '1 minute', ${isProcessed ? new Date() : null})`;
}

test('an own time is ordered, paid once the provider reports it, and booked once it is settled', async () => {
  const order = await aHold();
  const { founder, mentorId, bookingId, providerOrderId } = order;
  const state = async () => (await ownTimes(founder, mentorId)).map((time) => time.state);
  expect(await ownTimes(founder, mentorId)).toMatchObject([
    { booking_id: bookingId, mentor_id: mentorId, start_time: '10:00:00', end_time: '11:00:00', state: 'ordered' },
  ]);
  await db.expireHold(order);
  expect(await state(), 'it can be paid after its hold as well').toEqual(['ordered']);
  await reportPayment(providerOrderId, 'payment.failed');
  await reportPayment(providerOrderId, 'payment.authorized', 20, true);
  expect(await state(), 'neither says that a payment is under way').toEqual(['ordered']);
  await reportPayment(providerOrderId, 'payment.captured', 20);
  expect(await state(), 'it waits to be processed').toEqual(['paid']);
  await db.settle(order);
  expect(await ownTimes(founder, mentorId)).toMatchObject([{ booking_id: bookingId, state: 'booked' }]);
  expect(await ownTimes(founder, await db.addMentor())).toEqual([]);
});

test('an own time is seen by nobody else, administrators included', async () => {
  const { mentorId } = await aHold();
  const booked = await db.addPaidBooking();
  for (const person of [db.admin, await db.addFounder()]) {
    expect(await ownTimes(person, mentorId)).toEqual([]);
    expect(await ownTimes(person, booked.slot.mentorId)).toEqual([]);
    expect(await ownTimes(person)).toEqual([]);
  }
});

test('an own time ends with its booking’s rejection, with a refund of its payment, and with the session', async () => {
  const rejected = await db.addPaidBooking();
  await db.setStatus(db.admin, rejected.bookingId, 'rejected');
  expect(await ownTimes(rejected.founder)).toEqual([]);

  const lost = await aHold();
  await release(lost.founder, lost.bookingId);
  await db.buy(await db.addFounder(), lost.slot);
  await db.settle(lost);
  expect(await ownTimes(lost.founder)).toEqual([]);

  const over = await db.addPaidBookingIn(-30, 'completed');
  expect(await ownTimes(over.founder)).toEqual([]);
});
