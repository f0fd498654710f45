import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isPaymentSignature,
  isWebhookSignature,
  signPayment,
  signWebhook,
} from '#functions/_shared/razorpay-signature.ts';

const secret = 'EnLs21M47BllR3X8PSFtjtbd';
const proof = { orderId: 'order_IEIaMR65cu6nz3', paymentId: 'pay_IH4NVgf4Dreq1l' };
const hmac = (text: string, key = secret) => createHmac('sha256', key).update(text).digest('hex');

describe('the signature of a payment', () => {
  it('is hex HMAC-SHA256 of order_id|payment_id with the key secret', async () => {
    const signature = await signPayment(proof, secret);
    expect(signature).toBe(hmac(`${proof.orderId}|${proof.paymentId}`));
    expect(await isPaymentSignature(proof, signature, secret)).toBe(true);
    expect(await isPaymentSignature(proof, signature.toUpperCase(), secret)).toBe(true);
  });

  it('is refused for another order, payment or secret', async () => {
    const signature = await signPayment(proof, secret);
    expect(await isPaymentSignature({ ...proof, orderId: 'order_other' }, signature, secret)).toBe(false);
    expect(await isPaymentSignature({ ...proof, paymentId: 'pay_other' }, signature, secret)).toBe(false);
    expect(await isPaymentSignature(proof, signature, `${secret}x`)).toBe(false);
  });

  it('is refused when it is not 64 hexadecimal digits', async () => {
    const signature = await signPayment(proof, secret);
    for (const wrong of [
      '',
      'x'.repeat(64),
      signature.slice(1),
      `${signature}00`,
      ` ${signature.slice(1)}`,
    ]) {
      expect(await isPaymentSignature(proof, wrong, secret)).toBe(false);
    }
  });

  it('is refused with any one digit changed', async () => {
    const signature = await signPayment(proof, secret);
    await fc.assert(
      fc.asyncProperty(fc.nat(63), fc.nat(14), async (at, by) => {
        const digit = ((Number.parseInt(signature.charAt(at), 16) + by + 1) % 16).toString(16);
        const forged = signature.slice(0, at) + digit + signature.slice(at + 1);
        return !(await isPaymentSignature(proof, forged, secret));
      }),
    );
  });
});

describe('the signature of a webhook', () => {
  it('covers the exact bytes of the body', async () => {
    const body = '{"event":"payment.captured","note":"₹7,000"}';
    const signature = await signWebhook(body, secret);
    expect(signature).toBe(hmac(body));
    expect(await isWebhookSignature(body, signature, [secret])).toBe(true);
    expect(await isWebhookSignature(`${body} `, signature, [secret])).toBe(false);
    expect(await isWebhookSignature(new TextEncoder().encode(body), signature, [secret])).toBe(true);
  });

  it('fits the present secret or the one before, and none else', async () => {
    const body = '{"event":"payment.captured"}';
    const old = await signWebhook(body, 'the secret before');
    expect(await isWebhookSignature(body, old, [secret, 'the secret before'])).toBe(true);
    expect(await isWebhookSignature(body, old, [secret])).toBe(false);
    expect(await isWebhookSignature(body, old, [])).toBe(false);
  });
});
