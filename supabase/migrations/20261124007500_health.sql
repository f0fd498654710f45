-- Whether the work behind the pages is being done: for administrators, and for /readyz?deep.

create function private.health() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'checked_at', now(),
    'violations', (select count(*) from private.invariant_violations),
    'due_jobs', j.due,
    'oldest_due_job_seconds', j.oldest,
    'oldest_due_job_kind', (
      select o.kind from private.outbox o
      where o.state = 'ready' and o.run_at <= now() order by o.run_at, o.created_at limit 1
    ),
    'dead_jobs', j.dead,
    'dead_jobs_by_kind', (
      select coalesce(jsonb_object_agg(d.kind, d.n), '{}')
      from (select o.kind, count(*) as n from private.outbox o where o.state = 'dead' group by o.kind) d
    ),
    'last_job_done_at', (select max(o.finished_at) from private.outbox o where o.state = 'done'),
    'last_webhook_at', (select max(e.received_at) from private.webhook_events e),
    'last_webhook_event', (select e.event from private.webhook_events e order by e.received_at desc limit 1),
    'unprocessed_webhooks', (select count(*) from private.webhook_events e where e.processed_at is null),
    'open_orders', (
      -- An order that nobody paid stays open; after five days no late authorisation comes any more.
      select count(*) from private.payment_orders o
      where o.state = 'open' and o.provider_order_id is not null
        and o.created_at between now() - interval '5 days' and now() - interval '15 minutes'
    ),
    'failed_refunds', (select count(*) from private.refunds r where r.state = 'failed'),
    'unfinished_refunds', (select count(*) from private.refunds r where r.state in ('queued', 'pending')),
    'overdue_sessions', (
      select count(*) from public.bookings b
      where b.status in ('confirmed', 'rescheduled') and upper(b.during) <= now() - interval '15 minutes'
    ),
    'calendar', (
      select jsonb_build_object(
        'token_state', coalesce(g.token_state, 'missing'), 'stored_at', g.stored_at, 'checked_at', g.checked_at
      )
      from (select) nothing left join private.google_credentials g on true
    )
  )
  from (
    select
      count(*) filter (where o.state = 'ready' and o.run_at <= now()) as due,
      coalesce(extract(epoch from now() - min(o.run_at) filter (where o.state = 'ready' and o.run_at <= now())), 0)::integer
        as oldest,
      count(*) filter (where o.state = 'dead') as dead
    from private.outbox o where o.state in ('ready', 'dead')
  ) j
$$;
comment on function private.health() is 'What admin_health says, for the database''s owner.';

create index webhook_events_received_idx on private.webhook_events (received_at desc);
create index webhook_events_waiting_idx on private.webhook_events (received_at) where processed_at is null;
create index outbox_finished_idx on private.outbox (finished_at desc) where state = 'done';

create function public.admin_health() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.health();
end
$$;
comment on function public.admin_health() is
  'For administrators: checked_at, violations (0 is right), due_jobs, oldest_due_job_seconds (0 when none waits) and oldest_due_job_kind, dead_jobs and dead_jobs_by_kind, last_job_done_at, last_webhook_at, last_webhook_event, unprocessed_webhooks, open_orders (15 minutes to 5 days old), failed_refunds, unfinished_refunds, overdue_sessions, and calendar {token_state ok | invalid_grant | missing, stored_at, checked_at}.';
revoke execute on function private.health() from public;
revoke execute on function public.admin_health() from public, anon;
grant execute on function public.admin_health() to authenticated, service_role;
