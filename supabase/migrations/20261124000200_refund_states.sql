-- Refunds to their end: what the provider said and why, asking again after it failed, and when the money should be there.

alter table private.refunds
  add column attempt integer not null default 1 check (attempt between 1 and 99),
  add column failure_reason text,
  add column failed_refund_ids text[] not null default '{}',
  add column requested_at timestamptz,
  add column processed_at timestamptz;
comment on table private.refunds is 'Full refunds, at most one a payment.';
comment on column private.refunds.attempt is
  'Grows when the provider failed the refund and somebody asks again: a key that failed would give the failed refund back.';
comment on column private.refunds.failed_refund_ids is 'The provider''s refunds of earlier attempts: late events about them change nothing.';
comment on column private.refunds.requested_at is 'When the provider first had it.';
comment on column private.refunds.state is
  'queued: not asked yet. pending, processed, failed: the provider''s word; failed also where it refused to make one.';

update private.refunds set requested_at = updated_at where state <> 'queued';
update private.refunds set processed_at = updated_at where state = 'processed';

create table private.refund_terms (
  is_only_row boolean primary key default true check (is_only_row),
  min_working_days integer not null check (min_working_days between 0 and 60),
  max_working_days integer not null check (max_working_days between min_working_days and 60)
);
alter table private.refund_terms enable row level security;
revoke all on table private.refund_terms from public, anon, authenticated, service_role;
comment on table private.refund_terms is
  'One row: how many working days a refund takes to arrive. The provider''s pages say 5 to 7 and 7 to 10; an operator may change it.';
insert into private.refund_terms (min_working_days, max_working_days) values (5, 10) on conflict do nothing;

create function private.add_working_days(p_from timestamptz, p_days integer) returns date
language sql stable set search_path = ''
as $$
  select d.day from (
    select g::date as day, row_number() over (order by g) as nth
    from generate_series(
      (p_from at time zone 'Asia/Kolkata')::date + 1, (p_from at time zone 'Asia/Kolkata')::date + 7 + p_days * 2, '1 day'
    ) g
    where extract(isodow from g) < 6
  ) d
  where d.nth = greatest(p_days, 1)
$$;
comment on function private.add_working_days(timestamptz, integer) is
  'The Indian date so many working days (Monday to Friday) after an instant; bank holidays are not known here.';

create function private.refund_key(p_refund private.refunds) returns text
language sql immutable set search_path = ''
as $$
  select p_refund.id || case when p_refund.attempt > 1 then '-' || p_refund.attempt else '' end
$$;
comment on function private.refund_key(private.refunds) is
  'Idempotency key and receipt towards the provider, at most 40 characters: the same for every try of one attempt.';

-- What the provider says, from our own call, its events and the comparison, in any order ------------------------------

create function private.note_refund(
  p_refund_id uuid, p_provider_refund_id text, p_state text, p_reason text default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_refund private.refunds;
begin
  select * into v_refund from private.refunds r where r.id = p_refund_id for update;
  -- processed is final, and a refund that failed for good is history.
  if not found or v_refund.state = 'processed'
    or (p_provider_refund_id = any (v_refund.failed_refund_ids) and p_state <> 'processed')
    or (p_provider_refund_id <> v_refund.provider_refund_id and p_state <> 'processed')
    or (v_refund.state = 'failed' and p_state = 'pending' and p_provider_refund_id is not distinct from v_refund.provider_refund_id)
  then
    return;
  end if;
  update private.refunds r set
    state = p_state,
    provider_refund_id = coalesce(p_provider_refund_id, r.provider_refund_id),
    failure_reason = case when p_state = 'failed' then coalesce(left(p_reason, 500), r.failure_reason) end,
    requested_at = case when p_provider_refund_id is null then r.requested_at else coalesce(r.requested_at, clock_timestamp()) end,
    processed_at = case when p_state = 'processed' then clock_timestamp() end
  where r.id = p_refund_id;
  if p_state = 'failed' then
    perform private.raise_finding('refund_failed', v_refund.id::text, v_refund.payment_id,
      (select p.booking_id from private.payments p where p.id = v_refund.payment_id),
      jsonb_build_object('amount_paise', v_refund.amount_paise, 'reason', coalesce(p_reason, v_refund.failure_reason),
        'provider_refund_id', p_provider_refund_id, 'attempt', v_refund.attempt));
  elsif p_state = 'processed' then
    perform private.settle_finding('refund_failed', v_refund.id::text, 'repaired');
    perform private.settle_finding('refund_late', v_refund.id::text, 'passed');
  end if;
end
$$;
comment on function private.note_refund(uuid, text, text, text) is
  'Notes what is known of a refund. Any order, any number of times: processed is final, and what failed only fails again or is processed.';

drop function public.record_refund(uuid, text, text);
create function public.record_refund(
  p_refund_id uuid, p_provider_refund_id text, p_state text, p_reason text default null
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_service();
  if not exists (select from private.refunds where id = p_refund_id) then
    raise exception using errcode = 'PT404', message = 'refund_not_found';
  end if;
  perform private.note_refund(p_refund_id, p_provider_refund_id, p_state, p_reason);
end
$$;
comment on function public.record_refund(uuid, text, text, text) is
  'Notes what the provider said about a refund: pending, processed or failed, and why. p_provider_refund_id is null where it refused to make one. PT404 refund_not_found.';

create function public.refund_to_send(p_refund_id uuid)
returns table (
  refund_id uuid, payment_id text, amount_paise integer, reason text, state text,
  idempotency_key text, provider_refund_id text, failed_refund_ids text[]
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return query
    select r.id, r.payment_id, r.amount_paise, r.reason, r.state, private.refund_key(r), r.provider_refund_id,
      r.failed_refund_ids
    from private.refunds r where r.id = p_refund_id;
end
$$;
comment on function public.refund_to_send(uuid) is
  'A refund as the provider has to be asked for it; idempotency_key is also its receipt. No row: no such refund.';

create function private.start_refund_again(p_refund_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_refund private.refunds;
begin
  select * into v_refund from private.refunds r where r.id = p_refund_id for update;
  if v_refund.id is null then
    raise exception using errcode = 'PT404', message = 'refund_not_found';
  end if;
  if v_refund.state <> 'failed' then
    raise exception using errcode = 'PT409', message = 'refund_not_failed', detail = v_refund.state;
  end if;
  update private.refunds r set
    state = 'queued', attempt = r.attempt + 1, provider_refund_id = null, failure_reason = null,
    failed_refund_ids = case
      when r.provider_refund_id is null then r.failed_refund_ids
      else array_append(r.failed_refund_ids, r.provider_refund_id)
    end
  where r.id = p_refund_id;
  perform private.enqueue_job('refund', jsonb_build_object(
    'refund_id', v_refund.id, 'payment_id', v_refund.payment_id,
    'amount_paise', v_refund.amount_paise, 'reason', v_refund.reason
  ));
  -- The job that failed has its successor.
  update private.outbox o set state = 'done'
  where o.kind = 'refund' and o.state = 'dead' and o.payload ->> 'refund_id' = p_refund_id::text;
end
$$;

create function public.retry_refund(p_refund_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.start_refund_again(p_refund_id);
  perform private.settle_finding('refund_failed', p_refund_id::text, 'repaired');
end
$$;
comment on function public.retry_refund(uuid) is
  'Asks the provider for a failed refund again, with a key of its own, for administrators. PT404 refund_not_found, PT409 refund_not_failed (the state is the detail).';

create trigger audit_refunds after update on private.refunds
for each row when (auth.uid() is not null and old.state = 'failed' and new.state = 'queued')
execute function private.record_audit();

create function public.list_refunds(p_state text default null, p_limit integer default 20, p_offset integer default 0)
returns table (
  id uuid, payment_id text, booking_id uuid, mentor_name text, founder_name text, amount_paise integer, currency text,
  reason text, state text, failure_reason text, attempt integer, provider_refund_id text, created_at timestamptz,
  requested_at timestamptz, processed_at timestamptz, expected_by date, last_error text, total_count bigint
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
      case when r.state = 'queued' then (
        select j.last_error from private.outbox j
        where j.kind = 'refund' and j.payload ->> 'refund_id' = r.id::text and j.last_error is not null
        order by j.created_at desc limit 1
      ) end,
      count(*) over ()
    from private.refunds r
    join private.payments p on p.id = r.payment_id
    cross join private.refund_terms t
    left join private.payment_orders o on o.id = p.order_id
    left join public.profiles f on f.id = o.user_id
    where p_state is null or r.state = p_state
    order by r.created_at desc, r.id
    limit least(greatest(coalesce(p_limit, 20), 1), 100) offset greatest(coalesce(p_offset, 0), 0);
end
$$;
comment on function public.list_refunds(text, integer, integer) is
  'Refunds in one state, or in all, the latest first, for administrators. mentor_name and founder_name are null where the order is unknown or its people are gone; last_error is why a queued one has not been sent yet.';

create function public.refund_progress(p_booking_id uuid)
returns table (
  payment_id text, amount_paise integer, currency text, reason text, state text, requested_at timestamptz,
  processed_at timestamptz, expected_from date, expected_by date, min_working_days integer, max_working_days integer
)
language sql stable security definer set search_path = ''
as $$
  select r.payment_id, r.amount_paise, p.currency, r.reason,
    -- That the provider failed it is ours to repair: for who waits it is still on its way.
    case when r.state in ('queued', 'failed') then 'queued' else r.state end,
    r.requested_at, r.processed_at,
    private.add_working_days(coalesce(r.requested_at, r.created_at), t.min_working_days),
    private.add_working_days(coalesce(r.requested_at, r.created_at), t.max_working_days),
    t.min_working_days, t.max_working_days
  from private.payment_orders o
  join private.payments p on p.order_id = o.id
  join private.refunds r on r.payment_id = p.id
  cross join private.refund_terms t
  where o.booking_id = p_booking_id and (o.user_id = (select auth.uid()) or (select private.is_admin()))
  order by r.created_at desc
$$;
comment on function public.refund_progress(uuid) is
  'The refunds of one''s own order, by the booking id that it was made with: there need be no booking. state is queued, pending or processed; dates are India''s. Administrators read every one.';

revoke execute on function
  private.add_working_days(timestamptz, integer), private.refund_key(private.refunds),
  private.note_refund(uuid, text, text, text), private.start_refund_again(uuid)
from public;
revoke execute on function public.record_refund(uuid, text, text, text), public.refund_to_send(uuid)
from public, anon, authenticated;
grant execute on function public.record_refund(uuid, text, text, text), public.refund_to_send(uuid) to service_role;
revoke execute on function
  public.retry_refund(uuid), public.list_refunds(text, integer, integer), public.refund_progress(uuid)
from public, anon;
grant execute on function
  public.retry_refund(uuid), public.list_refunds(text, integer, integer), public.refund_progress(uuid)
to authenticated, service_role;
