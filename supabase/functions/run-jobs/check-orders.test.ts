import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, type ShopSlot } from '#tests/kit/app-client.ts';
import { openTestShop, type TestShop } from '#tests/kit/test-app.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterEach(async () => {
  expect([...(await shop.violations())]).toEqual([]);
});
afterAll(async () => {
  await shop?.close();
});

async function anOrder(slot?: ShopSlot) {
  const founder = await shop.addFounder();
  const offered = slot ?? (await shop.addSlot());
  return { founder, slot: offered, order: await shop.order(founder, offered) };
}

/** As if the order's next look were due. */
const due = (orderId: string) => shop.sql`
  update private.order_checks set next_check_at = now()
  where order_id = (select id from private.payment_orders where provider_order_id = ${orderId})`;

async function checkOf(orderId: string) {
  const [row] = await shop.sql`
    select c.answer, c.checks, c.checked_at, (extract(epoch from c.next_check_at - now()) / 60)::float as minutes, o.state
    from private.order_checks c join private.payment_orders o on o.id = c.order_id
    where o.provider_order_id = ${orderId}`;
  return row;
}

async function check(orderId: string) {
  const [clock] = await shop.sql`select clock_timestamp() as now`;
  await due(orderId);
  await shop.runJobs();
  // The host's own worker may have been the one.
  return eventually(async () => {
    const row = await checkOf(orderId);
    if (!(row?.checked_at > clock?.now)) throw new Error('Not checked yet');
    return row;
  });
}

async function outcomeOf(orderId: string) {
  return [
    ...(await shop.sql`
      select p.id, p.booking_id as booking, r.reason from private.payment_orders o
      join private.payments p on p.order_id = o.id left join private.refunds r on r.payment_id = p.id
      where o.provider_order_id = ${orderId} order by p.booking_id nulls last`),
  ];
}

describe('orders that were left open', () => {
  it('are asked of the provider when their hold has ended', async () => {
    const { order } = await anOrder();
    const planned = await checkOf(order.id);
    expect(planned?.minutes).toBeGreaterThan(14);
    expect(planned?.minutes).toBeLessThan(15.1);
    expect(await check(order.id)).toMatchObject({ answer: 'none', state: 'open' });
    expect((await checkOf(order.id))?.minutes).toBeGreaterThan(9);
  });

  it('are booked though verification and event were both lost', async () => {
    const { order, founder } = await anOrder();
    const { payment_id } = await shop.paid(order);
    await shop.fault({ operation: 'webhook.deliver', kind: 'lose' });
    await shop.deliverEvents();
    expect(await outcomeOf(order.id)).toEqual([]);
    expect(await check(order.id)).toMatchObject({ answer: 'settled', state: 'booked', minutes: null });
    expect(await outcomeOf(order.id)).toEqual([{ id: payment_id, booking: order.booking_id, reason: null }]);
    expect(await shop.readBooking(order.booking_id, founder)).toMatchObject({
      status: 'pending_admin_review',
    });
  });

  it('are refunded when the slot was sold meanwhile', async () => {
    const late = await anOrder();
    await shop.paid(late.order);
    await shop.expireHold(late.order.id);
    const quick = await anOrder(late.slot);
    await shop.call('verify-payment', await shop.paid(quick.order), quick.founder);
    expect(await check(late.order.id)).toMatchObject({ answer: 'settled', state: 'refunded' });
    expect(await outcomeOf(late.order.id)).toMatchObject([{ booking: null, reason: 'slot_taken' }]);
  });

  it('are booked when the verification comes at the same time', async () => {
    const { order, founder } = await anOrder();
    const proof = await shop.paid(order);
    await due(order.id);
    const [verified] = await Promise.all([
      shop.call('verify-payment', proof, founder),
      ...Array.from({ length: 4 }, () => shop.runJobs()),
    ]);
    expect(verified.body).toEqual({ verified: true, booking_id: order.booking_id });
    await eventually(async () => expect(await outcomeOf(order.id)).toHaveLength(1));
  });

  it('have their first capture booked and their second given back', async () => {
    const { order } = await anOrder();
    const ids: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      const { body } = await shop.pay(order.id, 'authorized');
      ids.push(body.razorpay_payment_id);
    }
    for (const id of ids)
      await shop.provider(`/payments/${id}/capture`, { amount: order.amount, currency: 'INR' });
    await check(order.id);
    expect(await outcomeOf(order.id)).toMatchObject([
      { id: ids[0], booking: order.booking_id, reason: null },
      { id: ids[1], booking: null, reason: 'order_already_paid' },
    ]);
  });

  it('keep being asked about while the bank has not confirmed, and are never captured by us', async () => {
    const { order } = await anOrder();
    const { body } = await shop.pay(order.id, 'authorized');
    expect(await check(order.id)).toMatchObject({ answer: 'pending', state: 'open' });
    expect((await shop.provider(`/payments/${body.razorpay_payment_id}`)).body.status).toBe('authorized');
  });

  it('are booked when the bank authorises late and the account captures always', async () => {
    const { order } = await anOrder();
    await shop.pay(order.id, 'failed');
    expect(await check(order.id)).toMatchObject({ answer: 'failed' });
    await shop.expireHold(order.id);
    const { body } = await shop.provider(`/orders/${order.id}/payments`);
    const id: string = body.items[0].id;
    await shop.request(`/sandbox/razorpay/bank/payments/${id}`, {
      method: 'POST',
      body: JSON.stringify({ status: 'authorized' }),
    });
    await shop.provider(`/payments/${id}/capture`, { amount: order.amount, currency: 'INR' });
    expect(await check(order.id)).toMatchObject({ answer: 'settled', state: 'booked' });
  });

  it('end without a booking when a late authorisation went back to the payer', async () => {
    const { order } = await anOrder();
    const { body } = await shop.pay(order.id, 'authorized');
    await shop.request(`/sandbox/razorpay/bank/payments/${body.razorpay_payment_id}`, {
      method: 'POST',
      body: JSON.stringify({ status: 'refunded' }),
    });
    expect(await check(order.id)).toMatchObject({ answer: 'refunded', state: 'open' });
    expect(await outcomeOf(order.id)).toEqual([]);
  });

  it('are left alone after five days', async () => {
    const { order } = await anOrder();
    await shop.expireHold(order.id);
    await shop.sql`
      update private.slot_claims set created_at = now() - interval '5 days 1 minute'
      where order_id = (select id from private.payment_orders where provider_order_id = ${order.id})`;
    expect(await check(order.id)).toMatchObject({ answer: 'none', minutes: null });
  });

  it('wait for a provider that is down, and are asked about again', async () => {
    const { order } = await anOrder();
    await shop.paid(order);
    await shop.fault({ operation: 'order.payments', kind: 'fail', status: 503 });
    await due(order.id);
    expect((await shop.runJobs()).status).toBe(200);
    await eventually(async () => expect((await checkOf(order.id))?.checks).toBeGreaterThan(0));
    expect(await outcomeOf(order.id)).toEqual([]);
    expect(await check(order.id)).toMatchObject({ answer: 'settled', state: 'booked' });
  });
});
