import { randomInt } from 'node:crypto';
import type postgres from 'postgres';
import { mail } from '#copy/mail.ts';
import { eventIdOf } from '#functions/_shared/google-calendar.ts';
import { makeId } from '../sandbox/razorpay/ids.ts';
import type { Outcome } from './bookings.ts';
import type { PlannedBooking, Step } from './desk-plan.ts';

export interface Desk {
  sql: postgres.TransactionSql;
  /** The administrator's account. */
  administrator: string;
  /** Accounts. */
  founders: ReadonlyMap<PlannedBooking['founder'], string>;
  mentors: Map<string, { id: string; price: number }>;
}

/** Does one step of the history, at the time of the transaction. */
export async function perform(desk: Desk, { at, act }: Step): Promise<void> {
  const { sql } = desk;
  switch (act.kind) {
    case 'pay':
      return pay(desk, act.booking, at);
    case 'complete':
      return complete(desk, act.booking, at);
    case 'decide':
      return decide(desk, act.booking, act.outcome, at);
    case 'apply': {
      const { id, name, phone, linkedin } = act.application;
      await sql`
        insert into public.mentor_applications (id, name, phone, linkedin, created_at)
        values (${id}, ${name}, ${phone}, ${linkedin}, ${at})`;
      return;
    }
    case 'review application': {
      const { id, status = 'pending' } = act.application;
      const change = sql`update public.mentor_applications set status = ${status} where id = ${id}`;
      return as(desk, desk.administrator, change);
    }
  }
}

/** An order with its hold, and the settlement of its payment. */
async function pay(desk: Desk, booking: PlannedBooking, at: Date): Promise<void> {
  const { sql } = desk;
  const { id, mentor, time, orderId, paymentId } = booking;
  const { id: mentorId, price } = mentorOf(desk, booking);
  const amount = price * 100;
  const orderedAt = new Date(at.getTime() - randomInt(50, 240) * 1_000);
  // What create_payment_order writes; it sells no time that is over.
  await sql`
    with ordered as (
      insert into private.payment_orders
        (user_id, mentor_id, mentor_name, booking_id, date, start_time, end_time, amount_paise, provider_order_id, created_at)
      values (${founderOf(desk, booking)}, ${mentorId}, ${mentor}, ${id}, ${time.date}, ${time.startTime},
        ${time.endTime}, ${amount}, ${orderId}, ${orderedAt})
      returning *
    )
    insert into private.slot_claims
      (mentor_id, during, kind, user_id, order_id, booking_id, expires_at, created_at)
    select mentor_id, during, 'hold', user_id, id, booking_id, clock_timestamp() + interval '15 minutes', created_at
    from ordered`;
  const [settled] = await sql<{ outcome: string; reason: string | null }[]>`
    select outcome, reason from public.settle_payment(${orderId}, ${paymentId}, ${amount}, 'INR')`;
  if (settled?.outcome !== 'booked') {
    throw new Error(`A demonstration booking of ${mentor} was refused: ${settled?.reason}`);
  }
  await sql`update private.payments set captured_at = ${at} where id = ${paymentId}`;
}

async function decide(desk: Desk, booking: PlannedBooking, outcome: Outcome, at: Date): Promise<void> {
  const { sql, administrator } = desk;
  const { id, newTime } = booking;
  if (outcome.is === 'cancelled' || outcome.is === 'rejected') {
    const person = outcome.is === 'cancelled' ? founderOf(desk, booking) : administrator;
    await as(desk, person, sql`update public.bookings set status = ${outcome.is} where id = ${id}`);
    await refund(desk, booking, outcome.refund);
    return;
  }
  if (outcome.is === 'rescheduled' && newTime) {
    const move = sql`
      update public.bookings
      set status = 'rescheduled', date = ${newTime.date}, start_time = ${newTime.startTime},
        end_time = ${newTime.endTime}, notes = ${`Rescheduled: ${outcome.reason}`}
      where id = ${id}`;
    await as(desk, administrator, move);
  } else {
    await as(desk, administrator, sql`update public.bookings set status = 'confirmed' where id = ${id}`);
  }
  if (outcome.is === 'confirmed' && outcome.isEventMissing) await missEvent(desk, id, at);
  else await makeEvent(desk, id);
}

async function refund(
  { sql }: Desk,
  { paymentId }: PlannedBooking,
  state: 'queued' | 'pending' | 'processed',
): Promise<void> {
  if (state === 'queued') {
    // The provider was away; its next chance is hours ahead, as after many tries.
    await sql`
      update private.outbox set attempts = 9, run_at = now() + interval '5 hours'
      where kind = 'refund' and payload ->> 'payment_id' = ${paymentId}`;
    return;
  }
  await sql`
    select public.record_refund(r.id, ${makeId('rfnd')}, ${state}) from private.refunds r where r.payment_id = ${paymentId}`;
}

async function makeEvent({ sql }: Desk, id: string): Promise<void> {
  const letters = (count: number) =>
    Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join('');
  const room = `https://meet.google.com/${letters(3)}-${letters(4)}-${letters(3)}`;
  await sql`select public.record_calendar_event(${id}, 0, 'created', ${eventIdOf(id)}, ${room})`;
}

/** As the last try of the job leaves it. */
async function missEvent({ sql }: Desk, id: string, at: Date): Promise<void> {
  const error = mail.calendar.down('Google Calendar (POST) did not answer');
  await sql`
    select public.record_calendar_event(${id}, 0, 'failed', null, null, null, ${error})`;
  await sql`
    update private.outbox
    set state = 'dead', attempts = 12, last_error = ${error}, finished_at = ${at}::timestamptz + interval '6 hours'
    where kind = 'booking_confirmed' and payload ->> 'booking_id' = ${id}`;
}

async function complete(desk: Desk, booking: PlannedBooking, at: Date): Promise<void> {
  const { sql } = desk;
  const { id, outcome } = booking;
  await as(desk, desk.administrator, sql`update public.bookings set status = 'completed' where id = ${id}`);
  const review = outcome?.is === 'completed' ? outcome.review : undefined;
  if (!review) return;
  await sql`
    insert into public.mentor_reviews (mentor_id, user_id, author_name, rating, comment, is_demonstration, created_at)
    select ${mentorOf(desk, booking).id}, p.id, p.name, ${review.rating}, ${review.comment}, true, ${at}
    from public.profiles p where p.id = ${founderOf(desk, booking)}`;
}

/** Runs a statement that changes one row as a request of this person would: under their policies, and on the record. */
async function as(
  { sql }: Desk,
  person: string,
  statement: postgres.PendingQuery<postgres.Row[]>,
): Promise<void> {
  const claims = JSON.stringify({ sub: person, role: 'authenticated' });
  const [, { count }] = await Promise.all([
    sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`,
    statement,
    sql`select set_config('request.jwt.claims', '', true), set_config('role', 'none', true)`,
  ]);
  if (count !== 1) throw new Error('A step of the demonstration changed nothing');
}

function mentorOf({ mentors }: Desk, { mentor }: PlannedBooking) {
  const found = mentors.get(mentor);
  if (!found) throw new Error(`The demonstration has no mentor ${mentor} with open times`);
  return found;
}

function founderOf({ founders }: Desk, { founder }: PlannedBooking): string {
  const id = founders.get(founder);
  if (id === undefined) throw new Error(`The demonstration has no founder ${founder}`);
  return id;
}
