import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { claimsOf } from '#tests/kit/builders.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';
import { untilBlockedOr } from '#tests/kit/lock-barrier.ts';

const db = provideDatabase({ checksInvariants: true });

function refused(code: string, message: string) {
  return expect.objectContaining({ code, message });
}

test('the amount of an order is the mentor’s price in paise', async () => {
  const mentor = await db.addMentor(4999);
  const held = await db.hold(await db.addFounder(), await db.addSlot(mentor, 1, '10:00', '11:00'));
  expect(held).toMatchObject({ amount_paise: 499_900, currency: 'INR', mentor_name: 'Dev Mentor' });
});

test('a hold keeps its price while it lasts, and a new one takes the new price', async () => {
  const [founder, mentor] = await Promise.all([db.addFounder(), db.addMentor(2000)]);
  const slot = await db.addSlot(mentor, 1, '10:00', '11:00');
  const first = await db.order(founder, slot);
  await db.sql`update public.mentors set price = 3000 where id = ${mentor}`;
  expect((await db.hold(founder, slot)).amount_paise).toBe(200_000);
  await db.expireHold(first);
  const second = await db.hold(founder, slot);
  expect(second.amount_paise).toBe(300_000);
  expect(second.order_id).not.toBe(first.orderId);
});

test('200 buyers who race for one slot have one winner', async () => {
  const slot = await db.addSlot(await db.addMentor(), 2, '10:00', '11:00');
  const buyers = await Promise.all(Array.from({ length: 200 }, () => db.addFounder()));
  const results = await Promise.allSettled(buyers.map((buyer) => db.hold(buyer, slot)));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toEqual(refused('PT409', 'slot_taken'));
  }
});

test('overlapping slots of one mentor exclude each other, touching ones do not', async () => {
  const mentor = await db.addMentor();
  const [long, inside, next] = await Promise.all([
    db.addSlot(mentor, 2, '10:00', '12:00'),
    db.addSlot(mentor, 2, '11:00', '11:30'),
    db.addSlot(mentor, 2, '12:00', '13:00'),
  ]);
  await db.hold(await db.addFounder(), long);
  await expect(db.hold(await db.addFounder(), inside)).rejects.toEqual(refused('PT409', 'slot_taken'));
  await db.hold(await db.addFounder(), next);
});

test('a slot nearer than its mentor’s minimum notice is neither offered nor held, an earlier hold is still paid', async () => {
  const mentorId = await db.addMentor();
  const slot = await db.addSlot(mentorId, 2, '10:00', '11:00');
  const [row] = await db.sql`
    select extract(epoch from lower(during) - now()) / 60 as minutes from public.mentor_availability
    where mentor_id = ${mentorId}`;
  const setNotice = (minutes: number) =>
    db.sql`update public.mentors set min_notice_minutes = ${minutes} where id = ${mentorId}`;
  const offered = async () => [
    (await db.service`select from public.mentor_slots(${mentorId})`).length,
    (await db.service`select from public.mentor_slots_preview(array[${mentorId}]::uuid[])`).length,
    (await db.service`select from public.nearest_free_slots(${mentorId}, null, null)`).length,
    (await db.service`select from public.search_mentors() where id = ${mentorId} and next_available_date is not null`)
      .length,
  ];
  await setNotice(Math.floor(row?.minutes) - 1);
  expect(await offered()).toEqual([1, 1, 1, 1]);
  const early = await db.order(await db.addFounder(), slot);
  await setNotice(Math.floor(row?.minutes) + 1);
  expect(await offered()).toEqual([0, 0, 0, 0]);
  // Administrators see it, so that saving the mentor does not remove it.
  expect(await db.service`select from public.slots_to_come(${mentorId})`).toHaveLength(1);
  await expect(db.hold(await db.addFounder(), slot)).rejects.toEqual(refused('PT422', 'slot_too_soon'));
  expect(await db.settle(early)).toMatchObject({ outcome: 'booked' });
});

test('a mentor who takes no bookings offers nothing until the day of return', async () => {
  const mentorId = await db.addMentor();
  const slot = await db.addSlot(mentorId, 2, '10:00', '11:00');
  const offered = async () => (await db.service`select from public.mentor_slots(${mentorId})`).length;
  await db.sql`update public.mentors set is_taking_bookings = false where id = ${mentorId}`;
  expect(await offered()).toBe(0);
  await expect(db.hold(await db.addFounder(), slot)).rejects.toEqual(refused('PT409', 'mentor_paused'));
  await db.sql`update public.mentors set taking_bookings_from = private.today() + 1 where id = ${mentorId}`;
  expect(await offered()).toBe(0);
  await db.sql`update public.mentors set taking_bookings_from = private.today() where id = ${mentorId}`;
  expect(await offered()).toBe(1);
  await db.hold(await db.addFounder(), slot);
});

test('an expired hold is let go when somebody else wants the time', async () => {
  const slot = await db.addSlot(await db.addMentor(), 2, '10:00', '11:00');
  const late = await db.order(await db.addFounder(), slot);
  await db.expireHold(late);
  await db.hold(await db.addFounder(), slot);
});

test('the same person again gets the same order, provider id included', async () => {
  const founder = await db.addFounder();
  const slot = await db.addSlot(await db.addMentor(), 2, '10:00', '11:00');
  const first = await db.order(founder, slot);
  const again = await db.hold(founder, slot);
  expect(again).toMatchObject({
    order_id: first.orderId,
    booking_id: first.bookingId,
    provider_order_id: first.providerOrderId,
  });
});

test('the same person again has the provider asked at once whether the order is paid, at most once a minute', async () => {
  const [founder, slot] = [await db.addFounder(), await db.addSlot(await db.addMentor(), 3, '10:00', '11:00')];
  const { orderId } = await db.order(founder, slot);
  const asked = async () => {
    const claimed = await db.service`select order_id from public.claim_order_checks(100)`;
    return claimed.some((one) => one.order_id === orderId);
  };
  expect(await asked()).toBe(false);
  await db.order(founder, slot);
  expect(await asked()).toBe(true);
  await db.service`select public.report_order_check(${orderId}, 'none')`;
  await db.order(founder, slot);
  expect(await asked()).toBe(false);
  await db.sql`update private.order_checks set checked_at = now() - interval '2 minutes' where order_id = ${orderId}`;
  await db.order(founder, slot);
  expect(await asked()).toBe(true);
});

test('the same person again with two clicks at once makes one order', async () => {
  const founder = await db.addFounder();
  const slot = await db.addSlot(await db.addMentor(), 2, '10:00', '11:00');
  const orders = await Promise.all(Array.from({ length: 10 }, () => db.hold(founder, slot)));
  expect(new Set(orders.map((held) => held.order_id)).size).toBe(1);
});

test('the same person again takes up the same order after the hold ran out', async () => {
  const founder = await db.addFounder();
  const slot = await db.addSlot(await db.addMentor(), 2, '10:00', '11:00');
  const first = await db.order(founder, slot);
  await db.expireHold(first);
  const again = await db.hold(founder, slot);
  expect(again.order_id).toBe(first.orderId);
  expect(again.expires_at.getTime()).toBeGreaterThan(Date.now() + 14 * 60_000);
});

test('the same person again takes up an order that the provider had refused', async () => {
  const founder = await db.addFounder();
  const slot = await db.addSlot(await db.addMentor(), 2, '10:00', '11:00');
  const bookingId = randomUUID();
  const first = await db.hold(founder, slot, bookingId);
  await db.service`select public.release_payment_order(${first.order_id})`;
  expect((await db.hold(founder, slot, bookingId)).order_id).toBe(first.order_id);
});

test('the same person again holds at most two times at once, even in a race', async () => {
  const founder = await db.addFounder();
  const mentors = await Promise.all(Array.from({ length: 5 }, () => db.addMentor()));
  const slots = await Promise.all(mentors.map((mentor) => db.addSlot(mentor, 2, '10:00', '11:00')));
  const results = await Promise.allSettled(slots.map((slot) => db.hold(founder, slot)));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(2);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toEqual(refused('PT409', 'too_many_holds'));
  }
});

test('an order is refused for a booking id that another order or booking has', async () => {
  const mentor = await db.addMentor();
  const slots = await Promise.all([db.addSlot(mentor, 2, '10:00', '11:00'), db.addSlot(mentor, 2, '12:00', '13:00')]);
  const taken = await db.order(await db.addFounder(), slots[0]);
  const late = await db.addFounder();
  await expect(db.hold(late, slots[1], taken.bookingId)).rejects.toEqual(refused('PT409', 'booking_id_taken'));
  await db.settle(taken);
  await expect(db.hold(late, slots[1], taken.bookingId)).rejects.toEqual(refused('PT409', 'booking_id_taken'));
});

test('an order is refused for an unknown mentor and for an unknown person', async () => {
  const slot = await db.addSlot(await db.addMentor(), 2, '10:00', '11:00');
  const founder = await db.addFounder();
  await expect(db.hold(founder, { ...slot, mentorId: randomUUID() })).rejects.toEqual(
    refused('PT404', 'mentor_not_found'),
  );
  await expect(db.hold(randomUUID(), slot)).rejects.toEqual(refused('PT404', 'user_not_found'));
});

test('an order is refused for times not offered, another mentor’s times, turned-round times, the past', async () => {
  const founder = await db.addFounder();
  const mentor = await db.addMentor();
  const slot = await db.addSlot(mentor, 2, '10:00', '11:00');
  const stranger = await db.addMentor();
  const past = await db.addSlot(mentor, -1, '10:00', '11:00');
  const notOffered = refused('PT422', 'slot_not_offered');
  await expect(db.hold(founder, { ...slot, endTime: '11:30' })).rejects.toEqual(notOffered);
  await expect(db.hold(founder, { ...slot, mentorId: stranger })).rejects.toEqual(notOffered);
  await expect(db.hold(founder, { ...slot, endTime: '09:00' })).rejects.toEqual(notOffered);
  await expect(db.hold(founder, past)).rejects.toEqual(refused('PT422', 'slot_in_past'));
});

test('an order is refused for a mentor without a price', async () => {
  const slot = await db.addSlot(await db.addMentor(0), 2, '10:00', '11:00');
  await expect(db.hold(await db.addFounder(), slot)).rejects.toEqual(refused('PT422', 'mentor_has_no_price'));
});

test('the first provider order attached stays', async () => {
  const slot = await db.addSlot(await db.addMentor(), 2, '10:00', '11:00');
  const held = await db.order(await db.addFounder(), slot);
  await db.service`select public.attach_provider_order(${held.orderId}, ${held.providerOrderId})`;
  await expect(db.service`select public.attach_provider_order(${held.orderId}, 'order_second')`).rejects.toEqual(
    refused('PT409', 'provider_order_already_attached'),
  );
  await expect(db.service`select public.attach_provider_order(${randomUUID()}, 'x')`).rejects.toEqual(
    refused('PT404', 'order_not_found'),
  );
});

test.each(['the server', 'the founder'])(
  'an order that %s gives up at the very moment gets no order of the provider, so that nothing can be paid without its time',
  async (who) => {
    const [founder, other] = [await db.addFounder(), await db.addFounder()];
    const slot = await db.addSlot(await db.addMentor(), 2, '10:00', '11:00');
    const held = await db.hold(founder, slot);
    const providerOrderId = randomUUID();
    let isOver = false;
    let attached: Promise<string[]> = Promise.resolve([]);
    const attach = () =>
      outcomes([db.service`select public.attach_provider_order(${held.order_id}, ${providerOrderId})`]);
    // Two connections: the one that gives up has not committed when the other one wants to attach.
    await db.sql.begin(async (transaction) => {
      if (who === 'the server') {
        await transaction`set local role service_role`;
        await transaction`select public.release_payment_order(${held.order_id})`;
      } else {
        await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claimsOf(founder))}, true)`;
        await transaction`select public.release_hold(${held.booking_id})`;
      }
      attached = attach().finally(() => {
        isOver = true;
      });
      await untilBlockedOr(db.sql, () => isOver);
    });
    expect(await attached).toEqual(['PT409 order_not_held']);
    // Held again it is the same order, which can be attached.
    expect((await db.hold(founder, slot)).order_id).toBe(held.order_id);
    expect(await attach()).toEqual(['done']);
    const [order] =
      await db.sql`select state, provider_order_id from private.payment_orders where id = ${held.order_id}`;
    expect(order).toEqual({ state: 'open', provider_order_id: providerOrderId });
    await expect(db.hold(other, slot)).rejects.toEqual(refused('PT409', 'slot_taken'));
  },
);

test('an order whose hold is over or was given back gets no order of the provider, one that can be paid is never given up', async () => {
  const slot = await db.addSlot(await db.addMentor(), 2, '10:00', '11:00');
  const held = await db.hold(await db.addFounder(), slot);
  const attach = () => outcomes([db.service`select public.attach_provider_order(${held.order_id}, ${randomUUID()})`]);
  await db.sql`update private.slot_claims set expires_at = now() where order_id = ${held.order_id}`;
  expect(await attach()).toEqual(['PT409 order_not_held']);
  const payable = await db.order(await db.addFounder(), slot);
  expect(await attach()).toEqual(['PT409 order_not_held']);
  await expect(
    db.sql`update private.payment_orders set state = 'abandoned' where id = ${payable.orderId}`,
  ).rejects.toMatchObject({ constraint_name: 'payment_orders_abandoned_unpayable' });
});

test('giving an order up frees the time, unless somebody could still pay it', async () => {
  const slot = await db.addSlot(await db.addMentor(), 2, '10:00', '11:00');
  const refusedOrder = await db.hold(await db.addFounder(), slot);
  await db.service`select public.release_payment_order(${refusedOrder.order_id})`;
  const payable = await db.order(await db.addFounder(), slot);
  await db.service`select public.release_payment_order(${payable.orderId})`;
  await expect(db.hold(await db.addFounder(), slot)).rejects.toEqual(refused('PT409', 'slot_taken'));
});

test('an order is found by the provider’s id, and told to its own person alone', async () => {
  const slot = await db.addSlot(await db.addMentor(), 2, '10:00', '11:00');
  const [founder, other] = await Promise.all([db.addFounder(), db.addFounder()]);
  const { bookingId, providerOrderId } = await db.order(founder, slot);
  const read = async (person: string, id = providerOrderId) =>
    (await db.as(person)`select public.my_order(${id}) as answer`)[0]?.answer;
  expect(await read(founder)).toMatchObject({ user_id: founder, order_is: 'own', booking_id: bookingId });
  const others = await read(other);
  expect(others).toMatchObject({ user_id: other, order_is: "another's" });
  expect(JSON.stringify(others)).not.toContain(bookingId);
  expect(await read(founder, 'order_unknown')).toMatchObject({ order_is: 'unknown' });
  await db.sql`delete from auth.sessions where user_id = ${founder}`;
  expect(await read(founder)).not.toHaveProperty('order_is');
});
