import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isPaymentSignature, isWebhookSignature } from '#functions/_shared/money/razorpay.ts';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { mountSandbox } from '#tests/kit/sandbox.ts';

const keys = { keyId: 'rzp_test_abcdefghijklmn', keySecret: 'secret key', webhookSecret: 'secret of the webhook' };
const credentials = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`;
const received: { id: string; event: string; isSigned: boolean }[] = [];

const database = provideTestDatabase();
let receiver: Server;
let app: Hono;

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    received.push({
      id: String(request.headers['x-razorpay-event-id']),
      event: JSON.parse(body).event,
      isSigned: await isWebhookSignature(body, String(request.headers['x-razorpay-signature']), [keys.webhookSecret]),
    });
    response.end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  app = await mount();
});
afterAll(() => receiver.close());
beforeEach(async () => {
  received.length = 0;
  await control('/faults', 'DELETE');
});

const mount = () => {
  const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  return mountSandbox(database.sql, { razorpay: keys, webhookUrl });
};

async function answer(pending: Response | Promise<Response>) {
  const response = await pending;
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

function provider(path: string, body?: unknown, headers: Record<string, string> = {}, at: Hono = app) {
  return answer(
    at.request(`/sandbox/providers/api.razorpay.com/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: credentials, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  );
}

function control(path: string, method = 'GET', body?: object) {
  return answer(app.request(`/sandbox/razorpay${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) }));
}

function pay(order_id: string, outcome = 'captured', key_id = keys.keyId) {
  return control('/checkout/payments', 'POST', { key_id, order_id, outcome });
}

async function makeOrder(amount = 700_000): Promise<string> {
  return (await provider('/orders', { amount, currency: 'INR', receipt: 'r', notes: { booking_id: 'b' } })).body.id;
}

async function makePayment(outcome = 'captured'): Promise<{ order: string; payment: string }> {
  const order = await makeOrder();
  await pay(order, outcome);
  const { body } = await provider(`/orders/${order}/payments`);
  return { order, payment: body.items[0].id };
}

describe('orders', () => {
  it('have the shape of the real ones', async () => {
    const { status, body } = await provider('/orders', {
      amount: 700_000,
      currency: 'INR',
      receipt: '5f0c2f6e-1d2c-4b3a-8968-0a3c1a528f7c',
      notes: { booking_id: 'b' },
      payment: { capture: 'automatic', capture_options: { automatic_expiry_period: 15, refund_speed: 'normal' } },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^order_[0-9A-Za-z]{14}$/),
      entity: 'order',
      amount: 700_000,
      amount_paid: 0,
      amount_due: 700_000,
      currency: 'INR',
      receipt: '5f0c2f6e-1d2c-4b3a-8968-0a3c1a528f7c',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: { booking_id: 'b' },
      created_at: expect.any(Number),
    });
    expect((await provider(`/orders/${body.id}`)).body).toEqual(body);
  });

  it('are refused with the field that is wrong', async () => {
    for (const [field, order] of [
      ['amount', { amount: 99, currency: 'INR' }],
      ['amount', { amount: 700.5, currency: 'INR' }],
      ['currency', { amount: 100, currency: 'XXX' }],
      ['receipt', { amount: 100, currency: 'INR', receipt: 'x'.repeat(41) }],
    ] as const) {
      const { status, body } = await provider('/orders', order);
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: 'BAD_REQUEST_ERROR', reason: 'input_validation_failed', field });
    }
    expect((await provider('/orders', 'not json')).status).toBe(400);
  });

  it('need the keys', async () => {
    for (const authorization of ['', 'Basic eDp5', credentials.toLowerCase()]) {
      const { status, body } = await provider('/orders', { amount: 100, currency: 'INR' }, { authorization });
      expect(status).toBe(401);
      expect(body.error.description).toBe('Authentication failed');
    }
  });

  it('are still there after a restart', async () => {
    const id = await makeOrder();
    expect((await provider(`/orders/${id}`, undefined, {}, await mount())).body.id).toBe(id);
  });

  it('answer as the provider does where there is nothing', async () => {
    expect((await provider('/orders/order_00000000000000')).status).toBe(400);
    expect((await provider('/nothing')).body.error.description).toMatch('not found on the server');
  });
});

describe('payments', () => {
  it('are captured at once, pay the order, and carry a true signature', async () => {
    const order = await makeOrder();
    const { status, body } = await pay(order);
    expect(status).toBe(200);
    expect(body.razorpay_payment_id).toMatch(/^pay_[0-9A-Za-z]{14}$/);
    const proof = { orderId: order, paymentId: body.razorpay_payment_id };
    expect(await isPaymentSignature(proof, body.razorpay_signature, keys.keySecret)).toBe(true);
    expect((await provider(`/payments/${body.razorpay_payment_id}`)).body).toMatchObject({
      entity: 'payment',
      order_id: order,
      amount: 700_000,
      currency: 'INR',
      status: 'captured',
      captured: true,
      amount_refunded: 0,
      error_code: null,
    });
    expect((await provider(`/orders/${order}`)).body).toMatchObject({ status: 'paid', amount_due: 0, attempts: 1 });
  });

  it('fail with the real error object, and the order can still be paid', async () => {
    const order = await makeOrder();
    const { status, body } = await pay(order, 'failed');
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'BAD_REQUEST_ERROR',
      source: 'bank',
      step: 'payment_authorization',
      reason: 'payment_failed',
      metadata: { order_id: order, payment_id: expect.stringMatching(/^pay_/) },
    });
    expect((await provider(`/orders/${order}`)).body.status).toBe('attempted');
    expect((await pay(order)).status).toBe(200);
  });

  it('pay an order once, even when two are made at the same moment', async () => {
    const order = await makeOrder();
    const tries = await Promise.all([pay(order), pay(order), pay(order)]);
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('may be authorized first and captured later', async () => {
    const { payment } = await makePayment('authorized');
    expect((await provider(`/payments/${payment}`)).body).toMatchObject({ status: 'authorized', captured: false });
    const capture = { amount: 700_000, currency: 'INR' };
    expect((await provider(`/payments/${payment}/capture`, { ...capture, amount: 1 })).status).toBe(400);
    expect((await provider(`/payments/${payment}/capture`, capture)).body.status).toBe('captured');
    expect((await provider(`/payments/${payment}/capture`, capture)).status).toBe(400);
  });

  it('need the public key and a known order', async () => {
    expect((await pay(await makeOrder(), 'captured', 'rzp_test_other')).status).toBe(401);
    expect((await pay('order_00000000000000')).status).toBe(400);
  });
});

describe('refunds', () => {
  const refund = (payment: string, body: object, key?: string) =>
    provider(`/payments/${payment}/refund`, body, key ? { 'x-refund-idempotency': key } : {});

  it('give a captured payment back', async () => {
    const { payment } = await makePayment();
    const { body } = await refund(payment, { amount: 700_000, notes: { reason: 'slot_taken' } });
    expect(body).toMatchObject({
      id: expect.stringMatching(/^rfnd_[0-9A-Za-z]{14}$/),
      entity: 'refund',
      payment_id: payment,
      amount: 700_000,
      status: 'processed',
    });
    expect((await provider(`/refunds/${body.id}`)).body).toEqual(body);
    expect((await provider(`/payments/${payment}`)).body).toMatchObject({ status: 'refunded', refund_status: 'full' });
    expect((await provider(`/payments/${payment}/refunds`)).body.items).toEqual([body]);
  });

  it('are made once for one idempotency key, however many ask at once', async () => {
    const { payment } = await makePayment();
    const asks = Array.from({ length: 8 }, () => refund(payment, { amount: 700_000 }, 'refund-key-1'));
    const ids = new Set((await Promise.all(asks)).map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    expect((await refund(payment, { amount: 1000 }, 'refund-key-1')).status).toBe(400);
    expect((await refund(payment, { amount: 1000 }, 'short')).status).toBe(400);
  });

  it('never give back more than was paid', async () => {
    const { payment } = await makePayment();
    expect((await refund(payment, { amount: 700_001 })).status).toBe(400);
    expect((await refund(payment, { amount: 400_000 })).status).toBe(200);
    expect((await refund(payment, { amount: 400_000 })).status).toBe(400);
    expect((await refund(payment, {})).body.amount).toBe(300_000);
    expect((await refund(payment, {})).body.error.description).toBe('The payment has been fully refunded already');
  });

  it('need a captured payment', async () => {
    const { payment } = await makePayment('authorized');
    expect((await refund(payment, {})).status).toBe(400);
  });
});

describe('faults', () => {
  it('fail as often as told, before the work or after it', async () => {
    await control('/faults', 'POST', { operation: 'order.create', kind: 'fail', status: 502, times: 2 });
    const count = async () => (await provider('/orders?receipt=fault')).body.count;
    const order = { amount: 100, currency: 'INR', receipt: 'fault' };
    for (const expected of [502, 502, 200]) expect((await provider('/orders', order)).status).toBe(expected);
    expect(await count()).toBe(1);

    await control('/faults', 'POST', { operation: 'order.create', kind: 'fail', is_after: true });
    const { status, body } = await provider('/orders', order);
    expect(status).toBe(500);
    expect(body.error.code).toBe('SERVER_ERROR');
    expect(await count()).toBe(2);
  });

  it('delay', async () => {
    await control('/faults', 'POST', { kind: 'delay', delay_ms: 120 });
    const start = performance.now();
    await provider('/orders/order_00000000000000');
    expect(performance.now() - start).toBeGreaterThan(115);
  });

  it('must make sense', async () => {
    expect((await control('/faults', 'POST', { kind: 'explode' })).status).toBe(400);
  });
});

describe('webhook events', () => {
  const deliver = () => control('/webhooks/deliver', 'POST');

  it('are signed, sent in order, and sent once', async () => {
    await deliver();
    received.length = 0;
    const { payment } = await makePayment();
    await provider(`/payments/${payment}/refund`, {});
    await deliver();
    expect(received.map(({ event }) => event)).toEqual([
      'payment.authorized',
      'payment.captured',
      'order.paid',
      'refund.created',
      'refund.processed',
    ]);
    expect(received.every(({ isSigned }) => isSigned)).toBe(true);
    expect((await deliver()).body).toEqual([]);
  });

  it('are repeated and reordered when told', async () => {
    await deliver();
    received.length = 0;
    await makePayment('failed');
    await makePayment();
    await control('/faults', 'POST', { operation: 'webhook.deliver', kind: 'repeat' });
    await control('/faults', 'POST', { operation: 'webhook.deliver', kind: 'reorder' });
    await deliver();
    expect(received.map(({ event }) => event)).toEqual([
      'order.paid',
      'order.paid',
      'payment.captured',
      'payment.captured',
      'payment.authorized',
      'payment.authorized',
      'payment.failed',
      'payment.failed',
    ]);
    expect(new Set(received.map(({ id }) => id)).size).toBe(4);
  });
});

describe('the checkout script', () => {
  it('is one classic script that names what it is', async () => {
    const response = await app.request('/sandbox/razorpay/checkout.js');
    const code = await response.text();
    expect(response.headers.get('content-type')).toMatch('text/javascript');
    expect(code).toContain('Sandbox: no money moves');
    expect(() => new Function(code)).not.toThrow();
    const again = await app.request('/sandbox/razorpay/checkout.js', {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });
});
