-- The first thing an administrator sees: what waits, what came in, what failed.

create index payments_captured_at_idx on private.payments (captured_at);
create index refunds_created_at_idx on private.refunds (created_at);

create function public.admin_overview(p_weeks integer default 12) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_weeks integer := least(greatest(coalesce(p_weeks, 12), 1), 104);
  -- Monday in India.
  v_first date := date_trunc('week', private.today())::date - (v_weeks - 1) * 7;
  v_since timestamptz := v_first::timestamp at time zone 'Asia/Kolkata';
begin
  perform private.require_admin();
  return (
    with booked as (
      select date_trunc('week', b.created_at at time zone 'Asia/Kolkata')::date as week_start,
        count(*) as bookings,
        count(*) filter (where b.status in ('confirmed', 'rescheduled', 'completed')) as confirmed,
        count(*) filter (where b.status = 'rejected') as rejected,
        count(*) filter (where b.status = 'cancelled') as cancelled
      from public.bookings b where b.created_at >= v_since
      group by 1
    ), captured as (
      select date_trunc('week', y.captured_at at time zone 'Asia/Kolkata')::date as week_start,
        sum(y.amount_paise) as revenue_paise
      from private.payments y where y.captured_at >= v_since
      group by 1
    ), refunded as (
      select date_trunc('week', r.created_at at time zone 'Asia/Kolkata')::date as week_start,
        sum(r.amount_paise) as refunds_paise
      from private.refunds r where r.created_at >= v_since
      group by 1
    ), failures as (
      select o.kind, o.id as job_id, private.booking_of_job(o.payload) as booking_id, o.last_error, o.finished_at as at
      from private.outbox o where o.state = 'dead'
      union all
      -- Reported as failed by the worker, without a job that was given up.
      select 'calendar_event', null, c.booking_id, c.last_error, c.updated_at
      from private.calendar_events c
      where c.state = 'failed' and not exists (
        select from private.outbox o
        where o.payload ? 'booking_id' and o.payload ->> 'booking_id' = c.booking_id::text and o.state = 'dead'
      )
      union all
      -- The provider took a refund on and failed it later: its job was done by then.
      select 'refund', null, y.booking_id, 'refund_failed', r.updated_at
      from private.refunds r join private.payments y on y.id = r.payment_id
      where r.state = 'failed' and not exists (
        select from private.outbox o
        where o.kind = 'refund' and o.payload ->> 'refund_id' = r.id::text and o.state in ('dead', 'ready')
      )
    )
    select jsonb_build_object(
      'pending_now', (select count(*) from public.bookings b where b.status = 'pending_admin_review'),
      'oldest_pending_hours', (
        select round((extract(epoch from now() - min(b.created_at)) / 3600)::numeric, 1)
        from public.bookings b where b.status = 'pending_admin_review'
      ),
      'median_approval_hours', (
        select round((percentile_cont(0.5) within group (order by extract(epoch from l.at - b.created_at) / 3600))::numeric, 1)
        from private.audit_log l join public.bookings b on b.id = l.row_id::uuid
        where l.table_name = 'bookings' and l.changes ? 'status' and l.at >= v_since
          and l.changes -> 'status' = '["pending_admin_review", "confirmed"]'::jsonb
      ),
      'weeks', (
        select jsonb_agg(jsonb_build_object(
          'week_start', w.week_start,
          'bookings', coalesce(booked.bookings, 0),
          'confirmed', coalesce(booked.confirmed, 0),
          'rejected', coalesce(booked.rejected, 0),
          'cancelled', coalesce(booked.cancelled, 0),
          'revenue_paise', coalesce(captured.revenue_paise, 0),
          'refunds_paise', coalesce(refunded.refunds_paise, 0)
        ) order by w.week_start)
        from (select v_first + n * 7 as week_start from generate_series(0, v_weeks - 1) n) w
        left join booked on booked.week_start = w.week_start
        left join captured on captured.week_start = w.week_start
        left join refunded on refunded.week_start = w.week_start
      ),
      'failures', (
        select coalesce(jsonb_agg(to_jsonb(f) order by f.at desc), '[]')
        from (select * from failures order by at desc limit 50) f
      )
    )
  );
end
$$;
comment on function public.admin_overview(integer) is
  'For administrators: what waits for review, approval time (median of the approvals in these weeks), failures that need a hand (the latest 50; job_id is null where there is no job to start again), and the last p_weeks weeks (1 to 104), each from its Monday in India. bookings counts those made in the week, confirmed, rejected and cancelled what has become of these; revenue is what was captured in the week and refunds what was given back or queued in it, in paise.';
revoke execute on function public.admin_overview(integer) from public, anon;
grant execute on function public.admin_overview(integer) to authenticated, service_role;
