set local lock_timeout = '5s';

-- What monitoring reads (docs/product/operations.md#metrics): counts and ages, and no data of a person. Read once in
-- ten seconds by each host, so each part is one walk through a small index.

create table private.job_counters (
  kind text not null check (kind ~ '^[a-z_]{1,60}$'),
  outcome text not null check (outcome in ('done', 'failed', 'dead', 'lost')),
  jobs bigint not null default 0 check (jobs >= 0),
  seconds double precision not null default 0 check (seconds >= 0),
  within bigint[] not null,
  primary key (kind, outcome)
);
comment on table private.job_counters is
  'Tries of jobs since the beginning, where functions run without a host; a host counts its own in memory.';
comment on column private.job_counters.within is
  'How many took at most 0.1, 1 and 10 seconds (rules/office/metrics.ts).';
alter table private.job_counters enable row level security;
revoke all on table private.job_counters from public, anon, authenticated, service_role;

create function public.count_jobs(p_counts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  insert into private.job_counters as c (kind, outcome, jobs, seconds, within)
  select n.kind, n.outcome, n.jobs, n.seconds, n.within
  from jsonb_to_recordset(p_counts) as n(kind text, outcome text, jobs bigint, seconds double precision, within bigint[])
  -- Rounds that end together take the rows in one order.
  order by n.kind, n.outcome
  on conflict (kind, outcome) do update set
    jobs = c.jobs + excluded.jobs,
    seconds = c.seconds + excluded.seconds,
    within = (
      select array_agg(coalesce(w.before, 0) + coalesce(w.more, 0) order by w.at)
      from unnest(c.within, excluded.within) with ordinality as w(before, more, at)
    );
end
$$;
comment on function public.count_jobs is
  'Adds what a worker without a host counted in its round: an array of {kind, outcome, jobs, seconds, within}, once '
  'for each kind and outcome.';

create function private.connection_metrics() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('application', g.application, 'state', g.state, 'value', g.n))
  from (
    select
      -- Clients choose their names: only these are told apart.
      case
        when a.application_name = 'point-0 host' then 'host'
        when a.application_name = 'point-0 api' then 'api'
        when a.application_name ilike 'postgrest%' then 'postgrest'
        when a.application_name ilike 'supavisor%' or a.application_name ilike 'pgbouncer%' then 'pooler'
        when a.application_name ilike '%auth%' or a.application_name ilike '%gotrue%' then 'auth'
        when a.application_name ilike '%storage%' then 'storage'
        else 'other'
      end as application,
      case
        when a.state in ('active', 'idle') then a.state
        when a.state like 'idle in transaction%' then 'idle in transaction'
        else 'other'
      end as state,
      count(*) as n
    from pg_catalog.pg_stat_activity a
    where a.backend_type = 'client backend'
    group by 1, 2
  ) g
$$;
comment on function private.connection_metrics is
  'Connections of clients by application and state. States of other roles'' connections are other where the owner may '
  'not see them.';

create function private.metrics() returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_jobs jsonb;
  v_result jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', k.kind, 'ready', k.ready, 'dead', k.dead, 'oldest_due_seconds', k.oldest
  )), '[]') into v_jobs
  from (
    select o.kind,
      count(*) filter (where o.state = 'ready') as ready,
      count(*) filter (where o.state = 'dead') as dead,
      coalesce(extract(epoch from now() - min(o.run_at) filter (where o.state = 'ready' and o.run_at <= now())), 0)
        as oldest
    from (
      -- Each state has an index of its own; asked for both at once, the planner reads every job that was ever done.
      select r.kind, r.state, r.run_at from private.outbox r where r.state = 'ready'
      union all
      select d.kind, d.state, d.run_at from private.outbox d where d.state = 'dead'
    ) o
    group by o.kind
  ) k;
  select jsonb_build_object(
    'connections', private.connection_metrics(),
    'connections_max', current_setting('max_connections')::integer,
    'jobs', v_jobs,
    'worker_last_round_age_seconds', (
      select extract(epoch from clock_timestamp() - r.began_at) from private.worker_rounds r
      order by r.began_at desc limit 1
    ),
    'money_discrepancies_open', (select count(*) from private.money_findings f where f.resolved_at is null),
    'payment_orders_open', (
      -- An unpaid order stays open; after five days no late authorisation comes any more.
      select count(*) from private.payment_orders o
      where o.state = 'open' and o.created_at > now() - interval '5 days'
    ),
    'refunds', (
      select jsonb_object_agg(s.state, s.n)
      from (
        select u.state, count(r.state) as n
        from unnest(array['queued', 'pending', 'processed', 'failed']) as u(state)
        left join private.refunds r on r.state = u.state
        group by u.state
      ) s
    ),
    'refund_oldest_open_seconds', (
      select coalesce(extract(epoch from now() - min(r.created_at)), 0)
      from private.refunds r where r.state in ('queued', 'pending')
    ),
    'webhooks_unprocessed', (select count(*) from private.webhook_events e where e.processed_at is null),
    'webhook_last_age_seconds', (
      select extract(epoch from now() - e.received_at) from private.webhook_events e order by e.received_at desc limit 1
    ),
    'bookings', (
      select coalesce(jsonb_object_agg(b.status, b.n), '{}')
      from (select s.status, count(*) as n from public.bookings s group by s.status) b
    ),
    'job_counters', (
      select coalesce(jsonb_agg(to_jsonb(c) order by c.kind, c.outcome), '[]') from private.job_counters c
    ),
    -- Of a later migration.
    'alarms_open', (
      select coalesce(jsonb_object_agg(a.kind, a.n), '{}')
      from (select g.kind, count(*) as n from private.alarms g where g.closed_at is null group by g.kind) a
    ),
    'calendar_checks', (
      select coalesce(jsonb_object_agg(c.outcome, c.n), '{}')
      from (
        select l.outcome, count(*) as n from private.live_calendar_checks l
        where l.at > now() - interval '24 hours'
        group by l.outcome
      ) c
    ),
    'backup_last_success_timestamp_seconds', (select extract(epoch from w.last_backup_at) from private.watch_settings w)
  ) into v_result;
  return v_result;
end
$$;
comment on function private.metrics is
  'What public.metrics answers, for the database''s owner. Ages are seconds; what has never happened is null.';

create function private.count_violations() returns bigint
language sql stable set search_path = '' as $$
  select count(*) from private.invariant_violations
$$;
comment on function private.count_violations is
  'Rows that break a promise about money. Apart from the other metrics, because it reads all bookings.';

create function public.metrics() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return private.metrics();
end
$$;
comment on function public.metrics is 'For monitoring: the metrics of the database, except count_violations.';

create function public.count_violations() returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return private.count_violations();
end
$$;
comment on function public.count_violations is 'For monitoring: rows that break a promise about money; 0 is right.';

revoke execute on all functions in schema private from public;
revoke execute on function public.metrics, public.count_violations, public.count_jobs
  from public, anon, authenticated;
grant execute on function public.metrics, public.count_violations, public.count_jobs to service_role;
