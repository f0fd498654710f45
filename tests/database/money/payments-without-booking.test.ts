/** After paying for a time that was gone: where the refund stands, and what else the mentor has. */
import { expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });

function lost(person: string, bookingId: string | null = null) {
  return db.as(person)`select * from public.lost_payments(${bookingId})`;
}

async function aLostSlot() {
  const founder = await db.addFounder();
  const mentorId = await db.addMentor();
  const slot = await db.addSlot(mentorId, 3, '10:00', '11:00');
  const order = await db.order(founder, slot);
  await db.expireHold(order);
  const winner = await db.addFounder();
  await db.buy(winner, slot);
  const settlement = await db.settle(order);
  return { founder, winner, mentorId, slot, order, settlement, paymentId: `pay_${order.providerOrderId}` };
}

test('the founder of a payment without a booking reads what was paid, why it goes back, how far it is', async () => {
  const { founder, mentorId, slot, order, settlement, paymentId } = await aLostSlot();
  expect(settlement).toMatchObject({ outcome: 'refund', reason: 'slot_taken' });
  const [row, ...others] = await lost(founder, order.bookingId);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    payment_id: paymentId,
    booking_id: order.bookingId,
    mentor_id: mentorId,
    mentor_name: 'Dev Mentor',
    start_time: '10:00:00',
    end_time: '11:00:00',
    amount_paise: 350_000,
    currency: 'INR',
    reason: 'slot_taken',
    refund_state: 'queued',
    paid_at: expect.any(Date),
    refund_updated_at: expect.any(Date),
    mentor_slug: expect.stringMatching(/^dev-mentor/),
  });
  expect(slot.mentorId).toBe(mentorId);
  expect(await lost(founder)).toEqual([row]);
  const [refund] = await db.sql`select id from private.refunds where payment_id = ${paymentId}`;
  await db.service`select public.record_refund(${refund?.id}, ${`rfnd_${paymentId}`}, 'processed')`;
  expect(await lost(founder)).toMatchObject([{ refund_state: 'processed' }]);
});

test('the founder of a payment without a booking is told by one e-mail, and one with a booking has none of it', async () => {
  const { founder, order, paymentId } = await aLostSlot();
  await db.settle(order);
  const { bookingId, paymentId: booked } = await db.addPaidBooking();
  await db.setStatus(db.admin, bookingId, 'rejected');
  const jobs = await db.sql`
    select payload, private.mail_payment_returned(payload) as told from private.outbox
    where payload ->> 'mail' = 'payment_returned' and payload ->> 'payment_id' in (${paymentId}, ${booked})`;
  const [person] = await db.sql`select email from public.profiles where id = ${founder}`;
  expect(jobs).toHaveLength(1);
  expect(jobs[0]?.told).toMatchObject({
    recipients: [{ to: person?.email, role: 'founder' }],
    facts: { mentor: 'Dev Mentor', booking_id: order.bookingId, reason: 'slot_taken', amount_paise: 350_000 },
  });
});

test('nobody else reads a payment without a booking, but administrators who name it', async () => {
  const { winner, order } = await aLostSlot();
  expect(await lost(winner, order.bookingId)).toEqual([]);
  expect(await lost(winner)).toEqual([]);
  expect(await lost(db.admin)).toEqual([]);
  expect(await lost(db.admin, order.bookingId)).toHaveLength(1);
});

test('a payment that became a booking, or was refunded with it, is no payment without a booking', async () => {
  const { founder, bookingId } = await db.addPaidBooking();
  await db.setStatus(founder, bookingId, 'cancelled');
  expect(await lost(founder)).toEqual([]);
});

test('a second payment of one order is among the payments without a booking', async () => {
  const founder = await db.addFounder();
  const slot = await db.addSlot(await db.addMentor(), 3, '10:00', '11:00');
  const order = await db.order(founder, slot);
  await db.settle(order);
  await db.settle(order, { id: `pay_second_${order.orderId}` });
  expect(await lost(founder)).toMatchObject([{ reason: 'order_already_paid', booking_id: order.bookingId }]);
});

test('the mentor’s nearest free slots are offered, the nearest first, without what is sold or held', async () => {
  const { founder, mentorId, slot } = await aLostSlot();
  const near = await db.addSlot(mentorId, 3, '12:00', '13:00');
  const before = await db.addSlot(mentorId, 2, '18:00', '19:00');
  const after = await db.addSlot(mentorId, 5, '10:00', '11:00');
  const held = await db.addSlot(mentorId, 3, '11:00', '12:00');
  const sold = await db.addSlot(mentorId, 3, '14:00', '15:00');
  await db.hold(await db.addFounder(), held);
  await db.buy(await db.addFounder(), sold);
  await db.sql`
    insert into public.mentor_availability (mentor_id, date, start_time, end_time)
    values (${mentorId}, private.today() - 1, '10:00', '11:00')`;
  const nearest = (limit: number | null) =>
    db.as(founder)`
      select date::text, start_time::text from public.nearest_free_slots(
        ${mentorId}, ${slot.date}::date, ${slot.startTime}::time, ${limit})`;
  const expected = [near, before, after].map(({ date, startTime }) => ({ date, start_time: `${startTime}:00` }));
  expect(await nearest(null)).toEqual(expected);
  expect(await nearest(1)).toEqual(expected.slice(0, 1));

  const byVisitor = await db.sql.begin(async (sql) => {
    await sql`set local role anon`;
    return sql`select from public.nearest_free_slots(${mentorId}, null, null)`;
  });
  expect(byVisitor).toHaveLength(3);
});
