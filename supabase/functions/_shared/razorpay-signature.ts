/** Razorpay's two signatures, each a hex HMAC-SHA256. Comparison takes the same time wherever the texts differ. */

interface PaymentProof {
  /** The order id from our own records, never the one that the browser sent. */
  orderId: string;
  paymentId: string;
}

const SHA256 = { name: 'HMAC', hash: 'SHA-256' };

/** What checkout hands to the browser after a payment, made with the key secret. */
export function signPayment({ orderId, paymentId }: PaymentProof, keySecret: string): Promise<string> {
  return sign(`${orderId}|${paymentId}`, keySecret);
}

export function isPaymentSignature(
  proof: PaymentProof,
  signature: string,
  keySecret: string,
): Promise<boolean> {
  return isSignature(`${proof.orderId}|${proof.paymentId}`, signature, keySecret);
}

/** The `X-Razorpay-Signature` of a webhook, made with the webhook secret over the body's exact bytes. */
export function signWebhook(
  rawBody: string | Uint8Array<ArrayBuffer>,
  webhookSecret: string,
): Promise<string> {
  return sign(rawBody, webhookSecret);
}

/** @param webhookSecrets the present one and, while it is being changed, the one before; each is tried, whichever fits */
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
  const bytes = Uint8Array.from({ length: 32 }, (_, i) =>
    Number.parseInt(signature.slice(2 * i, 2 * i + 2), 16),
  );
  const key = await importKey(secret, 'verify');
  return crypto.subtle.verify('HMAC', key, bytes, bytesOf(message));
}

function bytesOf(message: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return typeof message === 'string' ? new TextEncoder().encode(message) : message;
}

function importKey(secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), SHA256, false, [use]);
}
