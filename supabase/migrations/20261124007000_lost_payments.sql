-- After paying for a time that was gone: where the refund stands, and what else the mentor has.

create function public.lost_payments(p_booking_id uuid default null)
returns table (
  payment_id text, booking_id uuid, mentor_id uuid, mentor_name text, date date, start_time time, end_time time,
  amount_paise integer, currency text, reason text, refund_state text, paid_at timestamptz, refund_updated_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select y.id, o.booking_id, o.mentor_id, o.mentor_name, o.date, o.start_time, o.end_time,
    y.amount_paise, y.currency, r.reason, r.state, y.captured_at, r.updated_at
  from private.payment_orders o
  join private.payments y on y.order_id = o.id
  join private.refunds r on r.payment_id = y.id
  where y.booking_id is null
    and case when p_booking_id is null then o.user_id = (select auth.uid())
      else o.booking_id = p_booking_id and (o.user_id = (select auth.uid()) or (select private.is_admin())) end
  order by y.captured_at desc
  limit 100
$$;
comment on function public.lost_payments(uuid) is
  'The caller''s captured payments that became no booking and are refunded, the latest first; of one order (by the booking id that it would have had; administrators read every one) or of all. reason is settle_payment''s; refund_state queued, pending, processed or failed; amount in paise.';

create function public.nearest_free_slots(
  p_mentor_id uuid, p_date date, p_start_time time, p_limit integer default 6
)
returns table (id uuid, mentor_id uuid, date date, start_time time, end_time time)
language sql stable set search_path = ''
as $$
  select s.id, s.mentor_id, s.date, s.start_time, s.end_time
  from public.mentor_slots(p_mentor_id) s
  where not s.is_booked and not s.is_held
  order by
    abs(extract(epoch from (s.date + s.start_time) - (coalesce(p_date, private.today()) + coalesce(p_start_time, '00:00')))),
    s.date, s.start_time, s.end_time
  limit least(greatest(coalesce(p_limit, 6), 1), 50)
$$;
comment on function public.nearest_free_slots(uuid, date, time, integer) is
  'A mentor''s free slots to come, the nearest to a wanted time first.';

revoke execute on function public.lost_payments(uuid) from public, anon;
grant execute on function public.lost_payments(uuid) to authenticated, service_role;
revoke execute on function public.nearest_free_slots(uuid, date, time, integer) from public;
grant execute on function public.nearest_free_slots(uuid, date, time, integer) to anon, authenticated, service_role;
