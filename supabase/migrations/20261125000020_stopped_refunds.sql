-- Refunds that stopped on their way, the provider's failures and those whose job was given up alike, are found and started
-- again in one place.

create function private.is_refund_stopped(p_refund private.refunds) returns boolean
language sql stable set search_path = ''
as $$
  select p_refund.state = 'failed' or (
    p_refund.state in ('queued', 'pending')
    and exists (
      select from private.outbox o
      where o.kind = 'refund' and o.payload ->> 'refund_id' = p_refund.id::text and o.state = 'dead'
    )
    and not exists (
      select from private.outbox o
      where o.kind = 'refund' and o.payload ->> 'refund_id' = p_refund.id::text and o.state = 'ready'
    )
  )
$$;
comment on function private.is_refund_stopped(private.refunds) is
  'Whether nobody works on the refund any more although the money has not gone back: retry_refund() takes it.';

drop function public.list_refunds(text, integer, integer);
create function public.list_refunds(p_state text default null, p_limit integer default 20, p_offset integer default 0)
returns table (
  id uuid, payment_id text, booking_id uuid, mentor_name text, founder_name text, amount_paise integer, currency text,
  reason text, state text, failure_reason text, attempt integer, provider_refund_id text, created_at timestamptz,
  requested_at timestamptz, processed_at timestamptz, expected_by date, last_error text, can_retry boolean,
  total_count bigint
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select r.id, r.payment_id, p.booking_id, o.mentor_name, f.name, r.amount_paise, p.currency,
      r.reason, r.state, r.failure_reason, r.attempt, r.provider_refund_id, r.created_at,
      r.requested_at, r.processed_at,
      private.add_working_days(coalesce(r.requested_at, r.created_at), t.max_working_days),
      case when r.state in ('queued', 'pending') then (
        select j.last_error from private.outbox j
        where j.kind = 'refund' and j.payload ->> 'refund_id' = r.id::text and j.state <> 'done' and j.last_error is not null
        order by j.created_at desc limit 1
      ) end,
      private.is_refund_stopped(r),
      count(*) over ()
    from private.refunds r
    join private.payments p on p.id = r.payment_id
    cross join private.refund_terms t
    left join private.payment_orders o on o.id = p.order_id
    left join public.profiles f on f.id = o.user_id
    where p_state is null or r.state = p_state or (p_state = 'stopped' and private.is_refund_stopped(r))
    order by r.created_at desc, r.id
    limit least(greatest(coalesce(p_limit, 20), 1), 100) offset greatest(coalesce(p_offset, 0), 0);
end
$$;
comment on function public.list_refunds(text, integer, integer) is
  'Refunds in one state, or in all, the latest first, for administrators; p_state stopped is those with can_retry. mentor_name and founder_name are null where the order is unknown or its people are gone; last_error is why a queued one has not been sent, or a pending one not been looked up.';

create or replace function public.retry_refund(p_refund_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_refund private.refunds;
begin
  perform private.require_admin();
  select * into v_refund from private.refunds r where r.id = p_refund_id for update;
  if v_refund.state <> 'failed' and private.is_refund_stopped(v_refund) then
    -- The provider did not answer: the same attempt goes on, with its key.
    update private.outbox o
    set state = 'ready', attempts = 0, run_at = clock_timestamp(), finished_at = null
    where o.id = (
      select d.id from private.outbox d
      where d.kind = 'refund' and d.payload ->> 'refund_id' = p_refund_id::text and d.state = 'dead'
      order by d.created_at desc limit 1
    );
    return;
  end if;
  perform private.start_refund_again(p_refund_id);
  perform private.settle_finding('refund_failed', p_refund_id::text, 'repaired');
end
$$;
comment on function public.retry_refund(uuid) is
  'Asks the provider for a refund again that stopped, for administrators: a failed one with a key of its own, one whose job was given up with the key that it had. PT404 refund_not_found, PT409 refund_not_failed (the state is the detail).';

create function private.forget_refund_jobs() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update private.outbox o set state = 'done'
  where o.kind = 'refund' and o.state = 'dead' and o.payload ->> 'refund_id' = new.id::text;
  return null;
end
$$;
create trigger forget_refund_jobs after update on private.refunds
for each row when (old.state <> 'processed' and new.state = 'processed')
execute function private.forget_refund_jobs();
comment on function private.forget_refund_jobs() is 'The money went back: a job of it that was given up needs nobody any more.';

revoke execute on function private.forget_refund_jobs() from public;
revoke execute on function private.is_refund_stopped(private.refunds) from public;
revoke execute on function public.list_refunds(text, integer, integer) from public, anon;
grant execute on function public.list_refunds(text, integer, integer) to authenticated, service_role;
