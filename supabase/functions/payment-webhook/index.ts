import { z } from 'zod';
import { functionErrors } from '#copy/shell/functions.ts';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { findEnv, readEnv } from '#functions/_shared/env.ts';
import { createHandler, HttpError, parseJson, readBytes } from '#functions/_shared/http.ts';
import { describeError, logProblem } from '#functions/_shared/log.ts';
import { isWebhookSignature } from '#functions/_shared/money/razorpay.ts';

/** An event carries the order's notes and the payment; the largest are a few kilobytes. */
const BODY_LIMIT_BYTES = 256 * 1024;
/** The provider treats an answer after five seconds as a failure. */
const PROCESSING_LIMIT_MS = 3_000;

const eventShape = z.looseObject({
  event: z.string().regex(/^[a-z_.]{1,60}$/),
  payload: z.record(z.string(), z.unknown()),
});

/**
 * Receives the provider's events. The signature is over the body's exact bytes, made with the present webhook secret
 * or the previous one. A stored event is answered with 200 even when it is not processed yet: its job will do that.
 * An event that was not stored is answered with 5xx, so that the provider repeats it.
 */
export default createHandler('payment-webhook', async (request) => {
  const body = await readBytes(request, BODY_LIMIT_BYTES);
  const signature = request.headers.get('x-razorpay-signature') ?? '';
  if (!(await isWebhookSignature(body, signature, secrets()))) {
    throw new HttpError(400, functionErrors.webhookSignature);
  }
  const read = eventShape.safeParse(parseJson(new TextDecoder().decode(body)));
  if (!read.success) throw new HttpError(400, functionErrors.invalidRequest);
  const id = await idOf(request, body);
  await query(
    serviceClient().rpc('record_webhook_event', {
      p_event_id: id,
      p_event: read.data.event,
      p_payload: JSON.parse(JSON.stringify(read.data)),
    }),
  );
  await processSoon(id);
  return { received: true };
});

function secrets(): string[] {
  const previous = findEnv('RAZORPAY_WEBHOOK_SECRET_PREVIOUS');
  return [readEnv('RAZORPAY_WEBHOOK_SECRET'), ...(previous === undefined ? [] : [previous])];
}

/** The header is equal in all deliveries of an event; without it, equal bytes are the same event. */
async function idOf(request: Request, body: Uint8Array<ArrayBuffer>): Promise<string> {
  const id = request.headers.get('x-razorpay-event-id') ?? '';
  if (/^[\w-]{1,100}$/.test(id)) return id;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return `body_${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Also for a repeated event: the process may have ended after storing it. */
async function processSoon(id: string): Promise<void> {
  const processing = query(serviceClient().rpc('process_webhook_event', { p_event_id: id })).catch((error: unknown) => {
    logProblem('warn', 'An event is left to its job', { event: id, error: describeError(error) });
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PROCESSING_LIMIT_MS);
  });
  await Promise.race([processing, limit]);
  clearTimeout(timer);
}
