-- Orders that were left open are asked of the provider: the browser's report and the event may both be lost.

create table private.order_checks (
  order_id uuid primary key references private.payment_orders (id) on delete cascade,
  next_check_at timestamptz,
  checked_at timestamptz,
  checks integer not null default 0,
  answer text
);
create index order_checks_due_idx on private.order_checks (next_check_at) where next_check_at is not null;
alter table private.order_checks enable row level security;
revoke all on table private.order_checks from public, anon, authenticated, service_role;

comment on table private.order_checks is
  'When each order is asked of the provider next. Apart from payment_orders: whoever holds a mentor must never wait for an order''s row.';
comment on column private.order_checks.next_check_at is 'Null: settled, or five days old; a bank that confirms later is not heard of any more.';
comment on column private.order_checks.answer is 'What the provider had last: none, failed, pending (not captured yet), refunded, settled.';

create function private.plan_order_check() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.order_checks (order_id, next_check_at) values (new.order_id, new.expires_at)
  on conflict (order_id) do update set next_check_at = excluded.next_check_at, checks = 0;
  return null;
end
$$;
create trigger plan_order_check after insert on private.slot_claims
for each row when (new.kind = 'hold' and new.order_id is not null)
execute function private.plan_order_check();

insert into private.order_checks (order_id, next_check_at)
select o.id, o.created_at + interval '15 minutes' from private.payment_orders o
where o.state = 'open' and o.provider_order_id is not null
on conflict do nothing;

create function public.claim_order_checks(p_limit integer default 10)
returns table (order_id uuid, provider_order_id text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_service();
  -- Settled meanwhile, which is what becomes of most; or never made at the provider, so that nobody can pay it.
  update private.order_checks c set next_check_at = null
  where c.order_id in (
    select d.order_id from private.order_checks d join private.payment_orders o on o.id = d.order_id
    where d.next_check_at <= clock_timestamp() and (o.state <> 'open' or o.provider_order_id is null)
    order by d.next_check_at
    limit 1000
    for update of d skip locked
  );
  return query
    update private.order_checks c
    -- Whoever dies with it: it is due again in five minutes.
    set next_check_at = clock_timestamp() + interval '5 minutes', checks = c.checks + 1
    from private.payment_orders o
    where o.id = c.order_id and c.order_id in (
      select d.order_id from private.order_checks d join private.payment_orders p on p.id = d.order_id
      where d.next_check_at <= clock_timestamp() and p.state = 'open' and p.provider_order_id is not null
      order by d.next_check_at
      limit least(greatest(p_limit, 0), 100)
      for update of d skip locked
    )
    returning c.order_id, o.provider_order_id;
end
$$;
comment on function public.claim_order_checks(integer) is
  'Takes up to p_limit open orders whose hold has ended, for five minutes: ask the provider about each, settle what is captured, and report.';

create function public.report_order_check(p_order_id uuid, p_answer text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_service();
  if p_answer is null or p_answer not in ('none', 'failed', 'pending', 'refunded', 'settled') then
    raise exception using errcode = 'PT422', message = 'answer_unknown';
  end if;
  update private.order_checks c set
    checked_at = clock_timestamp(),
    answer = p_answer,
    next_check_at = case
      when o.state <> 'open' then null
      when h.age < interval '2 hours' then clock_timestamp() + interval '10 minutes'
      when h.age < interval '1 day' then clock_timestamp() + interval '1 hour'
      -- Late authorisations come within five days: providers.md's longer figure.
      when h.age < interval '5 days' then clock_timestamp() + interval '6 hours'
    end
  from private.payment_orders o
  cross join lateral (
    select clock_timestamp() - coalesce(max(s.created_at), o.created_at) as age
    from private.slot_claims s where s.order_id = o.id
  ) h
  where c.order_id = p_order_id and o.id = c.order_id;
end
$$;
comment on function public.report_order_check(uuid, text) is
  'What the provider had of an order: none, failed, pending, refunded or settled. Plans the next look: 10 minutes, an hour, then 6 hours, until five days after its last hold. PT422 answer_unknown.';

revoke execute on function private.plan_order_check() from public;
revoke execute on function public.claim_order_checks(integer), public.report_order_check(uuid, text)
from public, anon, authenticated;
grant execute on function public.claim_order_checks(integer), public.report_order_check(uuid, text) to service_role;
