set local lock_timeout = '5s';

-- The workers that do the jobs: a record of their rounds, the one leader, and how many rounds run at once.

create table private.worker_rounds (
  id bigint generated always as identity primary key,
  worker text not null check (char_length(worker) between 1 and 200),
  release integer not null,
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  done integer,
  failed integer
);
create index worker_rounds_began_idx on private.worker_rounds (began_at desc);
comment on table private.worker_rounds is
  'Rounds of workers, kept for seven days (docs/product/operations.md#workers).';

create table private.leases (
  name text primary key,
  holder text not null,
  until timestamptz not null
);
comment on table private.leases is
  'The one worker that may do something, and until when; after that time another worker may take over.';

create table private.worker_settings (
  is_only boolean primary key default true check (is_only),
  parallel integer not null default 2 check (parallel between 1 and 8)
);
insert into private.worker_settings default values;
comment on table private.worker_settings is 'One row: how workers are started.';
comment on column private.worker_settings.parallel is 'How many rounds the schedule starts at once, at most.';

alter table private.worker_rounds enable row level security;
alter table private.leases enable row level security;
alter table private.worker_settings enable row level security;
revoke all on table private.worker_rounds, private.leases, private.worker_settings
  from public, anon, authenticated, service_role;

create function private.take_lead(p_worker text) returns boolean
language plpgsql set search_path = '' as $$
begin
  insert into private.leases as l (name, holder, until)
  values ('leader', p_worker, clock_timestamp() + interval '45 seconds')
  on conflict (name) do update set holder = excluded.holder, until = excluded.until
  where l.holder = excluded.holder or l.until < clock_timestamp();
  return found;
end
$$;
comment on function private.take_lead is
  'Makes this worker the leader for 45 seconds, unless another one is; answers whether it is.';

create function public.begin_round(p_worker text, p_release integer) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_leads boolean;
begin
  perform private.require_service();
  insert into private.worker_rounds (worker, release) values (p_worker, p_release);
  v_leads := private.take_lead(p_worker);
  if v_leads then
    delete from private.worker_rounds r where r.began_at < clock_timestamp() - interval '7 days';
  end if;
  return v_leads;
end
$$;
comment on function public.begin_round is
  'Records that this worker begins a round, and answers whether it leads: only the leader does the work that one '
  'worker does for all (docs/product/operations.md#leader).';

create function public.renew_lead(p_worker text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update private.leases l set until = clock_timestamp() + interval '45 seconds'
  where l.name = 'leader' and l.holder = p_worker;
  return found;
end
$$;
comment on function public.renew_lead is
  'For the leader during a long round, each 15 seconds: leads for another 45 seconds. False where another worker has '
  'taken over.';

create function public.end_round(p_worker text, p_done integer, p_failed integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update private.worker_rounds r
  set ended_at = clock_timestamp(), done = p_done, failed = p_failed
  where r.id = (
    select o.id from private.worker_rounds o
    where o.worker = p_worker and o.ended_at is null
    order by o.began_at desc
    limit 1
  );
end
$$;
comment on function public.end_round is 'Records how the worker''s last round ended: jobs done and failed.';

-- The schedule of hosted Supabase: pg_cron posts to run-jobs with pg_net. Elsewhere a host does this. -----------------

create function private.call_worker() returns text
language plpgsql set search_path = '' as $$
declare
  v_url text;
  v_key text;
  v_due integer;
  v_calls integer;
begin
  if to_regclass('vault.decrypted_secrets') is null or to_regnamespace('net') is null then
    return 'not configured';
  end if;
  select s.decrypted_secret into v_url from vault.decrypted_secrets s where s.name = 'project_url';
  select s.decrypted_secret into v_key from vault.decrypted_secrets s where s.name = 'worker_key';
  if coalesce(v_url, '') = '' or coalesce(v_key, '') = '' then
    return 'not configured';
  end if;
  -- At most eight calls are made, and 400 due jobs are enough for them.
  select count(*) into v_due from (
    select from private.outbox o where o.state = 'ready' and o.run_at <= clock_timestamp() limit 400
  ) due;
  if v_due = 0 and exists (
    select from private.worker_rounds r where r.began_at >= clock_timestamp() - interval '50 seconds'
  ) then
    return 'nothing due';
  end if;
  select least(greatest(ceil(v_due / 50.0), 1), s.parallel) into v_calls from private.worker_settings s;
  perform net.http_post(
    url := rtrim(v_url, '/') || '/functions/v1/run-jobs',
    body := '{}'::jsonb,
    headers := jsonb_build_object('content-type', 'application/json', 'x-worker-key', v_key),
    timeout_milliseconds := 25000
  )
  from generate_series(1, v_calls);
  return 'posted ' || v_calls;
end
$$;
comment on function private.call_worker is
  'Starts rounds of the function run-jobs where work is due or none began for 50 seconds: one for 50 due jobs, at '
  'most worker_settings.parallel. Its address and key are the Vault secrets project_url and worker_key. Answers what '
  'it did: "not configured", "nothing due" or "posted n".';

create function private.schedule_workers() returns boolean
language plpgsql set search_path = '' as $$
begin
  if (
    select count(*) from pg_available_extensions e where e.name in ('pg_cron', 'pg_net', 'supabase_vault')
  ) < 3 then
    return false;
  end if;
  create extension if not exists pg_cron with schema pg_catalog;
  create extension if not exists pg_net with schema extensions;
  create extension if not exists supabase_vault;
  -- A job of the same name is replaced.
  perform cron.schedule('point0-run-jobs', '10 seconds', 'select private.call_worker()');
  perform cron.schedule('point0-watch', '* * * * *', 'select private.watch()');
  perform cron.schedule(
    'point0-trim', '17 20 * * *',
    $job$delete from cron.job_run_details where coalesce(end_time, start_time) < now() - interval '3 days'$job$
  );
  return true;
end
$$;
comment on function private.schedule_workers is
  'Creates the extensions of the schedule and its three jobs, where all three extensions are available; answers '
  'whether they are. May be repeated.';

revoke execute on all functions in schema private from public;
revoke execute on function public.begin_round, public.renew_lead, public.end_round from public, anon, authenticated;
grant execute on function public.begin_round, public.renew_lead, public.end_round to service_role;

select private.schedule_workers();
