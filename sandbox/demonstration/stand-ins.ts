import type postgres from 'postgres';
import { mail } from '#copy/sessions/booking-mail.ts';
import { CALENDAR_OWNER } from '../google/accounts.ts';

/**
 * Tells the stand-ins for outside services what they have to do with the bookings of the demonstration, as if these had
 * been paid and approved there: a refund of theirs succeeds later, and a session that moves takes its event with it.
 */
export async function rememberInStandIns(sql: postgres.TransactionSql): Promise<void> {
  await sql`
    insert into sandbox.razorpay_orders (id, amount, amount_paid, currency, receipt, status, attempts, created_at)
    select provider_order_id, amount_paise, amount_paise, currency, id::text, 'paid', 1, created_at
    from private.payment_orders`;
  await sql`
    insert into sandbox.razorpay_payments
      (id, order_id, amount, currency, status, captured, method, amount_refunded, email, created_at)
    select y.id, o.provider_order_id, y.amount_paise, y.currency,
      case when r.provider_refund_id is null then 'captured' else 'refunded' end, true, y.method,
      case when r.provider_refund_id is null then 0 else y.amount_paise end, b.user_email, y.captured_at
    from private.payments y
    join private.payment_orders o on o.id = y.order_id
    join public.bookings b on b.id = y.booking_id
    left join private.refunds r on r.payment_id = y.id`;
  await sql`
    insert into sandbox.razorpay_refunds
      (id, payment_id, amount, currency, status, speed, idempotency_key, created_at)
    select provider_refund_id, payment_id, amount_paise, 'INR', 'processed', 'normal', id::text, created_at
    from private.refunds where provider_refund_id is not null`;

  const { email } = CALENDAR_OWNER;
  const summary = mail.event.summary('{mentor}', '{founder}');
  await sql`
    insert into sandbox.google_calendars (id, owner_sub, summary, time_zone, is_primary)
    select a.email, a.sub, a.email, 'Asia/Kolkata', true from sandbox.google_accounts a where a.email = ${email}
    on conflict do nothing`;
  await sql`
    with events as (
      insert into sandbox.google_events
        (calendar_id, id, status, fields, attendees, starts_at, ends_at, start_zone, end_zone, conference)
      select c.id, b.google_calendar_event_id, 'confirmed',
        jsonb_build_object(
          'summary', replace(replace(${summary}, '{mentor}', b.mentor_name), '{founder}', p.name),
          'guestsCanSeeOtherGuests', false
        ),
        jsonb_build_array(
          jsonb_build_object('email', p.email, 'responseStatus', 'needsAction'),
          jsonb_build_object('email', m.email, 'responseStatus', 'accepted')
        ),
        lower(b.during), upper(b.during), 'Asia/Kolkata', 'Asia/Kolkata',
        jsonb_build_object('requestId', b.id, 'status', 'success', 'code', right(b.google_meet_link, 12))
      from public.bookings b
      join public.profiles p on p.id = b.user_id
      join public.mentor_private m on m.mentor_id = b.mentor_id
      join sandbox.google_calendars c on c.id = ${email}
      where b.google_calendar_event_id is not null
      returning calendar_id, conference
    )
    insert into sandbox.google_meet_rooms (calendar_id, request_id, code)
    select calendar_id, conference ->> 'requestId', conference ->> 'code' from events`;
}
