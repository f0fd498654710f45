// @module-tag ci
/** The stand-in sends its events to the host by itself, as the provider does: no browser, no control. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '#tests/kit/app-client.ts';
import { openTestApp, type TestApp } from '#tests/kit/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp({ SANDBOX_WEBHOOKS: 'on' }, { topology: 'two hosts' });
});
afterAll(async () => {
  expect([...(await app.violations())]).toEqual([]);
  await app.close();
});

const eventsOf = (orderId: string) => app.sql`
  select event, attempts, delivered_at is not null as is_delivered from sandbox.razorpay_events
  where strpos(body, ${orderId}) > 0 order by position`;

it('so a payment becomes its booking, and each event is sent once by one of two hosts', async () => {
  const founder = await app.addFounder();
  const order = await app.order(founder, await app.addSlot());
  await app.pay(order.id);
  await eventually(async () => {
    expect(await app.readBooking(order.booking_id, founder)).toMatchObject({ status: 'pending_admin_review' });
    expect((await eventsOf(order.id)).every((one) => one.is_delivered)).toBe(true);
  });
  expect([...(await eventsOf(order.id))]).toEqual(
    ['payment.authorized', 'payment.captured', 'order.paid'].map((event) => ({
      event,
      attempts: 1,
      is_delivered: true,
    })),
  );
});

it('again when the webhook did not take them', async () => {
  await app.sql`alter table private.webhook_events rename to webhook_events_away`;
  const founder = await app.addFounder();
  const order = await app.order(founder, await app.addSlot());
  await app.pay(order.id);
  await eventually(async () => {
    expect((await eventsOf(order.id)).every(({ attempts }) => attempts >= 1)).toBe(true);
  });
  expect((await eventsOf(order.id)).some((one) => one.is_delivered)).toBe(false);
  await app.sql`alter table private.webhook_events_away rename to webhook_events`;
  await eventually(async () => {
    expect(await app.readBooking(order.booking_id, founder)).toMatchObject({ status: 'pending_admin_review' });
  });
}, 30_000);

it('never when a fault loses them', async () => {
  await app.fault({ operation: 'webhook.deliver', kind: 'lose', times: 3 });
  const founder = await app.addFounder();
  const order = await app.order(founder, await app.addSlot());
  await app.pay(order.id);
  await eventually(async () => {
    expect((await eventsOf(order.id)).every((one) => one.is_delivered)).toBe(true);
  });
  const [stored] = await app.sql`
    select count(*)::int as count from private.webhook_events
    where payload #>> '{payload,payment,entity,order_id}' = ${order.id}`;
  expect(stored?.count).toBeLessThan(3);
});

it('lists payments and refunds a page at a time, within a stretch of time', async () => {
  const now = Math.floor(Date.now() / 1000);
  const all = (await app.provider(`/payments?count=100&from=${now - 600}&to=${now + 5}`)).body.items;
  expect(all.length).toBeGreaterThanOrEqual(3);
  const pages = await Promise.all(
    [0, 1, 2].map((skip) => app.provider(`/payments?count=1&skip=${skip}&from=${now - 600}&to=${now + 5}`)),
  );
  expect(pages.map(({ body }) => body.items[0].id)).toEqual(all.slice(0, 3).map(({ id }: { id: string }) => id));
  expect((await app.provider(`/payments?to=${now - 86_400}`)).body).toMatchObject({ count: 0, items: [] });
  await app.provider(`/payments/${all[0].id}/refund`, {});
  expect((await app.provider('/refunds')).body.items[0]).toMatchObject({ payment_id: all[0].id });
  expect((await app.provider('/orders?count=2')).body.count).toBe(2);
  expect((await app.provider('/payments?count=101')).status).toBe(400);
});
