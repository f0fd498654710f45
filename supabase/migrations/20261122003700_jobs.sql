set local lock_timeout = '5s';

-- The outbox: work to do after a change (e-mails, calendar events, refunds), written in the change's own transaction.
-- A worker claims jobs, tries them, and reports. If a worker dies, its jobs are only late.

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z_]{1,60}$'),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  state text not null default 'ready' check (state in ('ready', 'done', 'dead', 'put_aside')),
  attempts integer not null default 0,
  earlier_attempts integer not null default 0 check (earlier_attempts between 0 and attempts),
  run_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  key text constraint outbox_key_key unique check (char_length(key) between 1 and 300),
  claimed_at timestamptz,
  failed_at timestamptz
);
create index outbox_ready_idx on private.outbox (run_at, created_at) where state = 'ready';
create index outbox_dead_idx on private.outbox (finished_at) where state = 'dead';
create index outbox_refund_idx on private.outbox ((payload ->> 'refund_id')) where kind = 'refund';
create index outbox_booking_idx on private.outbox ((payload ->> 'booking_id')) where payload ? 'booking_id';
create index outbox_optional_idx on private.outbox (run_at)
where state = 'ready' and kind = 'email' and payload ? 'stopKind';
create index outbox_finished_idx on private.outbox (finished_at desc) where state = 'done';

comment on table private.outbox is 'Jobs. Each is done at least once, so doing a job twice must do no harm.';
comment on column private.outbox.payload is
  'What the worker needs. Emptied for finished e-mails, which carry sign-in links, and with the last address of a '
  'deleted account.';
comment on column private.outbox.state is
  'ready, done, dead: given up, for an administrator to see, or put_aside: given up, and an administrator has ended it.';
comment on column private.outbox.attempts is
  'How often it was claimed. It only grows, so that job and attempt name one claim for good.';
comment on column private.outbox.earlier_attempts is
  'Attempts that do not count as tries: those before an administrator started it again, and postponed ones.';
comment on column private.outbox.run_at is 'Not before this time; a claim moves it to the end of the worker''s lease.';
comment on column private.outbox.claimed_at is 'When a worker first took it; null before that.';
comment on column private.outbox.failed_at is
  'When the last failed attempt was reported; null while no attempt failed since the job was last started.';
comment on column private.outbox.key is 'Names the job for good; null for jobs that may exist any number of times.';

alter table private.outbox enable row level security;
revoke all on table private.outbox from public, anon, authenticated, service_role;

-- Enqueueing --------------------------------------------------------------------------------------------------------

create function private.enqueue_job(p_kind text, p_payload jsonb) returns uuid
language plpgsql set search_path = '' as $$
declare
  v_id uuid;
begin
  insert into private.outbox (kind, payload) values (p_kind, p_payload) returning id into v_id;
  return v_id;
end
$$;

create function private.enqueue_job(p_kind text, p_payload jsonb, p_key text, p_run_at timestamptz default now())
returns uuid
language plpgsql set search_path = '' as $$
declare
  v_id uuid;
begin
  insert into private.outbox (kind, payload, key, run_at)
  values (p_kind, p_payload, p_key, coalesce(p_run_at, now()))
  on conflict (key) do nothing
  returning id into v_id;
  if v_id is null then
    select o.id into v_id from private.outbox o where o.key = p_key;
  end if;
  return v_id;
end
$$;
comment on function private.enqueue_job(text, jsonb, text, timestamptz) is
  'Enqueues a job once for its key and answers the id of the one that exists.';

create function public.enqueue_job(
  p_kind text, p_payload jsonb, p_key text default null, p_run_at timestamptz default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  return private.enqueue_job(p_kind, p_payload, p_key, coalesce(p_run_at, now()));
end
$$;
comment on function public.enqueue_job is
  'For workers whose job is to start others, an e-mail a recipient for example: with a key it is one job however often '
  'it is asked for, also after it was done. p_run_at null means now.';

-- For the worker ----------------------------------------------------------------------------------------------------

create function public.claim_jobs(p_kinds text[], p_limit integer default 10)
returns table (
  id uuid, kind text, payload jsonb, attempts integer, tries integer, leased_until timestamptz
)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  if 'email' = any (p_kinds) then
    -- Stopped since it was composed.
    update private.outbox o set state = 'done', finished_at = clock_timestamp(), payload = '{}'
    where o.state = 'ready' and o.run_at <= clock_timestamp() and o.kind = 'email' and o.payload ? 'stopKind'
      and exists (
        select from private.mail_stops s
        where s.kind = o.payload ->> 'stopKind' and s.user_id = (o.payload ->> 'stopUser')::uuid
      );
  end if;
  return query
    update private.outbox o
    set attempts = o.attempts + 1, run_at = clock_timestamp() + interval '2 minutes',
      claimed_at = coalesce(o.claimed_at, clock_timestamp())
    where o.id in (
      select j.id from private.outbox j
      where j.state = 'ready' and j.run_at <= clock_timestamp() and j.kind = any (p_kinds)
      order by j.run_at, j.created_at
      limit least(greatest(p_limit, 0), 100)
      for update skip locked
    )
    returning o.id, o.kind, o.payload, o.attempts, o.attempts - o.earlier_attempts, o.run_at;
end
$$;
comment on function public.claim_jobs is
  'Takes up to p_limit due jobs of the given kinds for two minutes, until leased_until; two workers never get the same '
  'one in that time. The id and attempts name the claim: a report must give both. tries counts the attempts '
  'since the job was last started. An optional e-mail (stopKind) whose receiver stopped its kind is done without being '
  'given out.';

create function public.complete_job(p_job_id uuid, p_attempt integer) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update private.outbox
  set state = 'done', finished_at = clock_timestamp(), last_error = null,
    payload = case when kind in ('email', 'account_deleted') then '{}' else payload end
  where id = p_job_id and state = 'ready' and attempts = p_attempt;
  return found;
end
$$;
comment on function public.complete_job is
  'Marks a job done, for the worker that made this attempt. False, and nothing changes, where another attempt has '
  'begun or the job has ended.';

create function private.most_tries() returns integer
language sql immutable set search_path = '' as $$ select 12 $$;
comment on function private.most_tries is
  'A job that failed this often since it was last started is given up; rules/office/metrics.ts has the same; a test compares '
  'them.';

create function public.fail_job(p_job_id uuid, p_attempt integer, p_error text, p_permanent boolean default false)
returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update private.outbox
  set
    last_error = left(p_error, 2000),
    failed_at = clock_timestamp(),
    state = case when p_permanent or attempts - earlier_attempts >= private.most_tries() then 'dead' else 'ready' end,
    finished_at = case
      when p_permanent or attempts - earlier_attempts >= private.most_tries() then clock_timestamp()
    end,
    -- 10 s, 20 s, 40 s … up to 6 h: twelve tries span more than a day.
    run_at = clock_timestamp()
      + least(interval '10 seconds' * power(2, greatest(attempts - earlier_attempts, 1) - 1), interval '6 hours')
  where id = p_job_id and state = 'ready' and attempts = p_attempt;
  return found;
end
$$;
comment on function public.fail_job is
  'Reports that this attempt failed: again later with growing pauses, or dead after most_tries() or a permanent error. '
  'False, and nothing changes, where another attempt has begun or the job has ended.';

create function public.postpone_job(p_job_id uuid, p_attempt integer, p_error text, p_seconds integer) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update private.outbox
  set
    last_error = left(p_error, 2000),
    failed_at = clock_timestamp(),
    earlier_attempts = earlier_attempts + 1,
    run_at = clock_timestamp() + make_interval(secs => least(greatest(p_seconds, 1), 3600))
  where id = p_job_id and state = 'ready' and attempts = p_attempt
    and created_at > clock_timestamp() - interval '3 days';
  if found then
    return true;
  end if;
  return public.fail_job(p_job_id, p_attempt, p_error);
end
$$;
comment on function public.postpone_job is
  'Reports that this attempt could not begin, because a service that it needs is away. The job is due again after '
  'p_seconds (at most an hour), and the attempt does not count as a try. A job of more than three days fails instead '
  '(fail_job). False, and nothing changes, where another attempt has begun or the job has ended.';

-- For administrators: jobs that were given up -----------------------------------------------------------------------

-- Finds the booking by its primary key: comparing ids as text would read every booking for each failed job.
create function private.booking_of_job(p_payload jsonb) returns uuid
language sql stable set search_path = '' as $$
  select coalesce(
    (select b.id from public.bookings b
     where b.id = case
       when p_payload ->> 'booking_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
         then (p_payload ->> 'booking_id')::uuid
     end),
    (select y.booking_id from private.payments y where y.id = p_payload ->> 'payment_id')
  )
$$;
comment on function private.booking_of_job is
  'The booking that a job''s payload names, itself or by its payment; null where there is none, or none any more.';

create function public.retry_job(p_job_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update private.outbox o
  set state = 'ready', earlier_attempts = o.attempts, run_at = clock_timestamp(), finished_at = null, failed_at = null
  where o.id = p_job_id and o.state = 'dead';
  if found then
    return;
  end if;
  if exists (select from private.outbox o where o.id = p_job_id) then
    raise exception using errcode = 'PT409', message = 'job_not_failed';
  end if;
  raise exception using errcode = 'PT404', message = 'job_not_found';
end
$$;
comment on function public.retry_job is
  'Starts a job again that was given up, for administrators, with all its tries. PT404 job_not_found, PT409 '
  'job_not_failed (another administrator was quicker).';

revoke execute on all functions in schema private from public;
revoke execute on function public.retry_job from public, anon;
grant execute on function public.retry_job to authenticated, service_role;
revoke execute on function public.enqueue_job, public.claim_jobs, public.complete_job, public.fail_job,
  public.postpone_job from public, anon, authenticated;
grant execute on function public.enqueue_job, public.claim_jobs, public.complete_job, public.fail_job,
  public.postpone_job to service_role;
