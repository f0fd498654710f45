import { z } from 'zod';
import { sessionBrief } from '#copy/sessions/briefs.ts';
import { functionErrors } from '#copy/shell/functions.ts';
import { BusinessRuleError, query, serviceClient } from '#functions/_shared/database.ts';
import { readEnv } from '#functions/_shared/env.ts';
import { createHandler, HttpError, readBody, serviceUnavailable } from '#functions/_shared/http.ts';
import { bearerToken } from '#functions/_shared/keys.ts';
import { logProblem } from '#functions/_shared/log.ts';
import { isBusyInCalendar } from '#functions/_shared/mentors/calendar.ts';
import { createOrder } from '#functions/_shared/money/razorpay.ts';
import { requireUser, requireUserAnd } from '#functions/_shared/people/auth.ts';
import { ProviderRefused, ProviderUnavailable } from '#functions/_shared/provider.ts';
import { CURRENCY, formatInr } from '#rules/money/rupees.ts';
import type { Brief } from '#rules/sessions/brief.ts';
import { briefSchema } from '#rules/sessions/brief-schema.ts';
import { isIstDate, isIstTime } from '#rules/shell/ist.ts';
import { claimedUser, joinCrowd, type PlaceInCrowd } from './crowd.ts';

const uuid = z.guid();
const text = z.string().max(500);

/** 'start-end', each 'HH:mm' or 'HH:mm:ss', as two times. */
const bookingTime = z.string().transform((value, context) => {
  const [start = '', end = '', ...rest] = value.split('-');
  if (rest.length > 0 || !isIstTime(start) || !isIstTime(end) || end <= start) {
    context.addIssue({ code: 'custom', message: 'not a time range' });
    return z.NEVER;
  }
  return { start, end };
});

/**
 * The request's body (docs/product/payments.md#price). The payer comes from the session; price, names and e-mails from
 * the database. Names and e-mails are accepted and not read; `amount` only serves to refuse a changed price.
 */
export const createPaymentOrderBody = z.object({
  amount: z.int().positive(),
  currency: z.string().max(10),
  mentor_id: uuid,
  booking_id: uuid.nullish(),
  user_id: text.nullish(),
  notes: z.object({
    booking_id: uuid,
    booking_date: z.string().refine(isIstDate),
    booking_time: bookingTime,
    mentor_name: text.nullish(),
    mentor_email: text.nullish(),
    user_email: text.nullish(),
  }),
  /** What the person wants to leave with; read by `readBrief`, which answers with its sentences. */
  brief: z.unknown().optional(),
});
type OrderBody = z.output<typeof createPaymentOrderBody>;
type HeldOrder = Awaited<ReturnType<typeof holdSlot>>;

/** The database's codes and their sentences; some name the mentor, whose name the database adds. */
const REFUSALS: Record<string, string | ((name: string) => string)> = {
  slot_taken: functionErrors.slotTaken,
  booking_id_taken: functionErrors.bookingIdTaken,
  too_many_holds: functionErrors.tooManyHolds,
  too_many_orders: functionErrors.tooManyOrders,
  mentor_not_found: functionErrors.mentorNotFound,
  own_session: functionErrors.ownSession,
  user_not_found: functionErrors.accountNotFound,
  slot_in_past: functionErrors.slotInPast,
  slot_not_offered: functionErrors.slotNotOffered,
  slot_too_soon: functionErrors.slotTooSoon,
  mentor_paused: functionErrors.mentorPaused,
  slot_busy: functionErrors.slotBusy,
  slot_buffered: functionErrors.slotBuffered,
  mentor_day_full: functionErrors.mentorDayFull,
  mentor_week_full: functionErrors.mentorWeekFull,
  mentor_has_no_price: functionErrors.mentorHasNoPrice,
};

/** What the database says of a brief, should it be stricter than the schema. */
const BRIEF_REFUSALS: Record<string, string> = {
  question_too_short: sessionBrief.errors.questionTooShort,
  question_too_long: sessionBrief.errors.questionTooLong,
  link_not_valid: sessionBrief.errors.link,
  stage_unknown: sessionBrief.errors.choice,
  language_unknown: sessionBrief.errors.choice,
};

/**
 * Holds a slot for 15 minutes and creates the provider's order for it (docs/product/payments.md#order). The payer is
 * the signed-in person, the price the database's; another `amount` is refused with 409. A repeated request answers the
 * same order.
 */
export default createHandler('create-payment-order', async (request) => {
  const body = await readBody(request, createPaymentOrderBody).catch(async (error: unknown) => {
    // Who is not signed in hears that, and not what is wrong with the request.
    await requireUser(request);
    throw error;
  });
  const { mentor_id: mentorId, notes } = body;
  const place = joinCrowd(`${mentorId} ${notes.booking_date} ${notes.booking_time.start}-${notes.booking_time.end}`);
  try {
    return await orderFor(request, body, place);
  } finally {
    place.leave();
  }
});

async function orderFor(request: Request, body: OrderBody, place: PlaceInCrowd) {
  const claimed = claimedUser(bearerToken(request));
  // That a time is taken is public, so that this answer may come before the session is looked up.
  if (claimed !== undefined && place.isTakenFrom(claimed)) throw slotTaken();
  const user = await requireUserAnd<{ is_taken: boolean; asks_calendar: boolean }>(request, (client) =>
    client.rpc('my_chance_of', {
      p_mentor_id: body.mentor_id,
      p_date: body.notes.booking_date,
      p_start_time: body.notes.booking_time.start,
      p_end_time: body.notes.booking_time.end,
    }),
  );
  if (body.currency !== CURRENCY) throw new HttpError(400, functionErrors.currencyUnsupported);
  // Of a crowd that wants one slot, nearly all end here, without waiting for the mentor's lock.
  if (user.is_taken) throw slotTaken();
  const brief = readBrief(body.brief);
  if (user.asks_calendar) {
    await requireFreeInCalendar(body);
    // Of those who waited for the same answer, one may have the time by now.
    if (place.isTakenFrom(user.id)) throw slotTaken();
  }

  const held = await holdAtPrice(user.id, body, brief);
  place.note(user.id);
  const order = await payableOrder(held, user.id, body).catch((error: unknown) => {
    place.note(null);
    throw error;
  });
  return {
    id: order.provider_order_id,
    order_id: order.provider_order_id,
    amount: order.amount_paise,
    currency: order.currency,
    booking_id: order.booking_id,
    expires_at: order.expires_at,
    key_id: readEnv('RAZORPAY_KEY_ID'),
  };
}

/**
 * The mentor's own calendar is asked before the hold (docs/product/calendars.md#check-before-a-sale); the database has
 * the stored copy.
 */
async function requireFreeInCalendar({ mentor_id: mentorId, notes }: OrderBody): Promise<void> {
  const { start: startTime, end: endTime } = notes.booking_time;
  if (await isBusyInCalendar({ mentorId, date: notes.booking_date, startTime, endTime })) {
    throw new HttpError(409, functionErrors.slotBusy, { fields: { code: 'slot_busy' } });
  }
}

function slotTaken(): HttpError {
  return new HttpError(409, functionErrors.slotTaken, { fields: { code: 'slot_taken' } });
}

/** Null where none was sent: then what is stored stays. Refuses a wrong one with 400 and its sentence. */
function readBrief(sent: unknown): Brief | null {
  if (sent === undefined || sent === null) return null;
  const result = briefSchema.safeParse(sent);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') ?? '';
  const sentence = issue?.code === 'custom' ? issue.message : functionErrors.invalidField(field || 'brief');
  throw briefInvalid(sentence, field);
}

function briefInvalid(sentence: string, field: string): HttpError {
  return new HttpError(400, sentence, { fields: { code: 'brief_invalid', field } });
}

async function holdSlot(userId: string, body: OrderBody, brief: Brief | null) {
  try {
    return await query(
      serviceClient()
        .rpc('create_payment_order', {
          p_user_id: userId,
          p_mentor_id: body.mentor_id,
          p_booking_id: body.notes.booking_id,
          p_date: body.notes.booking_date,
          p_start_time: body.notes.booking_time.start,
          p_end_time: body.notes.booking_time.end,
          ...(brief && { p_brief: { ...brief } }),
        })
        .single(),
    );
  } catch (error) {
    const sentence = error instanceof BusinessRuleError ? REFUSALS[error.message] : undefined;
    if (error instanceof BusinessRuleError && sentence) {
      const said = typeof sentence === 'string' ? sentence : sentence(error.detail);
      throw new HttpError(error.status, said, { fields: { code: error.message } });
    }
    const wrongBrief = error instanceof BusinessRuleError ? BRIEF_REFUSALS[error.message] : undefined;
    if (error instanceof BusinessRuleError && wrongBrief) throw briefInvalid(wrongBrief, error.detail);
    throw error;
  }
}

/** Holds the slot at the price that the person has seen; another price is refused, and the slot is free again. */
async function holdAtPrice(userId: string, body: OrderBody, brief: Brief | null): Promise<HeldOrder> {
  const order = await holdSlot(userId, body, brief);
  if (order.amount_paise === body.amount) return order;
  await releaseHold(order);
  throw new HttpError(409, functionErrors.priceChanged(formatInr(order.amount_paise / 100)), {
    fields: { code: 'price_changed' },
  });
}

/**
 * A held order with its order at the provider.
 *
 * @param made what was made at the provider for this order before its slot was held again
 */
async function payableOrder(
  order: HeldOrder,
  userId: string,
  body: OrderBody,
  made?: { orderId: string; providerOrderId: string },
): Promise<HeldOrder> {
  if (order.provider_order_id) return order;
  const providerOrderId = made?.orderId === order.order_id ? made.providerOrderId : await orderAtProvider(order, body);
  try {
    await query(
      serviceClient().rpc('attach_provider_order', {
        p_order_id: order.order_id,
        p_provider_order_id: providerOrderId,
      }),
    );
    return { ...order, provider_order_id: providerOrderId };
  } catch (error) {
    const isOvertaken = error instanceof BusinessRuleError && OVERTAKEN.has(error.message);
    if (!isOvertaken) throw error;
    if (made) throw serviceUnavailable();
    // Without the brief: the other request may have stored a later one.
    const again = await holdAtPrice(userId, body, null);
    return payableOrder(again, userId, body, { orderId: order.order_id, providerOrderId });
  }
}

/**
 * What another request of the same person has done in between: it attached its own order of the provider, which is the one
 * that counts, or it gave the slot back. An order that is not attached is never paid.
 */
const OVERTAKEN = new Set(['provider_order_already_attached', 'order_not_held']);

async function orderAtProvider(order: HeldOrder, body: OrderBody): Promise<string> {
  try {
    const made = await createOrder({
      amount: order.amount_paise,
      currency: order.currency,
      receipt: order.order_id,
      notes: {
        booking_id: order.booking_id,
        booking_date: body.notes.booking_date,
        booking_time: `${body.notes.booking_time.start}-${body.notes.booking_time.end}`,
        mentor_name: order.mentor_name,
      },
    });
    return made.id;
  } catch (error) {
    await releaseHold(order);
    if (error instanceof ProviderUnavailable) {
      logProblem('warn', 'No order at the provider', { order: order.order_id, error: error.message });
      throw serviceUnavailable(functionErrors.providerUnreachable);
    }
    if (error instanceof ProviderRefused) {
      logProblem('warn', 'The provider refused an order', { order: order.order_id, error: error.message });
      throw new HttpError(502, functionErrors.providerRefusedOrder);
    }
    throw error;
  }
}

/** Gives the slot back at once instead of in 15 minutes; if that fails too, the hold expires by itself. */
async function releaseHold(order: HeldOrder): Promise<void> {
  try {
    await query(serviceClient().rpc('release_payment_order', { p_order_id: order.order_id }));
  } catch {
    logProblem('warn', 'A hold is left to expire', { order: order.order_id });
  }
}
