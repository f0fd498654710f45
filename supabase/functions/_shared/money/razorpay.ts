import { Buffer } from 'node:buffer';
import { z } from 'zod';
import { readEnv, readProviderTimeout } from '#functions/_shared/env.ts';
import { callProvider, ProviderRefused, ProviderUnavailable } from '#functions/_shared/provider.ts';
import { HOLD_MINUTES } from '#rules/money/payment.ts';

/** A client of Razorpay's API, and Razorpay's two signatures. Amounts are integer paise. */

const API = 'https://api.razorpay.com/v1';
/** Less than the 15 s that the browser waits (docs/product/payments.md#checkout). */
const TIMEOUT_MS = 6000;

const orderShape = z.object({ id: z.string(), amount: z.int(), currency: z.string(), status: z.string() });
const paymentShape = z.object({
  id: z.string(),
  order_id: z.string().nullable(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  amount_refunded: z.int().nullish(),
  method: z.string().nullish(),
});
const refundShape = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.int(),
  status: z.enum(['pending', 'processed', 'failed']),
  receipt: z.string().nullish(),
});
const errorShape = z.object({
  error: z.object({ code: z.string(), description: z.string(), reason: z.string().nullish() }),
});

interface PaymentProof {
  /** The order id from our own records, never the one that the browser sent. */
  orderId: string;
  paymentId: string;
}

const HMAC_SHA256 = { name: 'HMAC', hash: 'SHA-256' };

export type RazorpayOrder = z.output<typeof orderShape>;
export type RazorpayPayment = z.output<typeof paymentShape>;
export type RazorpayRefund = z.output<typeof refundShape>;

/** Makes an order that is captured as soon as it is paid. `receipt` is our own id, at most 40 characters. */
export function createOrder(order: {
  amount: number;
  currency: string;
  receipt: string;
  notes: Record<string, string>;
}): Promise<RazorpayOrder> {
  // When a bank confirms after the hold has expired, Razorpay refunds the payment instead of capturing it.
  const capture_options = {
    automatic_expiry_period: HOLD_MINUTES,
    manual_expiry_period: HOLD_MINUTES,
    refund_speed: 'normal',
  };
  return call(orderShape, '/orders', { body: { ...order, payment: { capture: 'automatic', capture_options } } });
}

export function fetchPayment(paymentId: string): Promise<RazorpayPayment> {
  return call(paymentShape, `/payments/${encodeURIComponent(paymentId)}`);
}

/** Every payment that was tried on an order, failed ones included. */
export function fetchOrderPayments(orderId: string): Promise<RazorpayPayment[]> {
  return list(paymentShape, `/orders/${encodeURIComponent(orderId)}/payments`);
}

/** A period and a page of its entries. */
export interface ListPage {
  from: Date;
  to: Date;
  /** How many entries to skip. At most PAGE_SIZE follow in the answer, the latest first. */
  skip: number;
}
export const PAGE_SIZE = 100;

export function listPayments(page: ListPage): Promise<RazorpayPayment[]> {
  return list(paymentShape, `/payments?${queryOf(page)}`);
}

export function listRefunds(page: ListPage): Promise<RazorpayRefund[]> {
  return list(refundShape, `/refunds?${queryOf(page)}`);
}

function queryOf({ from, to, skip }: ListPage): URLSearchParams {
  const seconds = (time: Date) => String(Math.floor(time.getTime() / 1000));
  return new URLSearchParams({ from: seconds(from), to: seconds(to), count: String(PAGE_SIZE), skip: String(skip) });
}

export function fetchRefunds(paymentId: string): Promise<RazorpayRefund[]> {
  return list(refundShape, `/payments/${encodeURIComponent(paymentId)}/refunds`);
}

export function fetchRefund(refundId: string): Promise<RazorpayRefund> {
  return call(refundShape, `/refunds/${encodeURIComponent(refundId)}`);
}

/** Refunds a captured payment. Repeating an `idempotencyKey` (10 characters or more) answers the same refund. */
export function createRefund(refund: {
  paymentId: string;
  amount: number;
  idempotencyKey: string;
  notes: Record<string, string>;
}): Promise<RazorpayRefund> {
  return call(refundShape, `/payments/${encodeURIComponent(refund.paymentId)}/refund`, {
    body: { amount: refund.amount, speed: 'normal', receipt: refund.idempotencyKey, notes: refund.notes },
    headers: { 'x-refund-idempotency': refund.idempotencyKey },
  });
}

/**
 * Whether the provider accepts our key pair, and what time it has; reads one payment and changes nothing.
 * @throws ProviderUnavailable when the answer says neither yes nor no
 */
export async function askAboutKeys(): Promise<{ areAccepted: boolean; date: string | null }> {
  const { status, date } = await send('/payments?count=1', undefined, {});
  if (status === 401 || status === 403) return { areAccepted: false, date };
  if (status >= 200 && status < 300) return { areAccepted: true, date };
  throw new ProviderUnavailable(`Razorpay answered with status ${status}`);
}

async function list<S extends z.ZodType>(shape: S, path: string): Promise<z.output<S>[]> {
  return (await call(z.object({ items: z.array(shape) }), path)).items;
}

async function call<S extends z.ZodType>(
  shape: S,
  path: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
): Promise<z.output<S>> {
  const { status, answer } = await send(path, body, headers);
  if (status >= 200 && status < 300) {
    const result = shape.safeParse(answer);
    if (result.success) return result.data;
    throw new ProviderUnavailable(`Razorpay answered ${path} with an unknown shape`);
  }
  const refusal = errorShape.safeParse(answer);
  // 401 and 403 are about our keys, 409 and 429 about timing: they say nothing about the payment.
  if (![400, 404, 422].includes(status) || !refusal.success) {
    throw new ProviderUnavailable(`Razorpay answered ${path} with status ${status}`);
  }
  const { code, description, reason } = refusal.data.error;
  throw new ProviderRefused(description, code, reason ?? undefined);
}

function send(path: string, body: object | undefined, headers: Record<string, string>) {
  const credentials = `${readEnv('RAZORPAY_KEY_ID')}:${readEnv('RAZORPAY_KEY_SECRET')}`;
  return callProvider(`${API}${path}`, {
    name: `Razorpay's ${path}`,
    timeoutMs: readProviderTimeout(TIMEOUT_MS),
    method: body ? 'POST' : 'GET',
    headers: {
      ...headers,
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

/** The signature that checkout gives to the browser after a payment, made with the key secret. */
export function signPayment({ orderId, paymentId }: PaymentProof, keySecret: string): Promise<string> {
  return sign(`${orderId}|${paymentId}`, keySecret);
}

export function isPaymentSignature(proof: PaymentProof, signature: string, keySecret: string): Promise<boolean> {
  return isSignature(`${proof.orderId}|${proof.paymentId}`, signature, keySecret);
}

/** The `X-Razorpay-Signature` of a webhook, made with the webhook secret over the body's exact bytes. */
export function signWebhook(rawBody: string | Uint8Array<ArrayBuffer>, webhookSecret: string): Promise<string> {
  return sign(rawBody, webhookSecret);
}

/** @param webhookSecrets the present one and, while it is being replaced, the previous one; either may match */
export async function isWebhookSignature(
  rawBody: string | Uint8Array<ArrayBuffer>,
  signature: string,
  webhookSecrets: readonly string[],
): Promise<boolean> {
  const fits = await Promise.all(webhookSecrets.map((secret) => isSignature(rawBody, signature, secret)));
  return fits.includes(true);
}

async function sign(message: string | Uint8Array<ArrayBuffer>, secret: string): Promise<string> {
  const key = await importKey(secret, 'sign');
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytesOf(message)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function isSignature(
  message: string | Uint8Array<ArrayBuffer>,
  signature: string,
  secret: string,
): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  const bytes = Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(signature.slice(2 * i, 2 * i + 2), 16));
  const key = await importKey(secret, 'verify');
  return crypto.subtle.verify('HMAC', key, bytes, bytesOf(message));
}

function bytesOf(message: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return typeof message === 'string' ? new TextEncoder().encode(message) : message;
}

function importKey(secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), HMAC_SHA256, false, [use]);
}
