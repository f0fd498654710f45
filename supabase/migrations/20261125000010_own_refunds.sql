-- What founders are told about their own money: before they cancel, by the database's clock, and afterwards, all of it in one
-- call. refund_progress answers for one booking, and only once there is a refund.

create function public.preview_cancellation(p_booking_id uuid)
returns table (
  status text, starts_at timestamptz, is_possible boolean, can_cancel_here boolean, refund text, new_time text,
  needs_agreement boolean, paid_paise integer, currency text, min_working_days integer, max_working_days integer,
  decided_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select b.status, lower(b.during), d.is_possible,
    b.status = 'pending_admin_review' and b.created_at > now() - interval '4 hours',
    d.refund, d.new_time, d.needs_agreement, y.amount_paise, coalesce(y.currency, 'INR'),
    t.min_working_days, t.max_working_days, now()
  from public.bookings b
  cross join lateral private.refund_decision('founder_cancels', b.status, lower(b.during), now()) d
  cross join private.refund_terms t
  left join private.payments y on y.booking_id = b.id
  where b.id = p_booking_id and b.user_id = (select auth.uid())
$$;
comment on function public.preview_cancellation(uuid) is
  'What the refund policy says now of a session of one''s own that its founder would like to cancel. can_cancel_here: by themselves, on the dashboard; else administrators do it, and the policy counts from then. refund full or none; new_time free, discretion (the mentor''s) or none; needs_agreement: only if the mentor agrees. paid_paise is null where nothing was paid online. No row: no such booking, or somebody else''s.';

create function public.my_session_refunds()
returns table (
  booking_id uuid, payment_id text, amount_paise integer, currency text, state text, requested_at timestamptz,
  processed_at timestamptz, expected_from date, expected_by date, is_late boolean
)
language sql stable security definer set search_path = ''
as $$
  select b.id, y.id, y.amount_paise, y.currency,
    case when r.id is null then 'none' when r.state in ('queued', 'failed') then 'queued' else r.state end,
    r.requested_at, r.processed_at, e.expected_from, e.expected_by,
    coalesce(r.state <> 'processed' and e.expected_by < private.today(), false)
  from public.bookings b
  join private.payments y on y.booking_id = b.id
  left join private.refunds r on r.payment_id = y.id
  cross join private.refund_terms t
  cross join lateral (
    select private.add_working_days(s.since, t.min_working_days) as expected_from,
      private.add_working_days(s.since, t.max_working_days) as expected_by
    from (select coalesce(r.requested_at, r.created_at) as since) s
  ) e
  where b.user_id = (select auth.uid())
    and (r.id is not null or b.status in ('cancelled', 'rejected') or b.incident is not null)
  order by lower(b.during) desc, b.id
$$;
comment on function public.my_session_refunds() is
  'What became of the caller''s payments for sessions that ended early or did not go as agreed, the latest first. state is none (nothing goes back), queued, pending or processed, as in refund_progress; dates are India''s and null without a refund; is_late: not processed by the day it was expected.';

revoke execute on function public.preview_cancellation(uuid), public.my_session_refunds() from public, anon;
grant execute on function public.preview_cancellation(uuid), public.my_session_refunds() to authenticated, service_role;
