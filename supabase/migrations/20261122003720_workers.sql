-- Who does the jobs: rounds of workers on record, one leader among them, and how many work at once.

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
comment on table private.worker_rounds is 'Rounds of workers, kept for seven days (operations, section 4).';

create table private.leases (
  name text primary key,
  holder text not null,
  until timestamptz not null
);
comment on table private.leases is 'Who alone does a thing, and until when; taken over when that time is past.';

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

create function public.begin_round(p_worker text, p_release integer) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_leads boolean;
begin
  perform private.require_service();
  insert into private.worker_rounds (worker, release) values (p_worker, p_release);
  insert into private.leases as l (name, holder, until)
  values ('leader', p_worker, clock_timestamp() + interval '45 seconds')
  on conflict (name) do update set holder = excluded.holder, until = excluded.until
  where l.holder = excluded.holder or l.until < clock_timestamp()
  returning true into v_leads;
  return coalesce(v_leads, false);
end
$$;
comment on function public.begin_round is
  'Records that this worker begins a round, and answers whether it leads: only the leader does what must be done once '
  'for all workers (operations, section 4).';

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

revoke execute on function public.begin_round, public.end_round from public, anon, authenticated;
grant execute on function public.begin_round, public.end_round to service_role;
