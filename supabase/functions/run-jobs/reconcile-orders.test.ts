import { expect, it } from 'vitest';
import { eventually } from '#tests/kit/app-client.ts';
import type { Slot } from '#tests/kit/builders.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';

const app = provideSharedApp();

async function anOrder(slot?: Slot) {
  const founder = await app.addFounder();
  const offered = slot ?? (await app.addSlot());
  return { founder, slot: offered, order: await app.order(founder, offered) };
}

/** As if the order's next look were due. */
const due = (orderId: string) => app.sql`
  update private.order_checks set next_check_at = now()
  where order_id = (select id from private.payment_orders where provider_order_id = ${orderId})`;

async function checkOf(orderId: string) {
  const [row] = await app.sql`
    select c.answer, c.checks, c.checked_at, o.state,
      (extract(epoch from c.next_check_at - now()) / 60)::float as minutes
    from private.order_checks c join private.payment_orders o on o.id = c.order_id
    where o.provider_order_id = ${orderId}`;
  return row;
}

async function check(orderId: string) {
  const [clock] = await app.sql`select clock_timestamp() as now`;
  await due(orderId);
  await app.runJobs();
  // The host's own worker may have been the one.
  return eventually(async () => {
    const row = await checkOf(orderId);
    if (!(row?.checked_at > clock?.now)) throw new Error('Not checked yet');
    return row;
  });
}

async function outcomeOf(orderId: string) {
  return [
    ...(await app.sql`
      select p.id, p.booking_id as booking, r.reason from private.payment_orders o
      join private.payments p on p.order_id = o.id left join private.refunds r on r.payment_id = p.id
      where o.provider_order_id = ${orderId} order by p.booking_id nulls last`),
  ];
}

it('an open order is looked up at the provider when its hold has ended', async () => {
  const { order } = await anOrder();
  const planned = await checkOf(order.id);
  expect(planned?.minutes).toBeGreaterThan(14);
  expect(planned?.minutes).toBeLessThan(15.1);
  expect(await check(order.id)).toMatchObject({ answer: 'none', state: 'open' });
  expect((await checkOf(order.id))?.minutes).toBeGreaterThan(9);
});

it(
  'an open order is booked with its brief, verification and event both lost, by the check of open orders ' +
    '(failure mode: both lost: the reconciler)',
  async () => {
    const [founder, slot] = [await app.addFounder(), await app.addSlot()];
    const brief = { question: 'How do I price a <b>pilot</b> & whom do I ask?', stage: 'idea' };
    const request = { ...app.orderRequest(founder, slot), brief };
    const { body: order } = await app.call('create-payment-order', request, founder);
    const { payment_id } = await app.paid(order);
    await app.fault({ operation: 'webhook.deliver', kind: 'lose' });
    await app.deliverEvents();
    expect(await outcomeOf(order.id)).toEqual([]);
    expect(await check(order.id)).toMatchObject({ answer: 'settled', state: 'booked', minutes: null });
    expect(await outcomeOf(order.id)).toEqual([{ id: payment_id, booking: order.booking_id, reason: null }]);
    expect(await app.readBooking(order.booking_id, founder)).toMatchObject({ status: 'pending_admin_review' });
    const [stored] = await app.sql`
    select question, stage from public.session_briefs where booking_id = ${order.booking_id} and user_id = ${founder.id}`;
    expect(stored).toEqual(brief);
  },
);

it('an open order is refunded when its slot has been sold since', async () => {
  const late = await anOrder();
  await app.paid(late.order);
  await app.expireHold(late.order.id);
  const quick = await anOrder(late.slot);
  await app.call('verify-payment', await app.paid(quick.order), quick.founder);
  expect(await check(late.order.id)).toMatchObject({ answer: 'settled', state: 'refunded' });
  expect(await outcomeOf(late.order.id)).toMatchObject([{ booking: null, reason: 'slot_taken' }]);
});

it('an open order is booked once when its verification comes at the same time', async () => {
  const { order, founder } = await anOrder();
  const proof = await app.paid(order);
  await due(order.id);
  const [verified] = await Promise.all([
    app.call('verify-payment', proof, founder),
    ...Array.from({ length: 4 }, () => app.runJobs()),
  ]);
  expect(verified.body).toEqual({ verified: true, booking_id: order.booking_id });
  await eventually(async () => expect(await outcomeOf(order.id)).toHaveLength(1));
});

it('an open order’s first capture is booked and its second refunded', async () => {
  const { order } = await anOrder();
  const ids: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    const { body } = await app.pay(order.id, 'authorized');
    ids.push(body.razorpay_payment_id);
  }
  for (const id of ids) await app.provider(`/payments/${id}/capture`, { amount: order.amount, currency: 'INR' });
  await check(order.id);
  expect(await outcomeOf(order.id)).toMatchObject([
    { id: ids[0], booking: order.booking_id, reason: null },
    { id: ids[1], booking: null, reason: 'order_already_paid' },
  ]);
});

it('an open order stays open until the bank confirms (failure mode: authorized, not captured)', async () => {
  const { order } = await anOrder();
  const { body } = await app.pay(order.id, 'authorized');
  expect(await check(order.id)).toMatchObject({ answer: 'pending', state: 'open' });
  expect((await app.provider(`/payments/${body.razorpay_payment_id}`)).body.status).toBe('authorized');
});

it('an open order is booked when the bank authorises late and the account always captures', async () => {
  const { order } = await anOrder();
  await app.pay(order.id, 'failed');
  expect(await check(order.id)).toMatchObject({ answer: 'failed' });
  await app.expireHold(order.id);
  const { body } = await app.provider(`/orders/${order.id}/payments`);
  const id: string = body.items[0].id;
  await app.tellBank('payments', id, 'authorized');
  await app.provider(`/payments/${id}/capture`, { amount: order.amount, currency: 'INR' });
  expect(await check(order.id)).toMatchObject({ answer: 'settled', state: 'booked' });
});

it('an open order ends without a booking when a late authorisation went back to the payer', async () => {
  const { order } = await anOrder();
  const { body } = await app.pay(order.id, 'authorized');
  await app.tellBank('payments', body.razorpay_payment_id, 'refunded');
  expect(await check(order.id)).toMatchObject({ answer: 'refunded', state: 'open' });
  expect(await outcomeOf(order.id)).toEqual([]);
});

it('an open order is not looked up any more after five days', async () => {
  const { order } = await anOrder();
  await app.expireHold(order.id);
  await app.sql`
      update private.slot_claims set created_at = now() - interval '5 days 1 minute'
      where order_id = (select id from private.payment_orders where provider_order_id = ${order.id})`;
  expect(await check(order.id)).toMatchObject({ answer: 'none', minutes: null });
});

it('an open order is looked up again when the provider was down', async () => {
  const { order } = await anOrder();
  await app.paid(order);
  await app.fault({ operation: 'order.payments', kind: 'fail', status: 503 });
  await due(order.id);
  expect((await app.runJobs()).status).toBe(200);
  await eventually(async () => expect((await checkOf(order.id))?.checks).toBeGreaterThan(0));
  expect(await outcomeOf(order.id)).toEqual([]);
  expect(await check(order.id)).toMatchObject({ answer: 'settled', state: 'booked' });
});
