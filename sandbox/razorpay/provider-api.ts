import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { showOrder, showPayment, showRefund } from './entities.ts';
import { authenticationFailed, invalidInput, RazorpayFailure, serverError } from './errors.ts';
import type { Faults, Operation } from './faults.ts';
import type { Ledger, Page } from './ledger.ts';

const notesShape = z
  .record(z.string(), z.coerce.string().max(256))
  .refine((notes) => Object.keys(notes).length <= 15)
  .or(z.tuple([]).transform(() => ({})))
  .default({});

const orderShape = z.object({
  amount: z.int().min(100),
  currency: z.literal('INR'),
  receipt: z.string().max(40).nullable().default(null),
  notes: notesShape,
  payment: z
    .object({
      capture: z.enum(['automatic', 'manual']),
      capture_options: z
        .object({
          automatic_expiry_period: z.int().min(12).optional(),
          manual_expiry_period: z.int().max(7200).optional(),
          refund_speed: z.enum(['normal', 'optimum']),
        })
        .refine(
          ({ automatic_expiry_period = 12, manual_expiry_period = 7200 }) =>
            manual_expiry_period >= automatic_expiry_period,
        )
        .optional(),
    })
    .optional(),
});
/** Seconds since 1970; 10 a page unless asked, 100 at most. */
const pageShape = z.object({
  from: z.coerce.number().int().min(0).default(0),
  to: z.coerce.number().int().min(0).optional(),
  count: z.coerce.number().int().min(1).max(100).default(10),
  skip: z.coerce.number().int().min(0).default(0),
});
const captureShape = z.object({ amount: z.int(), currency: z.literal('INR') });
const refundShape = z.object({
  amount: z.int().min(100).optional(),
  speed: z.enum(['normal', 'optimum']).default('normal'),
  receipt: z.string().max(40).nullable().default(null),
  notes: notesShape,
});

/** The part of api.razorpay.com/v1 that Point 0 uses, with its paths, authentication, entities and errors. */
export function createProviderApi(parts: {
  ledger: Ledger;
  faults: Faults;
  keys: { keyId: string; keySecret: string };
}): Hono {
  const { ledger, faults, keys } = parts;
  const api = new Hono();
  const expected = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`;

  api.use(async (c, next) => {
    if (!isSame(c.req.header('authorization') ?? '', expected)) throw authenticationFailed();
    await next();
  });

  const answer = async (c: Context, operation: Operation, work: () => Promise<object>) =>
    c.json(await faults.around(operation, work));
  const answerList = <Row>(c: Context, operation: Operation, rows: () => Promise<Row[]>, show: (row: Row) => object) =>
    answer(c, operation, async () => {
      const items = (await rows()).map(show);
      return { entity: 'collection', count: items.length, items };
    });

  api.post('/orders', async (c) => {
    const body = await read(c, orderShape);
    return answer(c, 'order.create', async () => showOrder(await ledger.createOrder(body)));
  });
  api.get('/orders', (c) =>
    answerList(c, 'order.fetch', async () => ledger.orders(c.req.query('receipt') ?? null, readPage(c)), showOrder),
  );
  api.get('/orders/:id', (c) => answer(c, 'order.fetch', async () => showOrder(await ledger.order(c.req.param('id')))));
  api.get('/orders/:id/payments', (c) =>
    answerList(c, 'order.payments', () => ledger.orderPayments(c.req.param('id')), showPayment),
  );
  api.get('/payments', (c) => answerList(c, 'payment.list', async () => ledger.payments(readPage(c)), showPayment));
  api.get('/payments/:id', (c) =>
    answer(c, 'payment.fetch', async () => showPayment(await ledger.payment(c.req.param('id')))),
  );
  api.post('/payments/:id/capture', async (c) => {
    const body = await read(c, captureShape);
    return answer(c, 'payment.capture', async () => showPayment(await ledger.capture(c.req.param('id'), body.amount)));
  });
  api.get('/payments/:id/refunds', (c) =>
    answerList(c, 'payment.refunds', () => ledger.paymentRefunds(c.req.param('id')), showRefund),
  );
  api.post('/payments/:id/refund', async (c) => {
    const idempotencyKey = c.req.header('x-refund-idempotency') ?? null;
    if (idempotencyKey !== null && idempotencyKey.length < 10) {
      throw invalidInput('The idempotency key should be at least 10 characters long');
    }
    const body = await read(c, refundShape);
    return answer(c, 'refund.create', async () => {
      const isPending = await faults.isRefundPending();
      return showRefund(
        await ledger.createRefund({ ...body, paymentId: c.req.param('id'), idempotencyKey, isPending }),
      );
    });
  });
  api.get('/refunds', (c) => answerList(c, 'refund.list', async () => ledger.refunds(readPage(c)), showRefund));
  api.get('/refunds/:id', (c) =>
    answer(c, 'refund.fetch', async () => showRefund(await ledger.refund(c.req.param('id')))),
  );

  // Not notFound(): a mounted application's own is not asked.
  api.all('*', (c) =>
    c.json(
      {
        error: {
          code: 'BAD_REQUEST_ERROR',
          description: 'The requested URL was not found on the server.',
          source: 'NA',
          step: 'NA',
          reason: 'NA',
          metadata: {},
        },
      },
      404,
    ),
  );
  return api;
}

/** Sends failures in the provider's shape; anything unforeseen is the provider's 500. */
export function answerFailure(error: Error, c: Context): Response {
  const failure = error instanceof RazorpayFailure ? error : serverError(500);
  return c.json({ error: failure.error }, failure.status);
}

export async function read<S extends z.ZodType>(c: Context, shape: S): Promise<z.output<S>> {
  const text = await c.req.text();
  let body: unknown;
  try {
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    throw invalidInput('The request body is not valid JSON');
  }
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const field = result.error.issues[0]?.path.join('.') || undefined;
  throw invalidInput(field ? `The ${field} field is invalid.` : 'The request is invalid.', field);
}

function readPage(c: Context): Page {
  const read = pageShape.safeParse(c.req.query());
  if (!read.success) throw invalidInput('The request is invalid.', read.error.issues[0]?.path.join('.'));
  const { from, to, count, skip } = read.data;
  // A second holds everything that was made in it.
  const end = to === undefined ? Date.now() + 60_000 : (to + 1) * 1000 - 1;
  return { from: new Date(from * 1000), to: new Date(end), count, skip };
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
