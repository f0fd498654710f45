set local lock_timeout = '5s';

-- Refunds from the decision to the money's arrival: what the provider said and why, asking again after a failure, and
-- when the money should be there.

create table private.refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id text not null unique references private.payments (id) on delete restrict,
  amount_paise integer not null check (amount_paise > 0),
  reason text not null,
  state text not null default 'queued' check (state in ('queued', 'pending', 'processed', 'failed')),
  provider_refund_id text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  attempt integer not null default 1 check (attempt between 1 and 99),
  failure_reason text,
  failed_refund_ids text[] not null default '{}',
  requested_at timestamptz,
  processed_at timestamptz,
  outside_reference text constraint refunds_outside_reference_once unique
    check (outside_reference ~ '^[A-Z0-9]{10,30}$'),
  constraint refunds_outside_is_processed check (outside_reference is null or state = 'processed')
);
create index refunds_state_idx on private.refunds (state) where state <> 'processed';
create index refunds_created_at_idx on private.refunds (created_at);

comment on table private.refunds is 'Full refunds, at most one a payment.';
comment on column private.refunds.reason is
  'A code: amount_mismatch, order_already_paid, slot_taken, slot_in_past, booking_rejected, …';
comment on column private.refunds.state is
  'queued: the provider was not asked yet. pending, processed, failed: the provider''s word; failed also after a '
  'refusal, processed also by outside_reference.';
comment on column private.refunds.attempt is
  'Grows when a refund that failed at the provider is asked for again: the old key would only return the failed '
  'refund.';
comment on column private.refunds.failed_refund_ids is
  'The provider''s refunds of earlier attempts: late events about them change nothing.';
comment on column private.refunds.outside_reference is
  'The bank''s reference (UTR) where we returned the money by a bank transfer; null where the provider did.';
comment on column private.refunds.requested_at is 'When the provider first accepted it.';

alter table private.refunds enable row level security;
revoke all on table private.refunds from public, anon, authenticated, service_role;

create trigger touch_updated_at before update on private.refunds
for each row execute function private.touch_updated_at();

create table private.refund_terms (
  is_only_row boolean primary key default true check (is_only_row),
  min_working_days integer not null check (min_working_days between 0 and 60),
  max_working_days integer not null check (max_working_days between min_working_days and 60)
);

comment on table private.refund_terms is
  'One row: how many working days a refund takes to arrive. The provider''s pages say 5 to 7 and 7 to 10; an operator '
  'may change it.';

alter table private.refund_terms enable row level security;
revoke all on table private.refund_terms from public, anon, authenticated, service_role;

insert into private.refund_terms (min_working_days, max_working_days) values (5, 10);

create function private.add_working_days(p_from timestamptz, p_days integer) returns date
language sql stable set search_path = '' as $$
  select d.day from (
    select g::date as day, row_number() over (order by g) as nth
    from generate_series(
      (p_from at time zone 'Asia/Kolkata')::date + 1,
      (p_from at time zone 'Asia/Kolkata')::date + 7 + p_days * 2,
      '1 day'
    ) g
    where extract(isodow from g) < 6
  ) d
  where d.nth = greatest(p_days, 1)
$$;
comment on function private.add_working_days is
  'The Indian date that is this many working days (Monday to Friday) after an instant, without regard to bank '
  'holidays.';

-- Each captured payment has a booking or a refund -------------------------------------------------------------------

create function private.require_payment_outcome() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_payment_id text;
begin
  if tg_table_name = 'payments' then
    v_payment_id := new.id;
  else
    v_payment_id := old.payment_id;
  end if;
  if exists (
    select from private.payments p
    where p.id = v_payment_id and p.booking_id is null
      and not exists (select from private.refunds r where r.payment_id = p.id)
  ) then
    raise exception using errcode = '23514', message = 'payment_without_outcome', detail = v_payment_id;
  end if;
  return null;
end
$$;
comment on function private.require_payment_outcome is 'At COMMIT each captured payment has a booking or a refund.';
create constraint trigger require_payment_outcome after insert or update on private.payments
deferrable initially deferred for each row execute function private.require_payment_outcome();
create constraint trigger require_payment_outcome after update or delete on private.refunds
deferrable initially deferred for each row execute function private.require_payment_outcome();

create function private.queue_refund(p_payment_id text, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_refund private.refunds;
begin
  insert into private.refunds (payment_id, amount_paise, reason)
  select p.id, p.amount_paise, p_reason from private.payments p where p.id = p_payment_id
  on conflict (payment_id) do nothing
  returning * into v_refund;
  if v_refund.id is not null then
    perform private.enqueue_job('refund', jsonb_build_object(
      'refund_id', v_refund.id, 'payment_id', v_refund.payment_id,
      'amount_paise', v_refund.amount_paise, 'reason', v_refund.reason
    ));
    -- Who has closed the page would wait for a session that never comes.
    perform private.enqueue_job('mentor_mail',
      jsonb_build_object('mail', 'payment_returned', 'payment_id', p.id), format('payment:%s:returned', p.id))
    from private.payments p where p.id = p_payment_id and p.booking_id is null and p.order_id is not null;
  end if;
end
$$;
comment on function private.queue_refund is
  'Queues the full refund of a payment, and the e-mail about one that became no booking. Repeated calls queue only one.';

create function private.mail_payment_returned(p_payload jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'recipients', jsonb_build_array(jsonb_build_object('to', f.email, 'role', 'founder')),
    'facts', jsonb_build_object(
      'mentor', o.mentor_name, 'booking_id', o.booking_id, 'reason', r.reason,
      'amount_paise', case when y.currency = 'INR' then y.amount_paise end,
      'session', jsonb_build_object('date', o.date, 'start_time', o.start_time, 'end_time', o.end_time),
      'min_working_days', t.min_working_days, 'max_working_days', t.max_working_days
    )
  )
  from private.payments y
  join private.payment_orders o on o.id = y.order_id
  join private.refunds r on r.payment_id = y.id
  join public.profiles f on f.id = o.user_id
  cross join private.refund_terms t
  where y.id = p_payload ->> 'payment_id'
$$;

-- What the provider says: from our own call, its events and the reconciliation, in any order ------------------------

create function private.refund_key(p_refund private.refunds) returns text
language sql immutable set search_path = '' as $$
  select p_refund.id || case when p_refund.attempt > 1 then '-' || p_refund.attempt else '' end
$$;
comment on function private.refund_key is
  'Idempotency key and receipt for the provider, at most 40 characters: the same for every try of one attempt.';

create function private.note_refund(
  p_refund_id uuid, p_provider_refund_id text, p_state text, p_reason text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_refund private.refunds;
begin
  select * into v_refund from private.refunds r where r.id = p_refund_id for update;
  if v_refund.outside_reference is not null then
    -- We returned the money ourselves: what the provider still pays is a second time. An old "pending" says nothing.
    if p_state = 'failed' then
      perform private.settle_finding('refunded_twice', p_provider_refund_id, 'passed');
    elsif p_state = 'processed' or p_provider_refund_id <> all (v_refund.failed_refund_ids) then
      perform private.raise_finding('refunded_twice', p_provider_refund_id, v_refund.payment_id,
        (select p.booking_id from private.payments p where p.id = v_refund.payment_id),
        jsonb_build_object('amount_paise', v_refund.amount_paise, 'status', p_state,
          'reference', v_refund.outside_reference));
    end if;
    return;
  end if;
  -- processed is final, and events of an earlier attempt change nothing.
  if not found or v_refund.state = 'processed'
    or (p_provider_refund_id = any (v_refund.failed_refund_ids) and p_state <> 'processed')
    or (p_provider_refund_id <> v_refund.provider_refund_id and p_state <> 'processed')
    or (v_refund.state = 'failed' and p_state = 'pending'
      and p_provider_refund_id is not distinct from v_refund.provider_refund_id)
  then
    return;
  end if;
  update private.refunds r set
    state = p_state,
    provider_refund_id = coalesce(p_provider_refund_id, r.provider_refund_id),
    failure_reason = case when p_state = 'failed' then coalesce(left(p_reason, 500), r.failure_reason) end,
    requested_at = case when p_provider_refund_id is null then r.requested_at
      else coalesce(r.requested_at, clock_timestamp()) end,
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
comment on function private.note_refund is
  'Notes what is known of a refund, in any order and any number of times. processed is final; a failed refund can only '
  'fail again or be processed. What the provider pays after record_outside_refund is the finding refunded_twice.';

create function public.record_refund(
  p_refund_id uuid, p_provider_refund_id text, p_state text, p_reason text default null
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  if not exists (select from private.refunds where id = p_refund_id) then
    raise exception using errcode = 'PT404', message = 'refund_not_found';
  end if;
  perform private.note_refund(p_refund_id, p_provider_refund_id, p_state, p_reason);
end
$$;
comment on function public.record_refund is
  'Notes what the provider said about a refund: pending, processed or failed, and why. p_provider_refund_id is null '
  'where the provider refused to make one. PT404 refund_not_found.';

create function public.refund_to_send(p_refund_id uuid)
returns table (
  refund_id uuid, payment_id text, amount_paise integer, reason text, state text,
  idempotency_key text, provider_refund_id text, failed_refund_ids text[]
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
    select r.id, r.payment_id, r.amount_paise, r.reason, r.state, private.refund_key(r), r.provider_refund_id,
      r.failed_refund_ids
    from private.refunds r where r.id = p_refund_id;
end
$$;
comment on function public.refund_to_send is
  'The data with which to ask the provider for a refund; idempotency_key is also its receipt. No row: no such refund.';

create function private.forget_refund_jobs() returns trigger
language plpgsql set search_path = '' as $$
begin
  update private.outbox o set state = 'done'
  where o.kind = 'refund' and o.state = 'dead' and o.payload ->> 'refund_id' = new.id::text;
  return null;
end
$$;
comment on function private.forget_refund_jobs is
  'After the money went back, a job of the refund that was given up needs no administrator any more.';
create trigger forget_refund_jobs after update on private.refunds
for each row when (old.state <> 'processed' and new.state = 'processed')
execute function private.forget_refund_jobs();

-- For administrators ------------------------------------------------------------------------------------------------

create function private.is_refund_stopped(p_refund private.refunds) returns boolean
language sql stable set search_path = '' as $$
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
comment on function private.is_refund_stopped is
  'Whether no job works on the refund any more although the money has not gone back; retry_refund() accepts such a '
  'one.';

create function public.list_refunds(p_state text default null, p_limit integer default 20, p_offset integer default 0)
returns table (
  id uuid, payment_id text, booking_id uuid, mentor_name text, founder_name text, amount_paise integer, currency text,
  reason text, state text, failure_reason text, attempt integer, provider_refund_id text, created_at timestamptz,
  requested_at timestamptz, processed_at timestamptz, expected_by date, last_error text, can_retry boolean,
  outside_reference text, total_count bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select r.id, r.payment_id, p.booking_id, o.mentor_name, f.name, r.amount_paise, p.currency,
      r.reason, r.state, r.failure_reason, r.attempt, r.provider_refund_id, r.created_at,
      r.requested_at, r.processed_at,
      private.add_working_days(coalesce(r.requested_at, r.created_at), t.max_working_days),
      case when r.state in ('queued', 'pending') then (
        select j.last_error from private.outbox j
        where j.kind = 'refund' and j.payload ->> 'refund_id' = r.id::text
          and j.state <> 'done' and j.last_error is not null
        order by j.created_at desc limit 1
      ) end,
      private.is_refund_stopped(r),
      r.outside_reference,
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
comment on function public.list_refunds is
  'Refunds in one state, or in all, the latest first, for administrators; p_state stopped is those with can_retry. '
  'mentor_name and founder_name are null where the order is unknown or its people are gone; last_error is why a queued '
  'one has not been sent, or a pending one not been looked up.';

create function private.start_refund_again(p_refund_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
  -- Comes before the new job. A worker that still has the old job finds it done, and changes nothing (fail_job).
  update private.outbox o set state = 'done', finished_at = coalesce(o.finished_at, clock_timestamp())
  where o.kind = 'refund' and o.state <> 'done' and o.payload ->> 'refund_id' = p_refund_id::text;
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
end
$$;

create function public.retry_refund(p_refund_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_refund private.refunds;
begin
  perform private.require_admin();
  select * into v_refund from private.refunds r where r.id = p_refund_id for update;
  if v_refund.state <> 'failed' and private.is_refund_stopped(v_refund) then
    -- The provider did not answer, so the same attempt continues with its key.
    update private.outbox o
    set state = 'ready', earlier_attempts = o.attempts, run_at = clock_timestamp(), finished_at = null
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
comment on function public.retry_refund is
  'Asks the provider again for a refund that stopped, for administrators: for a failed one with a new key, for one '
  'whose job was given up with the same key. PT404 refund_not_found, PT409 refund_not_failed (detail: the state).';

create function public.record_outside_refund(p_refund_id uuid, p_utr text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_refund private.refunds;
  v_utr text;
begin
  perform private.require_admin();
  -- As retry_refund and note_refund: of two at once, the second sees what the first did.
  select * into v_refund from private.refunds r where r.id = p_refund_id for update;
  if v_refund.id is null then
    raise exception using errcode = 'PT404', message = 'refund_not_found';
  end if;
  v_utr := private.require_utr(p_utr);
  if v_refund.outside_reference = v_utr then
    return;
  end if;
  if v_refund.state <> 'failed' then
    raise exception using errcode = 'PT409', message = 'refund_not_failed', detail = v_refund.state;
  end if;
  begin
    update private.refunds r set
      state = 'processed', outside_reference = v_utr, processed_at = clock_timestamp(), failure_reason = null,
      -- What the provider failed is not how the money came.
      provider_refund_id = null, failed_refund_ids = array_remove(r.failed_refund_ids || r.provider_refund_id, null)
    where r.id = p_refund_id;
  exception when unique_violation then
    raise exception using errcode = 'PT422', message = 'utr_used';
  end;
  perform private.settle_finding('refund_failed', p_refund_id::text, 'repaired');
  perform private.settle_finding('refund_late', p_refund_id::text, 'passed');
end
$$;
comment on function public.record_outside_refund is
  'For administrators: the money of a refund that failed at the provider was returned by a bank transfer with this '
  'reference. It is processed from now on; the same reference again changes nothing. PT404 refund_not_found, PT409 '
  'refund_not_failed (detail: the state), PT422 utr_not_valid (10 to 30 letters and digits) | utr_used (by another '
  'refund).';

-- For founders: what was paid, and what goes back -------------------------------------------------------------------

create function public.booking_receipt(p_booking_id uuid)
returns table (amount_paise integer, currency text, payment_id text, paid_at timestamptz, refund_state text)
language sql stable security definer set search_path = '' as $$
  select p.amount_paise, p.currency, p.id, p.captured_at, r.state
  from public.bookings b
  join private.payments p on p.booking_id = b.id
  left join private.refunds r on r.payment_id = p.id
  where b.id = p_booking_id and (b.user_id = (select private.require_signed_in()) or (select private.is_admin()))
$$;
comment on function public.booking_receipt is
  'The captured payment of the caller''s own booking, in paise; administrators read every one. No row: no such '
  'booking, or another person''s. refund_state is null while no refund was asked for.';

create function public.refund_progress(p_booking_id uuid)
returns table (
  payment_id text, amount_paise integer, currency text, reason text, state text, requested_at timestamptz,
  processed_at timestamptz, expected_from date, expected_by date, min_working_days integer, max_working_days integer,
  outside_reference text
)
language sql stable security definer set search_path = '' as $$
  select r.payment_id, r.amount_paise, p.currency, r.reason,
    -- We repair a failure at the provider, so for the founder the refund is still on its way.
    case when r.state in ('queued', 'failed') then 'queued' else r.state end,
    r.requested_at, r.processed_at,
    private.add_working_days(coalesce(r.requested_at, r.created_at), t.min_working_days),
    private.add_working_days(coalesce(r.requested_at, r.created_at), t.max_working_days),
    t.min_working_days, t.max_working_days, r.outside_reference
  from private.payment_orders o
  join private.payments p on p.order_id = o.id
  join private.refunds r on r.payment_id = p.id
  cross join private.refund_terms t
  where o.booking_id = p_booking_id
    and (o.user_id = (select private.require_signed_in()) or (select private.is_admin()))
  order by r.created_at desc
$$;
comment on function public.refund_progress is
  'The refunds of the caller''s own order, by its booking id; the booking itself need not exist. state is '
  'queued, pending or processed; dates are India''s; outside_reference is the bank''s where we returned it by a '
  'transfer. Administrators read every one.';

create function public.lost_payments(p_booking_id uuid default null)
returns table (
  payment_id text, booking_id uuid, mentor_id uuid, mentor_name text, date date, start_time time, end_time time,
  amount_paise integer, currency text, reason text, refund_state text, paid_at timestamptz,
  refund_updated_at timestamptz, mentor_slug text
)
language sql stable security definer set search_path = '' as $$
  select y.id, o.booking_id, o.mentor_id, o.mentor_name, o.date, o.start_time, o.end_time,
    y.amount_paise, y.currency, r.reason, r.state, y.captured_at, r.updated_at,
    (select m.slug from public.mentors m where m.id = o.mentor_id and m.listing_state = 'listed')
  from private.payment_orders o
  join private.payments y on y.order_id = o.id
  join private.refunds r on r.payment_id = y.id
  where y.booking_id is null
    and case when p_booking_id is null then o.user_id = (select private.require_signed_in())
      else o.booking_id = p_booking_id
        and (o.user_id = (select private.require_signed_in()) or (select private.is_admin())) end
  order by y.captured_at desc
  limit 100
$$;
comment on function public.lost_payments is
  'The caller''s captured payments that became no booking and are refunded, the latest first; of one order (by the '
  'booking id that it would have had; administrators read every one) or of all. reason is settle_payment''s; '
  'refund_state queued, pending, processed or failed; amount in paise; mentor_slug null where the mentor is not listed.';

revoke execute on all functions in schema private from public;
revoke execute on function public.list_refunds, public.retry_refund, public.record_outside_refund,
  public.booking_receipt, public.refund_progress, public.lost_payments from public, anon;
grant execute on function public.list_refunds, public.retry_refund, public.record_outside_refund,
  public.booking_receipt, public.refund_progress, public.lost_payments to authenticated, service_role;
revoke execute on function public.record_refund, public.refund_to_send from public, anon, authenticated;
grant execute on function public.record_refund, public.refund_to_send to service_role;
