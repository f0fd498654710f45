-- Work to do after a change, written in the change's own transaction: e-mails, calendar events, refunds.
-- A worker claims jobs, tries, and reports back; a worker that dies loses nothing but time.

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z_]{1,60}$'),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  state text not null default 'ready' check (state in ('ready', 'done', 'dead')),
  attempts integer not null default 0,
  run_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index outbox_ready_idx on private.outbox (run_at, created_at) where state = 'ready';
create index outbox_dead_idx on private.outbox (finished_at) where state = 'dead';
create index outbox_refund_idx on private.outbox ((payload ->> 'refund_id')) where kind = 'refund';
alter table private.outbox enable row level security;
revoke all on table private.outbox from public, anon, authenticated, service_role;

comment on table private.outbox is 'Jobs. At least once: whoever does one must be able to do it twice.';
comment on column private.outbox.payload is 'What the worker needs. Emptied for finished e-mails, which carry sign-in links.';
comment on column private.outbox.state is 'ready, done, or dead: given up, for an administrator to see.';
comment on column private.outbox.run_at is 'Not before this time; a claim moves it to the end of the worker''s lease.';

create function private.enqueue_job(p_kind text, p_payload jsonb) returns uuid
language sql set search_path = ''
as $$
  insert into private.outbox (kind, payload) values (p_kind, p_payload) returning id
$$;

create function public.claim_jobs(p_kinds text[], p_limit integer default 10)
returns table (id uuid, kind text, payload jsonb, attempts integer, leased_until timestamptz)
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return query
    update private.outbox o
    set attempts = o.attempts + 1, run_at = clock_timestamp() + interval '2 minutes'
    where o.id in (
      select j.id from private.outbox j
      where j.state = 'ready' and j.run_at <= clock_timestamp() and j.kind = any (p_kinds)
      order by j.run_at, j.created_at
      limit least(greatest(p_limit, 0), 100)
      for update skip locked
    )
    returning o.id, o.kind, o.payload, o.attempts, o.run_at;
end
$$;
comment on function public.claim_jobs(text[], integer) is
  'Takes up to p_limit due jobs of the given kinds for two minutes, until leased_until; two workers never get the same one in that time.';

create function public.complete_job(p_job_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_service();
  update private.outbox
  set state = 'done', finished_at = clock_timestamp(), last_error = null,
    payload = case when kind = 'email' then '{}' else payload end
  where id = p_job_id;
end
$$;
comment on function public.complete_job(uuid) is 'Marks a job done.';

create function public.fail_job(
  p_job_id uuid, p_error text, p_permanent boolean default false, p_leased_until timestamptz default null
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_service();
  update private.outbox
  set
    last_error = left(p_error, 2000),
    state = case when p_permanent or attempts >= 12 then 'dead' else 'ready' end,
    finished_at = case when p_permanent or attempts >= 12 then clock_timestamp() end,
    -- 10 s, 20 s, 40 s … up to 6 h: twelve attempts span more than a day.
    run_at = clock_timestamp() + least(interval '10 seconds' * power(2, greatest(attempts, 1) - 1), interval '6 hours')
  where id = p_job_id and state = 'ready'
    -- Else the job was made due anew, or claimed by somebody else, while this try was under way.
    and (p_leased_until is null or run_at = p_leased_until);
end
$$;
comment on function public.fail_job(uuid, text, boolean, timestamptz) is
  'Reports a failed try: again later with growing pauses, or dead after twelve tries or a permanent error. p_leased_until is that of the claim; a report of a claim that is no longer the job''s last one changes nothing.';

revoke execute on function private.enqueue_job(text, jsonb) from public;
revoke execute on function
  public.claim_jobs(text[], integer), public.complete_job(uuid), public.fail_job(uuid, text, boolean, timestamptz)
from public, anon, authenticated;
grant execute on function
  public.claim_jobs(text[], integer), public.complete_job(uuid), public.fail_job(uuid, text, boolean, timestamptz)
to service_role;
