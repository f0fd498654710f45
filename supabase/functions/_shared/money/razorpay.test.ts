import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  createOrder,
  createRefund,
  fetchOrderPayments,
  fetchPayment,
  isPaymentSignature,
  isWebhookSignature,
  signPayment,
  signWebhook,
} from '#functions/_shared/money/razorpay.ts';
import { ProviderRefused, ProviderUnavailable } from '#functions/_shared/provider.ts';

const payment = {
  id: 'pay_29QQoUBi66xm2f',
  order_id: 'order_9A33XWu170gUtm',
  amount: 700_000,
  currency: 'INR',
  status: 'captured',
  amount_refunded: 0,
};
const sent = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubEnv('RAZORPAY_KEY_ID', 'rzp_test_key');
  vi.stubEnv('RAZORPAY_KEY_SECRET', 'secret');
  vi.stubGlobal('fetch', sent);
});
afterEach(() => {
  vi.unstubAllGlobals();
  sent.mockReset();
});

function answers(status: number, body: unknown): void {
  sent.mockImplementation(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
}

function refusal(description: string) {
  return { error: { code: 'BAD_REQUEST_ERROR', description, reason: 'input_validation_failed' } };
}

it('the client of Razorpay calls the real address with the keys', async () => {
  answers(200, payment);
  await fetchPayment(payment.id);
  const [address, init] = sent.mock.calls[0] ?? [];
  expect(address).toBe('https://api.razorpay.com/v1/payments/pay_29QQoUBi66xm2f');
  expect(init?.headers).toMatchObject({ authorization: `Basic ${btoa('rzp_test_key:secret')}` });
});

it('the client of Razorpay makes orders captured at once, and given back when the bank is later', async () => {
  answers(200, { id: 'order_9A33XWu170gUtm', amount: 700_000, currency: 'INR', status: 'created' });
  await createOrder({ amount: 700_000, currency: 'INR', receipt: 'our-id', notes: { booking_id: 'b' } });
  expect(JSON.parse(String(sent.mock.calls[0]?.[1]?.body))).toEqual({
    amount: 700_000,
    currency: 'INR',
    receipt: 'our-id',
    notes: { booking_id: 'b' },
    payment: {
      capture: 'automatic',
      capture_options: { automatic_expiry_period: 15, manual_expiry_period: 15, refund_speed: 'normal' },
    },
  });
});

it('the client of Razorpay refunds under an idempotency key', async () => {
  answers(200, { id: 'rfnd_FP8QHiV938haTz', payment_id: payment.id, amount: 700_000, status: 'pending' });
  await createRefund({ paymentId: payment.id, amount: 700_000, idempotencyKey: 'refund-id-1', notes: {} });
  expect(sent.mock.calls[0]?.[1]?.headers).toMatchObject({ 'x-refund-idempotency': 'refund-id-1' });
});

it("the client of Razorpay lists an order's payments", async () => {
  answers(200, { entity: 'collection', count: 1, items: [payment] });
  expect(await fetchOrderPayments('order_9A33XWu170gUtm')).toEqual([payment]);
});

it('the client of Razorpay takes a 4xx with a reason for a refusal', async () => {
  answers(400, refusal('The id provided does not exist'));
  const error = await fetchPayment(payment.id).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ProviderRefused);
  expect(error).toMatchObject({ message: 'The id provided does not exist', reason: 'input_validation_failed' });
});

it.each([
  ['5xx', 503, refusal('busy')],
  ['the rate limit', 429, refusal('too many')],
  ['a running duplicate', 409, refusal('in progress')],
  ['wrong keys', 401, refusal('Authentication failed')],
  ['a page instead of JSON', 400, '<html>'],
  ['success of an unknown shape', 200, { ...payment, status: 'elsewhere' }],
])('the client of Razorpay concludes nothing from %s', async (_, status, body) => {
  answers(status, body);
  await expect(fetchPayment(payment.id)).rejects.toBeInstanceOf(ProviderUnavailable);
});

it('the client of Razorpay waits 6 seconds, less than the browser, or PROVIDER_TIMEOUT_MS', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  answers(200, payment);
  await fetchPayment(payment.id);
  vi.stubEnv('PROVIDER_TIMEOUT_MS', '20');
  sent.mockImplementation(
    (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  await expect(fetchPayment(payment.id)).rejects.toBeInstanceOf(ProviderUnavailable);
  expect(timeout.mock.calls).toEqual([[6000], [20]]);
});

it('the client of Razorpay concludes nothing from a broken connection', async () => {
  sent.mockRejectedValue(new TypeError('fetch failed'));
  await expect(fetchPayment(payment.id)).rejects.toBeInstanceOf(ProviderUnavailable);
});

const secret = 'EnLs21M47BllR3X8PSFtjtbd';
const proof = { orderId: 'order_IEIaMR65cu6nz3', paymentId: 'pay_IH4NVgf4Dreq1l' };
const hmac = (text: string, key = secret) => createHmac('sha256', key).update(text).digest('hex');

it('the signature of a payment is the hex HMAC-SHA256 of order_id|payment_id with the key secret', async () => {
  const signature = await signPayment(proof, secret);
  expect(signature).toBe(hmac(`${proof.orderId}|${proof.paymentId}`));
  expect(await isPaymentSignature(proof, signature, secret)).toBe(true);
  expect(await isPaymentSignature(proof, signature.toUpperCase(), secret)).toBe(true);
});

it('the signature of a payment is refused for another order, payment or secret', async () => {
  const signature = await signPayment(proof, secret);
  expect(await isPaymentSignature({ ...proof, orderId: 'order_other' }, signature, secret)).toBe(false);
  expect(await isPaymentSignature({ ...proof, paymentId: 'pay_other' }, signature, secret)).toBe(false);
  expect(await isPaymentSignature(proof, signature, `${secret}x`)).toBe(false);
});

it('the signature of a payment is refused when it is not 64 hexadecimal digits', async () => {
  const signature = await signPayment(proof, secret);
  for (const wrong of ['', 'x'.repeat(64), signature.slice(1), `${signature}00`, ` ${signature.slice(1)}`]) {
    expect(await isPaymentSignature(proof, wrong, secret)).toBe(false);
  }
});

it('the signature of a payment is refused with any one digit changed', async () => {
  const signature = await signPayment(proof, secret);
  await fc.assert(
    fc.asyncProperty(fc.nat(63), fc.nat(14), async (at, by) => {
      const digit = ((Number.parseInt(signature.charAt(at), 16) + by + 1) % 16).toString(16);
      const forged = signature.slice(0, at) + digit + signature.slice(at + 1);
      return !(await isPaymentSignature(proof, forged, secret));
    }),
  );
});

it('the signature of a webhook covers the exact bytes of the body', async () => {
  const body = '{"event":"payment.captured","note":"₹7,000"}';
  const signature = await signWebhook(body, secret);
  expect(signature).toBe(hmac(body));
  expect(await isWebhookSignature(body, signature, [secret])).toBe(true);
  expect(await isWebhookSignature(`${body} `, signature, [secret])).toBe(false);
  expect(await isWebhookSignature(new TextEncoder().encode(body), signature, [secret])).toBe(true);
});

it('the signature of a webhook matches the present secret or the previous one, and no other', async () => {
  const body = '{"event":"payment.captured"}';
  const old = await signWebhook(body, 'the secret before');
  expect(await isWebhookSignature(body, old, [secret, 'the secret before'])).toBe(true);
  expect(await isWebhookSignature(body, old, [secret])).toBe(false);
  expect(await isWebhookSignature(body, old, [])).toBe(false);
});
