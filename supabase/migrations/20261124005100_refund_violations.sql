-- The promises about refunds, now that an approved session can end without one. Each rule is as before, but for the
-- two that read the refund policy.

create function private.is_refund_denied(p_booking public.bookings) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce((
    select d.is_possible and d.refund = 'none'
    from private.refund_decision(
      p_booking.incident, 'confirmed',
      lower(private.session_range(p_booking.date, p_booking.start_time, p_booking.end_time)), p_booking.incident_at
    ) d
    where p_booking.status = 'cancelled' and p_booking.incident is not null
  ), false)
$$;
comment on function private.is_refund_denied(public.bookings) is
  'Whether an approved session was cancelled so late, and for such a cause, that the policy gives nothing back. Read from what the booking says of it.';
revoke execute on function private.is_refund_denied(public.bookings) from public;

create or replace view private.invariant_violations with (security_invoker = true) as
select 'payment_without_outcome' as rule, p.id as subject, null::text as detail
from private.payments p
where p.booking_id is null and not exists (select from private.refunds r where r.payment_id = p.id)
union all
select 'live_booking_refunded', b.id::text, r.payment_id
from private.refunds r
join private.payments p on p.id = r.payment_id
join public.bookings b on b.id = p.booking_id
where private.keeps_time(b.status)
union all
select 'dead_booking_not_refunded', b.id::text, p.id
from public.bookings b
join private.payments p on p.booking_id = b.id
where not private.keeps_time(b.status) and not exists (select from private.refunds r where r.payment_id = p.id)
  and not private.is_refund_denied(b)
union all
select 'refund_against_policy', b.id::text, p.id
from private.refunds r
join private.payments p on p.id = r.payment_id
join public.bookings b on b.id = p.booking_id
where r.reason = 'booking_cancelled' and private.is_refund_denied(b)
union all
select 'refund_of_another_amount', r.id::text, r.payment_id
from private.refunds r
join private.payments p on p.id = r.payment_id
where r.amount_paise <> p.amount_paise
union all
select 'refund_without_job', r.id::text, r.payment_id
from private.refunds r
where r.state = 'queued'
  and not exists (select from private.outbox j where j.kind = 'refund' and j.payload ->> 'refund_id' = r.id::text)
union all
select 'booked_at_another_price', p.id, p.booking_id::text
from private.payments p
join private.payment_orders o on o.id = p.order_id
where p.booking_id is not null
  and (p.amount_paise <> o.amount_paise or p.currency <> o.currency or p.booking_id <> o.booking_id)
union all
select 'order_booked_without_payment', o.id::text, o.state
from private.payment_orders o
where (o.state = 'booked') <> exists (
  select from private.payments p where p.order_id = o.id and p.booking_id is not null
)
union all
select 'time_claimed_twice', a.id::text, b.id::text
from private.slot_claims a
join private.slot_claims b on b.mentor_id = a.mentor_id and b.during && a.during and b.id > a.id
where a.released_at is null and b.released_at is null
union all
select 'time_booked_twice', a.id::text, b.id::text
from public.bookings a
join public.bookings b on b.mentor_id = a.mentor_id and b.during && a.during and b.id > a.id
where private.keeps_time(a.status) and private.keeps_time(b.status)
union all
select 'booking_without_claim', b.id::text, b.status
from public.bookings b
where private.keeps_time(b.status) and b.mentor_id is not null
  and not exists (
    select from private.slot_claims c
    where c.booking_id = b.id and c.kind = 'sale' and c.released_at is null
      and c.mentor_id = b.mentor_id and c.during = b.during
  )
union all
select 'sale_without_booking', c.id::text, c.booking_id::text
from private.slot_claims c
where c.kind = 'sale' and c.released_at is null
  and not exists (select from public.bookings b where b.id = c.booking_id and private.keeps_time(b.status))
union all
select 'availability_disagrees_with_sales', a.id::text, 'booked'
from public.mentor_availability a
where a.is_booked and lower(a.during) > now() and not private.is_sold(a.mentor_id, a.during)
union all
select 'availability_disagrees_with_sales', a.id::text, 'free'
from private.slot_claims c
join public.mentor_availability a on a.mentor_id = c.mentor_id and a.during && c.during
where c.kind = 'sale' and c.released_at is null and not a.is_booked and lower(a.during) > now();
