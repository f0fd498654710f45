import { z } from 'zod';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { eventIdOf, getEvent } from '#functions/_shared/google-calendar.ts';
import { CalendarNotConnected, withCalendar } from '#functions/_shared/google-credentials.ts';
import { TokenRevoked } from '#functions/_shared/google-oauth.ts';
import { ProviderRefused } from '#functions/_shared/provider.ts';
import {
  fetchPayment,
  type ListPage,
  listPayments,
  listRefunds,
  PAGE_SIZE,
} from '#functions/_shared/razorpay.ts';

const STAGES = ['payments', 'refunds', 'unseen', 'events'] as const;
const EVENTS_A_STEP = 20;
const UNSEEN_A_STEP = 50;

const stepShape = z.object({
  day: z.iso.date(),
  stage: z.enum(STAGES),
  /** How much of the provider's list has been read. */
  skip: z.int().min(0),
  /** The booking that the step before ended with. */
  after: z.guid().optional(),
});
type Step = z.output<typeof stepShape>;

type ComparableEvent = {
  booking_id: string;
  starts_at: string;
  ends_at: string;
  takes_place: boolean;
  sequence: number;
};

/**
 * One step of a night's comparison between the provider, the database and the calendar: a page of one of the lists. It ends by
 * enqueueing the next step under a key of its own, so a step that is done twice has one successor.
 * @throws ProviderUnavailable
 */
export async function compareMoney(job: unknown): Promise<void> {
  const step = stepShape.parse(job);
  const { starts_at, ends_at } = await query(
    serviceClient().rpc('begin_comparison', { p_day: step.day }).single(),
  );
  const page = { from: new Date(starts_at), to: new Date(ends_at), skip: step.skip };
  switch (step.stage) {
    case 'payments':
      return comparePayments(step, page);
    case 'refunds':
      return compareRefunds(step, page);
    case 'unseen':
      return compareUnseen(step);
    case 'events':
      return compareEvents(step);
  }
}

/** A payment that the provider's list did not have, or that an administrator asks about: one by one. */
export async function lookUpPayment(job: unknown): Promise<void> {
  const { payment_id } = z.object({ payment_id: z.string() }).parse(job);
  await compareOne(payment_id, new Date().toISOString().slice(0, 10));
}

async function comparePayments(step: Step, page: ListPage): Promise<void> {
  const payments = await listPayments(page);
  await query(serviceClient().rpc('compare_payments', { p_day: step.day, p_payments: payments }));
  await goOn(step, payments.length, 'refunds');
}

async function compareRefunds(step: Step, page: ListPage): Promise<void> {
  const refunds = await listRefunds(page);
  await query(serviceClient().rpc('compare_refunds', { p_day: step.day, p_refunds: refunds }));
  await goOn(step, refunds.length, 'unseen');
}

async function compareUnseen(step: Step): Promise<void> {
  const unseen = await query(
    serviceClient().rpc('payments_not_seen', { p_day: step.day, p_limit: UNSEEN_A_STEP }),
  );
  for (const { payment_id } of unseen) await compareOne(payment_id, step.day);
  if (unseen.length < UNSEEN_A_STEP) return enqueue({ ...step, stage: 'events', skip: 0 });
  await enqueue({ ...step, skip: step.skip + unseen.length });
}

async function compareOne(paymentId: string, day: string): Promise<void> {
  try {
    const payment = await fetchPayment(paymentId);
    await query(
      serviceClient().rpc('compare_payments', {
        p_day: day,
        p_payments: [payment],
        p_is_first_look: false,
      }),
    );
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    await query(serviceClient().rpc('report_missing_payment', { p_payment_id: paymentId }));
  }
}

async function compareEvents(step: Step): Promise<void> {
  const events = await query(
    serviceClient().rpc('events_to_compare', {
      p_limit: EVENTS_A_STEP,
      ...(step.after !== undefined && { p_after: step.after }),
    }),
  );
  const finish = (calendar: 'compared' | 'off' | 'unreachable') =>
    query(serviceClient().rpc('finish_comparison', { p_day: step.day, p_calendar: calendar }));
  try {
    const found = await Promise.all(
      events.map(async (event) => ({
        booking_id: event.booking_id,
        sequence: event.sequence,
        found: await lookUpEvent(event),
      })),
    );
    await query(serviceClient().rpc('compare_events', { p_day: step.day, p_events: found }));
  } catch (error) {
    if (error instanceof CalendarNotConnected && error.reason === 'missing') {
      await finish('off');
      return;
    }
    // Whoever must authorise the calendar again is told by the calendar's own state.
    if (error instanceof CalendarNotConnected || error instanceof TokenRevoked) {
      await finish('unreachable');
      return;
    }
    throw error;
  }
  const last = events.at(-1);
  if (last && events.length === EVENTS_A_STEP) {
    return enqueue({ ...step, skip: step.skip + events.length, after: last.booking_id });
  }
  await finish('compared');
}

async function lookUpEvent(booking: ComparableEvent): Promise<string> {
  const event = await withCalendar((access) => getEvent(access, eventIdOf(booking.booking_id)));
  const isThere = event !== undefined && !event.isDeleted;
  if (!booking.takes_place) return isThere ? 'event_left_over' : 'same';
  if (!isThere) return 'event_missing';
  const isInTime =
    event.startsAt?.getTime() === Date.parse(booking.starts_at) &&
    event.endsAt?.getTime() === Date.parse(booking.ends_at);
  return isInTime ? 'same' : 'event_differs';
}

function goOn(step: Step, count: number, next: Step['stage']): Promise<void> {
  if (count < PAGE_SIZE) return enqueue({ ...step, stage: next, skip: 0 });
  return enqueue({ ...step, skip: step.skip + count });
}

async function enqueue(step: Step): Promise<void> {
  await query(
    serviceClient().rpc('enqueue_job', {
      p_kind: 'compare_money',
      p_payload: step,
      p_key: `compare_money:${step.day}:${step.stage}:${step.skip}`,
    }),
  );
}
