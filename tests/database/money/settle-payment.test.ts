import postgres from 'postgres';
import { expect, test } from 'vitest';
import { claimsOf, type Slot } from '#tests/kit/builders.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });

async function anOrder(options: { daysAhead?: number } = {}) {
  const founder = await db.addFounder();
  const slot = await db.addSlot(await db.addMentor(), options.daysAhead ?? 2, '10:00', '11:00');
  return { founder, slot, order: await db.order(founder, slot) };
}

async function expectFullRefund(paymentId: string, reason: string, amountPaise = 350_000) {
  expect(await db.refundsOf(paymentId)).toEqual([{ amount_paise: amountPaise, reason, state: 'queued', jobs: 1 }]);
}

test('a captured payment becomes a booking of the order’s mentor, time and person, the slot booked', async () => {
  const { founder, slot, order } = await anOrder();
  expect(await db.settle(order)).toEqual({ outcome: 'booked', bookingId: order.bookingId, reason: null });
  const [booking] = await db.sql`
      select mentor_id, mentor_name, mentor_image, date::text, start_time, end_time, status, user_id, user_email
      from public.bookings where id = ${order.bookingId}`;
  expect(booking).toEqual({
    mentor_id: slot.mentorId,
    mentor_name: 'Dev Mentor',
    mentor_image: '/placeholder.svg',
    date: slot.date,
    start_time: '10:00:00',
    end_time: '11:00:00',
    status: 'pending_admin_review',
    user_id: founder,
    user_email: `${founder.slice(0, 8)}@startup.example`,
  });
  expect(await db.isBooked(slot)).toBe(true);
});

test('16 parallel calls about a captured payment and any later one give one answer, booking and job', async () => {
  const { order } = await anOrder();
  const answers = await Promise.all(Array.from({ length: 16 }, () => db.settle(order)));
  answers.push(await db.settle(order));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]?.outcome).toBe('booked');
  const [count] = await db.sql`
      select
        (select count(*)::int from private.payments p where p.order_id = ${order.orderId}) as payments,
        (select count(*)::int from private.outbox
         where kind = 'booking_submitted' and payload ->> 'booking_id' = ${order.bookingId}) as jobs`;
  expect(count).toEqual({ payments: 1, jobs: 1 });
});

test('the answer about a captured payment stays "booked" after the booking was rejected and refunded', async () => {
  const { order } = await anOrder();
  const first = await db.settle(order);
  await db.sql`update public.bookings set status = 'rejected' where id = ${order.bookingId}`;
  expect(await db.settle(order)).toEqual(first);
  await expectFullRefund(`pay_${order.providerOrderId}`, 'booking_rejected');
});

test('a captured payment becomes a booking though the profile is missing, which is made', async () => {
  const { founder, order } = await anOrder();
  await db.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`delete from public.profiles where id = ${founder}`;
  });
  expect((await db.settle(order)).outcome).toBe('booked');
});

test('a hold that ran out is taken again while the time is free', async () => {
  const { order } = await anOrder();
  await db.expireHold(order);
  expect((await db.settle(order)).outcome).toBe('booked');
});

test('a hold that ran out is taken again even after it was let go', async () => {
  const { order, slot } = await anOrder();
  await db.expireHold(order);
  const other = await db.order(await db.addFounder(), slot);
  await db.expireHold(other);
  expect((await db.settle(order)).outcome).toBe('booked');
  expect(await db.settle(other)).toMatchObject({ outcome: 'refund', reason: 'slot_taken' });
});

test('a hold that ran out gives a refund when the time was sold', async () => {
  const { order, slot } = await anOrder();
  await db.expireHold(order);
  const winner = await db.buy(await db.addFounder(), slot);
  expect(winner.settlement.outcome).toBe('booked');
  expect(await db.settle(order)).toEqual({ outcome: 'refund', bookingId: null, reason: 'slot_taken' });
  await expectFullRefund(`pay_${order.providerOrderId}`, 'slot_taken');
});

test('a hold that ran out gives a refund when somebody else is paying for the time', async () => {
  const { order, slot } = await anOrder();
  await db.expireHold(order);
  const other = await db.order(await db.addFounder(), slot);
  expect(await db.settle(order)).toMatchObject({ outcome: 'refund', reason: 'slot_taken' });
  expect((await db.settle(other)).outcome).toBe('booked');
});

test('a hold that ran out beats the same person’s newer, unpaid order for that time', async () => {
  const { order, slot, founder } = await anOrder();
  await db.expireHold(order);
  await db.sql`update public.mentors set price = 4000 where id = ${slot.mentorId}`;
  const newer = await db.order(founder, slot);
  expect((await db.settle(order)).outcome).toBe('booked');
  expect(await db.settle(newer)).toMatchObject({ outcome: 'refund', reason: 'slot_taken' });
});

test('a hold that ran out gives a refund when the session has begun', async () => {
  const { order } = await anOrder();
  await startSession(order.orderId, { holdExpired: true });
  expect(await db.settle(order)).toMatchObject({ outcome: 'refund', reason: 'slot_in_past' });
});

test('a payment within the hold books, though the session began meanwhile', async () => {
  const { order } = await anOrder();
  await startSession(order.orderId, { holdExpired: false });
  expect((await db.settle(order)).outcome).toBe('booked');
});

/** Moves an order's session to yesterday, as if the checkout had stayed open. */
async function startSession(orderId: string, { holdExpired }: { holdExpired: boolean }) {
  await db.sql.begin(async (sql) => {
    await sql`update private.payment_orders set date = private.today() - 1 where id = ${orderId}`;
    await sql`
      update private.slot_claims c set during = o.during,
        expires_at = now() + case when ${holdExpired} then interval '-1 minute' else interval '1 minute' end
      from private.payment_orders o where o.id = c.order_id and o.id = ${orderId}`;
  });
}

test.each<[string, { amountPaise?: number; currency?: string }]>([
  ['less', { amountPaise: 100 }],
  ['more', { amountPaise: 350_001 }],
  ['another currency', { currency: 'USD' }],
])(
  'money that buys nothing goes back: %s than the price: refunded in full, the time is free again',
  async (_, payment) => {
    const { order, slot } = await anOrder();
    expect(await db.settle(order, payment)).toMatchObject({ outcome: 'refund', reason: 'amount_mismatch' });
    await expectFullRefund(`pay_${order.providerOrderId}`, 'amount_mismatch', payment.amountPaise);
    expect(await db.settle(order, payment)).toMatchObject({ outcome: 'refund', reason: 'amount_mismatch' });
    expect((await db.buy(await db.addFounder(), slot)).settlement.outcome).toBe('booked');
  },
);

test('money that buys nothing goes back: a second capture on an order, whatever became of the first', async () => {
  const { order } = await anOrder();
  await db.settle(order);
  expect(await db.settle(order, { id: 'pay_second' })).toEqual({
    outcome: 'refund',
    bookingId: null,
    reason: 'order_already_paid',
  });
  await expectFullRefund('pay_second', 'order_already_paid');

  const wrong = await anOrder();
  await db.settle(wrong.order, { id: 'pay_wrong', amountPaise: 100 });
  expect(await db.settle(wrong.order, { id: 'pay_right' })).toMatchObject({ reason: 'order_already_paid' });
});

test('money that buys nothing goes back: two captures of one order at once: one booking, one refund', async () => {
  const { order } = await anOrder();
  const answers = await Promise.all([db.settle(order, { id: 'pay_twin_1' }), db.settle(order, { id: 'pay_twin_2' })]);
  expect(answers.map((answer) => answer.outcome).sort()).toEqual(['booked', 'refund']);
});

test('money that buys nothing goes back: the mentor was deleted meanwhile', async () => {
  const { order, slot } = await anOrder();
  await db.expireHold(order);
  await db.sql`delete from public.mentors where id = ${slot.mentorId}`;
  expect(await db.settle(order)).toMatchObject({ outcome: 'refund', reason: 'mentor_gone' });
});

test('money that buys nothing goes back: the account was deleted meanwhile', async () => {
  const { order, founder } = await anOrder();
  await db.sql`delete from auth.users where id = ${founder}`;
  expect(await db.settle(order)).toMatchObject({ outcome: 'refund', reason: 'user_gone' });
});

test('what is no payment of ours is refused: an unknown order', async () => {
  const { order } = await anOrder();
  expect(await outcomes([db.settle({ ...order, providerOrderId: 'order_unknown' })])).toEqual([
    'PT404 order_not_found',
  ]);
});

test('what is no payment of ours is refused: a payment that belongs to another order', async () => {
  const [first, second] = [await anOrder(), await anOrder()];
  await db.settle(first.order, { id: 'pay_shared' });
  expect(await outcomes([db.settle(second.order, { id: 'pay_shared' })])).toEqual(['PT409 payment_of_another_order']);
});

test('a storm of orders, expiries and captures leaves every payment with one outcome', async () => {
  const mentor = await db.addMentor();
  const slots: Slot[] = [];
  for (const hour of [10, 11, 12]) slots.push(await db.addSlot(mentor, 3, `${hour}:00`, `${hour + 1}:00`));
  slots.push(await db.addSlot(mentor, 3, '10:30', '11:30'));
  const buyers = await Promise.all(Array.from({ length: 24 }, () => db.addFounder()));
  const paid: Promise<unknown>[] = [];
  for (const [index, buyer] of buyers.entries()) {
    const slot = slots[index % slots.length];
    if (!slot) continue;
    const order = await db.order(buyer, slot).catch(() => undefined);
    if (!order) continue;
    // Everyone pays too late, so that the next one in line gets the hold too.
    await db.expireHold(order);
    paid.push(db.settle(order), db.settle(order));
  }
  await Promise.all(paid);
  const [count] = await db.sql`
    select count(*)::int as payments, count(p.booking_id)::int as bookings
    from private.payments p join private.payment_orders o on o.id = p.order_id
    where o.mentor_id = ${mentor}`;
  expect(count?.payments).toBeGreaterThan(2);
  expect(count?.bookings).toBeGreaterThanOrEqual(2);
});

test('no function that a booking calls is planned anew at each call: none of them is in SQL', async () => {
  const founder = await db.addFounder();
  const slot = await db.addSlot(await db.addMentor(), 2, '10:00', '11:00');
  const sql = postgres(db.url, { max: 1, connection: { track_functions: 'all' } });
  const time = [slot.mentorId, slot.date, slot.startTime, slot.endTime] as const;
  const claims = JSON.stringify(claimsOf(founder));
  await sql`select set_config('request.jwt.claims', ${claims}, false)`;
  await sql`select public.my_chance_of(${time[0]}, ${time[1]}::date, ${time[2]}::time, ${time[3]}::time)`;
  const [held] = await sql`
    select * from public.create_payment_order(
      ${founder}, ${time[0]}, gen_random_uuid(), ${time[1]}::date, ${time[2]}::time, ${time[3]}::time)`;
  await sql`select public.attach_provider_order(${held?.order_id}, 'order_counted')`;
  await sql`select public.my_order('order_counted')`;
  await sql`select public.settle_payment('order_counted', 'pay_counted', ${held?.amount_paise}, 'INR', 'card')`;
  await sql`select pg_stat_force_next_flush()`;
  const called = await sql`
    select l.lanname as language, f.funcname as name
    from pg_stat_user_functions f join pg_proc p on p.oid = f.funcid join pg_language l on l.oid = p.prolang
    where f.schemaname in ('public', 'private')`;
  await sql.end();
  expect(called.map(({ name }) => name)).toContain('settle');
  expect(called.filter(({ language }) => language === 'sql')).toEqual([]);
});
