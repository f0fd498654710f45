import { z } from 'zod';
import { enqueueJob, query, serviceClient } from '#functions/_shared/database.ts';
import {
  fetchPayment,
  type ListPage,
  listPayments,
  listRefunds,
  PAGE_SIZE,
} from '#functions/_shared/money/razorpay.ts';
import { getEvent } from '#functions/_shared/office/google-calendar.ts';
import { CalendarNotConnected, withCalendar } from '#functions/_shared/office/google-credentials.ts';
import { TokenRevoked } from '#functions/_shared/office/google-oauth.ts';
import { ProviderRefused } from '#functions/_shared/provider.ts';
import { eventIdOf } from '#rules/sessions/booking-calendar.ts';

const STAGES = ['payments', 'refunds', 'unseen', 'events'] as const;
const EVENTS_PER_STEP = 20;
const UNSEEN_PER_STEP = 50;

const stepShape = z.object({
  day: z.iso.date(),
  stage: z.enum(STAGES),
  /** How many entries of the list have been read. */
  skip: z.int().min(0),
  /** The last booking of the previous step. */
  after: z.guid().optional(),
});
type Step = z.output<typeof stepShape>;

type ExpectedEvent = { booking_id: string; starts_at: string; ends_at: string; takes_place: boolean; sequence: number };

/**
 * One step of a nightly reconciliation run, which compares the provider, the database and the calendar: one page of
 * one list. It enqueues the next step under a key of its own, so a step that runs twice has one successor.
 * @throws ProviderUnavailable
 */
export async function runReconciliationStep(job: unknown): Promise<void> {
  const step = stepShape.parse(job);
  const { starts_at, ends_at } = await query(serviceClient().rpc('begin_comparison', { p_day: step.day }).single());
  const page = { from: new Date(starts_at), to: new Date(ends_at), skip: step.skip };
  switch (step.stage) {
    case 'payments':
      return reconcilePayments(step, page);
    case 'refunds':
      return reconcileRefunds(step, page);
    case 'unseen':
      return reconcileUnseen(step);
    case 'events':
      return reconcileEvents(step);
  }
}

/** Compares one payment: one that the provider's list did not have, or one that an administrator asks about. */
export async function reconcilePayment(job: unknown): Promise<void> {
  const { payment_id } = z.object({ payment_id: z.string() }).parse(job);
  await comparePayment(payment_id, new Date().toISOString().slice(0, 10));
}

async function reconcilePayments(step: Step, page: ListPage): Promise<void> {
  const payments = await listPayments(page);
  await query(serviceClient().rpc('compare_payments', { p_day: step.day, p_payments: payments }));
  await enqueueNext(step, payments.length, 'refunds');
}

async function reconcileRefunds(step: Step, page: ListPage): Promise<void> {
  const refunds = await listRefunds(page);
  await query(serviceClient().rpc('compare_refunds', { p_day: step.day, p_refunds: refunds }));
  await enqueueNext(step, refunds.length, 'unseen');
}

async function reconcileUnseen(step: Step): Promise<void> {
  const unseen = await query(serviceClient().rpc('payments_not_seen', { p_day: step.day, p_limit: UNSEEN_PER_STEP }));
  for (const { payment_id } of unseen) await comparePayment(payment_id, step.day);
  if (unseen.length < UNSEEN_PER_STEP) return enqueue({ ...step, stage: 'events', skip: 0 });
  await enqueue({ ...step, skip: step.skip + unseen.length });
}

async function comparePayment(paymentId: string, day: string): Promise<void> {
  try {
    const payment = await fetchPayment(paymentId);
    await query(serviceClient().rpc('compare_payments', { p_day: day, p_payments: [payment], p_is_first_look: false }));
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    await query(serviceClient().rpc('report_missing_payment', { p_payment_id: paymentId }));
  }
}

async function reconcileEvents(step: Step): Promise<void> {
  const events = await query(
    serviceClient().rpc('events_to_compare', {
      p_limit: EVENTS_PER_STEP,
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
        found: await findDiscrepancy(event),
      })),
    );
    await query(serviceClient().rpc('compare_events', { p_day: step.day, p_events: found }));
  } catch (error) {
    if (error instanceof CalendarNotConnected && error.reason === 'missing') {
      await finish('off');
      return;
    }
    // The calendar's own state tells the administrator to authorise it again.
    if (error instanceof CalendarNotConnected || error instanceof TokenRevoked) {
      await finish('unreachable');
      return;
    }
    throw error;
  }
  const last = events.at(-1);
  if (last && events.length === EVENTS_PER_STEP) {
    return enqueue({ ...step, skip: step.skip + events.length, after: last.booking_id });
  }
  await finish('compared');
}

async function findDiscrepancy(booking: ExpectedEvent): Promise<string> {
  const event = await withCalendar((access) => getEvent(access, eventIdOf(booking.booking_id)));
  const isThere = event !== undefined && !event.isDeleted;
  if (!booking.takes_place) return isThere ? 'event_left_over' : 'same';
  if (!isThere) return 'event_missing';
  const hasSameTimes =
    event.startsAt?.getTime() === Date.parse(booking.starts_at) &&
    event.endsAt?.getTime() === Date.parse(booking.ends_at);
  return hasSameTimes ? 'same' : 'event_differs';
}

function enqueueNext(step: Step, count: number, next: Step['stage']): Promise<void> {
  if (count < PAGE_SIZE) return enqueue({ ...step, stage: next, skip: 0 });
  return enqueue({ ...step, skip: step.skip + count });
}

function enqueue(step: Step): Promise<void> {
  return enqueueJob('compare_money', step, `compare_money:${step.day}:${step.stage}:${step.skip}`);
}
