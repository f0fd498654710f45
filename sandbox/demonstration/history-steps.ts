import { randomInt } from 'node:crypto';
import type postgres from 'postgres';
import { mail } from '#copy/sessions/booking-mail.ts';
import { eventIdOf } from '#rules/sessions/booking-calendar.ts';
import { newMeetCode } from '../google/calendar/conference.ts';
import { makeId } from '../razorpay/ids.ts';
import type { Outcome } from './history.ts';
import type { PlannedBooking, Step } from './history-plan.ts';

export interface DemoContext {
  sql: postgres.TransactionSql;
  /**
   * Sends a statement behind those that were sent before, without waiting for it: there are many hundreds, and
   * a person waits for the first start. `count` is how many rows it has to find.
   */
  send: (statement: postgres.PendingQuery<postgres.Row[]>, count?: number) => void;
  /** The administrator's account. */
  administrator: string;
  /** Accounts. */
  founders: ReadonlyMap<string, string>;
  mentors: Map<string, { id: string; price: number }>;
}

/** Sends what one step of the history does, at the time of the transaction. */
export function perform(context: DemoContext, { at, act }: Step): void {
  const { sql, send } = context;
  if (act.kind === 'pay') pay(context, act.booking, at);
  else if (act.kind === 'decide') decide(context, act.booking, act.outcome, at);
  else if (act.kind === 'complete') complete(context, act.booking, at);
  else if (act.kind === 'ask') ask(context, act.booking, act.message, at);
  else if (act.kind === 'apply') {
    const { id, name, phone, linkedin } = act.application;
    send(sql`
      insert into public.mentor_applications (id, name, phone, linkedin, created_at)
      values (${id}, ${name}, ${phone}, ${linkedin}, ${at})`);
  } else {
    const { id, status = 'pending' } = act.application;
    const change = sql`update public.mentor_applications set status = ${status} where id = ${id}`;
    sendAs(context, context.administrator, change);
  }
}

/** How the demonstration's founders pay, most of them by UPI. */
const METHODS = ['upi', 'upi', 'upi', 'card', 'card', 'netbanking'];

/** An order with its hold, and the settlement of its payment. */
function pay(context: DemoContext, booking: PlannedBooking, at: Date): void {
  const { sql, send } = context;
  const { id, mentor, time, orderId, paymentId } = booking;
  const { id: mentorId, price } = mentorOf(context, booking);
  const amount = price * 100;
  const orderedAt = new Date(at.getTime() - randomInt(50, 240) * 1_000);
  // What create_payment_order writes; it sells no time that is over.
  send(sql`
    with ordered as (
      insert into private.payment_orders
        (user_id, mentor_id, mentor_name, booking_id, date, start_time, end_time, amount_paise, provider_order_id,
          created_at)
      values (${founderOf(context, booking)}, ${mentorId}, ${mentor}, ${id}, ${time.date}, ${time.startTime},
        ${time.endTime}, ${amount}, ${orderId}, ${orderedAt})
      returning *
    )
    insert into private.slot_claims
      (mentor_id, during, kind, user_id, order_id, booking_id, expires_at, created_at)
    select mentor_id, during, 'hold', user_id, id, booking_id, clock_timestamp() + interval '15 minutes', created_at
    from ordered`);
  if (booking.brief) {
    const { question, stage } = booking.brief;
    send(sql`
      insert into public.session_briefs (booking_id, user_id, mentor_id, question, stage, created_at, updated_at)
      values (${id}, ${founderOf(context, booking)}, ${mentorId}, ${question}, ${stage}, ${orderedAt}, ${orderedAt})`);
  }
  const method = METHODS[randomInt(METHODS.length)] ?? null;
  send(
    sql`
      select from public.settle_payment(${orderId}, ${paymentId}, ${amount}, 'INR', ${method})
      where outcome = 'booked'`,
    1,
  );
  send(sql`update private.payments set captured_at = ${at} where id = ${paymentId}`);
}

function decide(context: DemoContext, booking: PlannedBooking, outcome: Outcome, at: Date): void {
  const { sql, administrator } = context;
  const { id, newTime } = booking;
  if (outcome.is === 'cancelled' || outcome.is === 'rejected' || outcome.is === 'unanswered') {
    if (outcome.is === 'cancelled') {
      const cancelling = sql`update public.bookings set status = 'cancelled' where id = ${id}`;
      sendAs(context, founderOf(context, booking), cancelling);
    } else if (outcome.is === 'rejected') {
      sendAs(context, administrator, sql`select public.reject_booking(${id}, ${outcome.reason})`);
    } else {
      const ending = sql`
        update public.bookings set status = 'rejected', decision_cause = 'unanswered' where id = ${id}`;
      context.send(ending, 1);
    }
    refund(context, booking, outcome.refund);
    return;
  }
  if (outcome.is === 'rescheduled' && newTime) {
    const move = sql`
      update public.bookings
      set status = 'rescheduled', date = ${newTime.date}, start_time = ${newTime.startTime},
        end_time = ${newTime.endTime}, notes = ${`Rescheduled: ${outcome.reason}`}
      where id = ${id}`;
    sendAs(context, administrator, move);
  } else {
    sendAs(context, administrator, sql`update public.bookings set status = 'confirmed' where id = ${id}`);
  }
  if (outcome.is === 'confirmed' && outcome.isEventMissing) missEvent(context, id, at);
  else makeEvent(context, id);
}

/** A request for another time, which nobody has answered. */
function ask(context: DemoContext, booking: PlannedBooking, message: string, at: Date): void {
  const { sql, send } = context;
  send(sql`
    insert into public.change_requests (booking_id, user_id, kind, message, asked_at)
    values (${booking.id}, ${founderOf(context, booking)}, 'move', ${message}, ${at})`);
}

function refund(
  { sql, send }: DemoContext,
  { paymentId }: PlannedBooking,
  state: 'queued' | 'pending' | 'processed',
): void {
  if (state === 'queued') {
    // The provider was away; its next chance is hours ahead, as after many tries.
    send(sql`
      update private.outbox set attempts = 9, run_at = now() + interval '5 hours'
      where kind = 'refund' and payload ->> 'payment_id' = ${paymentId}`);
  } else {
    send(sql`
      select public.record_refund(r.id, ${makeId('rfnd')}, ${state})
      from private.refunds r where r.payment_id = ${paymentId}`);
  }
}

function makeEvent({ sql, send }: DemoContext, id: string): void {
  const room = `https://meet.google.com/${newMeetCode()}`;
  send(
    sql`select public.record_calendar_event(${id}, 0, 'created', ${eventIdOf(id)}, ${room}, p_hides_guests => true)`,
  );
}

/** As the last try of the job leaves it; both sides had their e-mails without the link by then. */
function missEvent({ sql, send }: DemoContext, id: string, at: Date): void {
  const error = mail.calendar.down('Google Calendar (POST) did not answer');
  send(sql`update private.calendar_events set planned_at = ${at} where booking_id = ${id}`);
  send(sql`select public.record_calendar_event(${id}, 0, 'failed', null, null, null, ${error})`);
  send(sql`select public.plan_calendar_jobs()`);
  send(sql`
    update private.outbox
    set state = 'dead', attempts = 12, last_error = ${error}, finished_at = ${at}::timestamptz + interval '6 hours'
    where kind = 'booking_confirmed' and payload ->> 'booking_id' = ${id}`);
}

function complete(context: DemoContext, booking: PlannedBooking, at: Date): void {
  const { sql, send } = context;
  const { id, outcome } = booking;
  sendAs(context, context.administrator, sql`update public.bookings set status = 'completed' where id = ${id}`);
  const review = outcome?.is === 'completed' ? outcome.review : undefined;
  if (!review) return;
  const founder = founderOf(context, booking);
  send(sql`
    with written as (
      insert into public.mentor_reviews (mentor_id, author_name, rating, comment, is_demonstration, is_of_session, created_at)
      values (${mentorOf(context, booking).id}, private.review_author(${founder}), ${review.rating},
        ${review.comment}, true, true, ${at})
      returning id
    ), signed as (
      insert into private.review_authors (review_id, user_id) select w.id, ${founder} from written w
    )
    insert into private.session_reviews (booking_id, review_id, created_at) select ${id}, w.id, ${at} from written w`);
}

/**
 * Sends a statement that changes one row as a request of this person would: under their policies, and on the record.
 */
function sendAs({ sql, send }: DemoContext, person: string, statement: postgres.PendingQuery<postgres.Row[]>): void {
  const claims = JSON.stringify({ sub: person, role: 'authenticated', session_id: person });
  send(sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`);
  send(statement, 1);
  send(sql`select set_config('request.jwt.claims', '', true), set_config('role', 'none', true)`);
}

function mentorOf({ mentors }: DemoContext, { mentor }: PlannedBooking) {
  const found = mentors.get(mentor);
  if (!found) throw new Error(`The demonstration has no mentor ${mentor} with open times`);
  return found;
}

function founderOf({ founders }: DemoContext, { founder }: PlannedBooking): string {
  const id = founders.get(founder);
  if (id === undefined) throw new Error(`The demonstration has no founder ${founder}`);
  return id;
}
