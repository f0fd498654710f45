/** Negative control: with the signature check taken away, a forged event books a session that nobody paid. */
import process from 'node:process';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '#tests/kit/test-app.ts';

const signature = vi.hoisted(() => ({ isChecked: true }));
vi.mock('#functions/_shared/money/razorpay.ts', async (importActual) => {
  const actual = await importActual<typeof import('#functions/_shared/money/razorpay.ts')>();
  return {
    ...actual,
    isWebhookSignature: (...args: Parameters<typeof actual.isWebhookSignature>) =>
      signature.isChecked ? actual.isWebhookSignature(...args) : Promise.resolve(true),
  };
});

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp({}, { topology: 'one host' });
  Object.assign(process.env, {
    SUPABASE_URL: app.host.url,
    SUPABASE_SERVICE_ROLE_KEY: app.keys.secretKey,
    RAZORPAY_WEBHOOK_SECRET: app.keys.razorpay.webhookSecret,
  });
});
afterAll(() => app?.close());

it('without the check of signatures a forged event books a session that nobody paid for', async () => {
  const { default: webhook } = await import('./index.ts');
  const order = await app.order(await app.addFounder(), await app.addSlot());
  const entity = {
    id: 'pay_nobodyPaidIt1',
    order_id: order.id,
    amount: order.amount,
    currency: 'INR',
    status: 'captured',
  };
  const send = () =>
    webhook.fetch(
      new Request(`${app.host.url}/functions/v1/payment-webhook`, {
        method: 'POST',
        headers: { 'x-razorpay-event-id': 'evt_forged', 'x-razorpay-signature': '0'.repeat(64) },
        body: JSON.stringify({
          event: 'payment.captured',
          payload: { payment: { entity } },
          created_at: Math.floor(Date.now() / 1000),
        }),
      }),
    );
  const isBooked = async () => (await app.sql`select from public.bookings where id = ${order.booking_id}`).length > 0;

  expect((await send()).status).toBe(400);
  expect(await isBooked()).toBe(false);
  signature.isChecked = false;
  expect((await send()).status).toBe(200);
  expect(await isBooked()).toBe(true);
});
