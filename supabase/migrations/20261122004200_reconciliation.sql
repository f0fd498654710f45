set local lock_timeout = '5s';

-- Comparing our rows with the payment provider and the calendar. What can be repaired safely is repaired (a captured
-- payment becomes its booking or its refund); every other discrepancy is a row of money_findings, for administrators.

-- Open orders -------------------------------------------------------------------------------------------------------

-- The provider is asked about orders that stay open: the browser's report and the event may both be lost.
create table private.order_checks (
  order_id uuid primary key references private.payment_orders (id) on delete cascade,
  next_check_at timestamptz,
  checked_at timestamptz,
  checks integer not null default 0,
  answer text
);
create index order_checks_due_idx on private.order_checks (next_check_at) where next_check_at is not null;

comment on table private.order_checks is
  'When to ask the provider about each order next. Apart from payment_orders: a transaction with a mentor''s lock must '
  'never wait for an order''s row.';
comment on column private.order_checks.next_check_at is
  'Null: settled, or five days old; a later confirmation of a bank is not noticed any more.';
comment on column private.order_checks.answer is
  'The provider''s last answer: none, failed, pending (not captured yet), refunded, settled.';

alter table private.order_checks enable row level security;
revoke all on table private.order_checks from public, anon, authenticated, service_role;

create function private.plan_order_check() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.order_checks (order_id, next_check_at) values (new.order_id, new.expires_at)
  on conflict (order_id) do update set next_check_at = excluded.next_check_at, checks = 0;
  return null;
end
$$;
create trigger plan_order_check after insert on private.slot_claims
for each row when (new.kind = 'hold' and new.order_id is not null)
execute function private.plan_order_check();

create function public.claim_order_checks(p_limit integer default 10)
returns table (order_id uuid, provider_order_id text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_service();
  -- Settled already (most are), or never created at the provider, so that it cannot be paid.
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
    -- If the worker dies, the check is due again in five minutes.
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
comment on function public.claim_order_checks is
  'Takes up to p_limit open orders whose check is due, for five minutes: ask the provider about each, settle what is '
  'captured, and report.';

create function public.report_order_check(p_order_id uuid, p_answer text) returns void
language plpgsql security definer set search_path = '' as $$
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
      -- Late authorisations come within five days.
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
comment on function public.report_order_check is
  'The provider''s answer about an order: none, failed, pending, refunded or settled. Plans the next check: after 10 '
  'minutes, an hour, then 6 hours, until five days after its last hold. PT422 answer_unknown.';

-- Discrepancies -----------------------------------------------------------------------------------------------------

-- Each is recorded once, however often it is seen, and stays until it is repaired, passes by itself or is dismissed.
create table private.money_findings (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in (
    'unknown_order', 'dispute', 'refund_failed', 'refund_late', 'refunded_outside', 'amount_differs',
    'refunded_twice', 'payment_unsettled', 'payment_missing', 'event_missing', 'event_differs', 'event_left_over'
  )),
  subject text not null check (char_length(subject) between 1 and 100),
  payment_id text,
  booking_id uuid,
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
  found_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolution text check (resolution in ('repaired', 'passed', 'dismissed')),
  note text check (char_length(note) <= 500),
  constraint money_findings_resolved_somehow check ((resolved_at is null) = (resolution is null))
);
create unique index money_findings_open_key on private.money_findings (kind, subject) where resolved_at is null;
create index money_findings_found_idx on private.money_findings (found_at desc);

comment on table private.money_findings is
  'Discrepancies, for administrators: where provider, database and calendar disagree, and what only a person can '
  'decide.';
comment on column private.money_findings.subject is
  'What it is about: the id of a payment, refund, dispute or booking, by kind.';
comment on column private.money_findings.detail is
  'Figures in paise and states as the provider and the database have them; nothing personal.';
comment on column private.money_findings.resolution is
  'repaired: by the system or by a repair. passed: a later check found nothing. dismissed: an administrator dealt with '
  'it.';

alter table private.money_findings enable row level security;
revoke all on table private.money_findings from public, anon, authenticated, service_role;

create function private.raise_finding(
  p_kind text, p_subject text, p_payment_id text, p_booking_id uuid, p_detail jsonb
) returns void
language sql set search_path = '' as $$
  insert into private.money_findings as f (kind, subject, payment_id, booking_id, detail)
  select p_kind, p_subject, p_payment_id, p_booking_id, jsonb_strip_nulls(p_detail)
  where not (
    -- For other kinds, the same finding may mean that it has happened again.
    p_kind in ('refunded_outside', 'refunded_twice', 'amount_differs', 'payment_missing')
    and exists (
      select from private.money_findings d
      where d.kind = p_kind and d.subject = p_subject and d.resolution = 'dismissed'
        and d.detail - 'status' = jsonb_strip_nulls(p_detail) - 'status'
    )
  )
  on conflict (kind, subject) where resolved_at is null do update
  set detail = excluded.detail, seen_at = clock_timestamp()
$$;

create function private.settle_finding(p_kind text, p_subject text, p_resolution text) returns void
language sql set search_path = '' as $$
  update private.money_findings set resolved_at = clock_timestamp(), resolution = p_resolution
  where kind = p_kind and subject = p_subject and resolved_at is null
$$;

create function private.can_repair(p_kind text) returns boolean
language sql immutable set search_path = '' as $$
  select p_kind in (
    'refund_failed', 'refund_late', 'payment_missing', 'event_missing', 'event_differs', 'event_left_over'
  )
$$;
comment on function private.can_repair is
  'Whether repair_money_finding() can repair it; a person decides about the others.';

-- The reconciliation of each night ----------------------------------------------------------------------------------

create table private.comparisons (
  day date primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  payments integer not null default 0,
  refunds integer not null default 0,
  events integer not null default 0,
  calendar text not null default 'waiting' check (calendar in ('waiting', 'compared', 'off', 'unreachable')),
  read_until timestamptz
);

comment on table private.comparisons is
  'One row a night''s reconciliation: how much was compared, and whether it finished.';
comment on column private.comparisons.read_until is
  'The end of the compared period; null: 20 minutes before the start, as later payments may still be under way.';

alter table private.comparisons enable row level security;
revoke all on table private.comparisons from public, anon, authenticated, service_role;

create function private.comparison_window(p_day date, out starts_at timestamptz, out ends_at timestamptz)
language sql stable set search_path = '' as $$
  -- Six days: late authorisations come within five.
  select coalesce(c.read_until, c.started_at) - interval '6 days',
    coalesce(c.read_until, c.started_at - interval '20 minutes')
  from private.comparisons c where c.day = p_day
$$;

create function public.begin_comparison(p_day date)
returns table (starts_at timestamptz, ends_at timestamptz)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_next date := greatest(private.today(), p_day) + 1;
begin
  perform private.require_service();
  insert into private.comparisons (day) values (p_day) on conflict (day) do nothing;
  -- Plans the next night first, so that a failure does not end the sequence.
  perform private.enqueue_job('compare_money', jsonb_build_object('day', v_next, 'stage', 'payments', 'skip', 0),
    'compare_money:' || v_next, (v_next + time '02:30') at time zone 'Asia/Kolkata');
  return query select w.starts_at, w.ends_at from private.comparison_window(p_day) w;
end
$$;
comment on function public.begin_comparison is
  'Starts or resumes a night''s reconciliation, plans the next one, and returns the period of the provider''s list to '
  'read.';

create function public.compare_payments(p_day date, p_payments jsonb, p_is_first_look boolean default true) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_given jsonb;
  v_payment private.payments;
  v_settled record;
begin
  perform private.require_service();
  for v_given in select * from jsonb_array_elements(p_payments) loop
    select * into v_payment from private.payments p where p.id = v_given ->> 'id';
    if v_payment.id is null then
      if v_given ->> 'status' = 'captured' then
        begin
          select * into v_settled from private.settle_captured(v_given ->> 'order_id', v_given ->> 'id',
            (v_given ->> 'amount')::integer, v_given ->> 'currency');
          perform private.raise_finding('payment_unsettled', v_given ->> 'id', v_given ->> 'id', v_settled.booking_id,
            jsonb_build_object('outcome', v_settled.outcome, 'reason', v_settled.reason,
              'amount_paise', v_given -> 'amount'));
          perform private.settle_finding('payment_unsettled', v_given ->> 'id', 'repaired');
        exception when sqlstate 'PT409' then
          -- A concurrent call has just stored it.
          null;
        end;
      end if;
      continue;
    end if;
    update private.payments p set compared_at = clock_timestamp() where p.id = v_payment.id;
    perform private.note_payment_method(v_payment.id, v_given ->> 'method');
    perform private.settle_finding('payment_missing', v_payment.id, 'passed');
    if (v_given ->> 'amount')::integer <> v_payment.amount_paise or v_given ->> 'currency' <> v_payment.currency then
      perform private.raise_finding('amount_differs', v_payment.id, v_payment.id, v_payment.booking_id,
        jsonb_build_object('provider_paise', v_given -> 'amount', 'provider_currency', v_given ->> 'currency',
          'amount_paise', v_payment.amount_paise, 'currency', v_payment.currency));
    else
      perform private.settle_finding('amount_differs', v_payment.id, 'passed');
    end if;
    if v_given ->> 'status' = 'refunded'
      and not exists (select from private.refunds r where r.payment_id = v_payment.id)
      and not exists (
        select from private.money_findings f where f.kind = 'refunded_outside' and f.payment_id = v_payment.id
      )
    then
      perform private.raise_finding('refunded_outside', v_payment.id, v_payment.id, v_payment.booking_id,
        jsonb_build_object('amount_paise', v_given -> 'amount_refunded', 'paid_paise', v_payment.amount_paise,
          'status', 'refunded'));
    end if;
  end loop;
  if p_is_first_look then
    update private.comparisons c set payments = c.payments + jsonb_array_length(p_payments) where c.day = p_day;
  end if;
end
$$;
comment on function public.compare_payments is
  'A page of the provider''s payments (id, order_id, amount, currency, status, amount_refunded) against ours: what is '
  'captured and unknown is settled, every other difference is a discrepancy. Repeatable.';

create function public.compare_refunds(p_day date, p_refunds jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  perform private.note_provider_refund(r.given) from jsonb_array_elements(p_refunds) r (given);
  update private.comparisons c set refunds = c.refunds + jsonb_array_length(p_refunds) where c.day = p_day;
end
$$;
comment on function public.compare_refunds is
  'A page of the provider''s refunds (id, payment_id, amount, status, receipt): ours take their state, others are '
  'discrepancies. Repeatable.';

create function public.payments_not_seen(p_day date, p_limit integer default 50)
returns table (payment_id text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
    select p.id from private.comparisons c
    cross join lateral private.comparison_window(p_day) w
    join private.payments p on p.captured_at >= w.starts_at + interval '1 day' and p.captured_at < w.ends_at
      and (p.compared_at is null or p.compared_at < c.started_at)
    where c.day = p_day
    order by p.captured_at
    limit least(greatest(p_limit, 0), 100);
end
$$;
comment on function public.payments_not_seen is
  'Our payments of the compared days that the provider''s list did not have: look each up by itself.';

create function public.report_missing_payment(p_payment_id text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update private.payments p set compared_at = clock_timestamp() where p.id = p_payment_id;
  perform private.raise_finding('payment_missing', p.id, p.id, p.booking_id,
    jsonb_build_object('amount_paise', p.amount_paise))
  from private.payments p where p.id = p_payment_id;
end
$$;
comment on function public.report_missing_payment is 'The provider does not know a payment that we have.';

create function public.events_to_compare(p_after uuid default null, p_limit integer default 20)
returns table (
  booking_id uuid, event_id text, starts_at timestamptz, ends_at timestamptz, takes_place boolean, sequence integer
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
    select b.id, c.event_id, lower(b.during), upper(b.during), private.keeps_time(b.status), c.sequence
    from public.bookings b
    join private.calendar_events c on c.booking_id = b.id
    where c.state in ('created', 'deleted') and upper(b.during) > now() and b.status <> 'completed'
      and (p_after is null or b.id > p_after)
    order by b.id
    limit least(greatest(p_limit, 0), 100);
end
$$;
comment on function public.events_to_compare is
  'Bookings to come whose event the calendar should show, by their ids; pass the last one for the next page.';

create function public.compare_events(p_day date, p_events jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_given jsonb;
  v_kind text;
begin
  perform private.require_service();
  for v_given in select * from jsonb_array_elements(p_events) loop
    -- A booking that changed while the calendar was being read is compared the next night.
    if not exists (
      select from private.calendar_events c
      where c.booking_id = (v_given ->> 'booking_id')::uuid and c.sequence = (v_given ->> 'sequence')::integer
    ) then
      continue;
    end if;
    foreach v_kind in array array['event_missing', 'event_differs', 'event_left_over'] loop
      if v_given ->> 'found' = v_kind then
        perform private.raise_finding(v_kind, v_given ->> 'booking_id', null, (v_given ->> 'booking_id')::uuid, '{}');
      else
        perform private.settle_finding(v_kind, v_given ->> 'booking_id', 'passed');
      end if;
    end loop;
  end loop;
  update private.comparisons c set events = c.events + jsonb_array_length(p_events) where c.day = p_day;
end
$$;
comment on function public.compare_events is
  'What the calendar has of bookings (booking_id, sequence, found): found is same, event_missing, event_differs or '
  'event_left_over. Repeatable.';

create function public.finish_comparison(p_day date, p_calendar text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  perform private.raise_finding('refund_late', r.id::text, r.payment_id, p.booking_id, jsonb_build_object(
    'amount_paise', r.amount_paise, 'state', r.state, 'since', coalesce(r.requested_at, r.created_at)))
  from private.refunds r
  join private.payments p on p.id = r.payment_id
  cross join private.refund_terms t
  where (r.state = 'pending'
      and private.add_working_days(coalesce(r.requested_at, r.created_at), t.max_working_days) < private.today())
    or (r.state = 'queued' and r.updated_at < now() - interval '1 day');
  perform private.raise_finding('event_missing', b.id::text, null, b.id,
    jsonb_build_object('state', c.state, 'error', c.last_error))
  from public.bookings b join private.calendar_events c on c.booking_id = b.id
  where c.state in ('pending', 'failed') and c.updated_at < now() - interval '1 day'
    and b.status in ('confirmed', 'rescheduled') and lower(b.during) > now();
  update private.comparisons c set finished_at = clock_timestamp(), calendar = p_calendar where c.day = p_day;
end
$$;
comment on function public.finish_comparison is
  'Ends a night''s reconciliation with what can be seen from our rows alone; p_calendar is compared, off or '
  'unreachable.';

-- The first night; each plans the next.
select private.enqueue_job('compare_money',
  jsonb_build_object('day', private.today() + 1, 'stage', 'payments', 'skip', 0),
  'compare_money:' || (private.today() + 1), (private.today() + 1 + time '02:30') at time zone 'Asia/Kolkata');

-- After a restore, the provider knows payments and refunds from after the backup that we do not.
create function private.compare_since(p_since timestamptz) returns integer
language plpgsql set search_path = '' as $$
declare
  v_first date := (p_since at time zone 'Asia/Kolkata')::date;
begin
  -- The earlier reconciliations of these days ran without the lost data. Their jobs' keys are needed again.
  delete from private.outbox o
  where o.kind = 'compare_money' and (o.payload ->> 'day')::date between v_first and private.today();
  delete from private.comparisons c where c.day between v_first and private.today();
  insert into private.comparisons (day, read_until)
  select d::date, least((d::date + 1)::timestamp at time zone 'Asia/Kolkata', clock_timestamp())
  from generate_series(v_first, private.today(), interval '1 day') d;
  perform private.enqueue_job('compare_money', jsonb_build_object('day', c.day, 'stage', 'payments', 'skip', 0),
    'compare_money:' || c.day)
  from private.comparisons c where c.day >= v_first and c.day <= private.today();
  return private.today() - v_first + 1;
end
$$;
comment on function private.compare_since is
  'Enqueues the reconciliation of each day from p_since on, until this moment; answers how many days.';

-- For administrators ------------------------------------------------------------------------------------------------

create function public.list_money_findings(
  p_is_open boolean default true, p_limit integer default 20, p_offset integer default 0
)
returns table (
  id uuid, kind text, subject text, payment_id text, booking_id uuid, detail jsonb, can_repair boolean,
  found_at timestamptz, seen_at timestamptz, resolved_at timestamptz, resolution text, note text, total_count bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select f.id, f.kind, f.subject, f.payment_id, f.booking_id, f.detail,
      f.resolved_at is null and private.can_repair(f.kind),
      f.found_at, f.seen_at, f.resolved_at, f.resolution, f.note, count(*) over ()
    from private.money_findings f
    where (f.resolved_at is null) = coalesce(p_is_open, true)
    order by f.found_at desc, f.id
    limit least(greatest(coalesce(p_limit, 20), 1), 100) offset greatest(coalesce(p_offset, 0), 0);
end
$$;
comment on function public.list_money_findings is
  'Open discrepancies, or the resolved ones with p_is_open false, the latest first, for administrators.';

create function public.repair_money_finding(p_finding_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_finding private.money_findings;
  v_booking public.bookings;
begin
  perform private.require_admin();
  -- The refund before its finding, as note_refund(): in another order, the two could wait for each other.
  perform from private.refunds r where r.id::text = (
    select f.subject from private.money_findings f where f.id = p_finding_id and f.kind = 'refund_failed'
  ) for update;
  select * into v_finding from private.money_findings f where f.id = p_finding_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'finding_not_found';
  end if;
  if v_finding.resolved_at is not null then
    raise exception using errcode = 'PT409', message = 'finding_resolved';
  end if;
  if not private.can_repair(v_finding.kind) then
    raise exception using errcode = 'PT409', message = 'finding_needs_a_person', detail = v_finding.kind;
  end if;
  if v_finding.kind = 'refund_failed' then
    perform private.start_refund_again(v_finding.subject::uuid);
    perform private.settle_finding('refund_failed', v_finding.subject, 'repaired');
    return 'repaired';
  end if;
  if v_finding.kind = 'refund_late' then
    -- A request with the same key returns the same refund with its present state.
    perform private.enqueue_job('refund', jsonb_build_object('refund_id', r.id, 'payment_id', r.payment_id,
      'amount_paise', r.amount_paise, 'reason', r.reason))
    from private.refunds r where r.id = v_finding.subject::uuid and r.state in ('queued', 'pending');
    return 'started';
  end if;
  if v_finding.kind = 'payment_missing' then
    perform private.enqueue_job('look_up_payment', jsonb_build_object('payment_id', v_finding.subject));
    return 'started';
  end if;
  select * into v_booking from public.bookings b where b.id = v_finding.booking_id for update;
  if v_booking.id is not null then
    -- The calendar no longer agrees with the booking: the job brings it to the booking's present state.
    update private.calendar_events c set state = 'pending', last_error = null where c.booking_id = v_booking.id;
    perform private.enqueue_job('booking_' || v_booking.status, jsonb_build_object('booking_id', v_booking.id))
    where v_booking.status in ('confirmed', 'rescheduled', 'rejected', 'cancelled');
  end if;
  perform private.settle_finding(v_finding.kind, v_finding.subject, 'repaired');
  return 'repaired';
end
$$;
comment on function public.repair_money_finding is
  'One click: asks for a failed refund again, asks the provider about a late refund or a missing payment, or brings '
  'the calendar to what the booking is. repaired: done or under way; started: the provider is asked, and its answer '
  'resolves the finding. PT404 finding_not_found | refund_not_found, PT409 finding_resolved | finding_needs_a_person | '
  'refund_not_failed.';

create function public.dismiss_money_finding(p_finding_id uuid, p_note text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update private.money_findings f
  set resolved_at = clock_timestamp(), resolution = 'dismissed', note = left(nullif(private.clean_text(p_note), ''), 500)
  where f.id = p_finding_id and f.resolved_at is null;
  if found then
    return;
  end if;
  if exists (select from private.money_findings f where f.id = p_finding_id) then
    raise exception using errcode = 'PT409', message = 'finding_resolved';
  end if;
  raise exception using errcode = 'PT404', message = 'finding_not_found';
end
$$;
comment on function public.dismiss_money_finding is
  'An administrator dealt with it in another way. PT404 finding_not_found, PT409 finding_resolved.';

create function public.list_comparisons(p_limit integer default 14)
returns table (
  day date, started_at timestamptz, finished_at timestamptz, payments integer, refunds integer, events integer,
  calendar text, open_findings bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select c.day, c.started_at, c.finished_at, c.payments, c.refunds, c.events, c.calendar,
      (select count(*) from private.money_findings f where f.resolved_at is null)
    from private.comparisons c
    order by c.day desc
    limit least(greatest(coalesce(p_limit, 14), 1), 100);
end
$$;
comment on function public.list_comparisons is
  'The last nights'' reconciliations, for administrators. open_findings is the present count, the same in every row.';

revoke execute on all functions in schema private from public;
revoke execute on function public.list_money_findings, public.repair_money_finding, public.dismiss_money_finding,
  public.list_comparisons from public, anon;
grant execute on function public.list_money_findings, public.repair_money_finding, public.dismiss_money_finding,
  public.list_comparisons to authenticated, service_role;
revoke execute on function public.claim_order_checks, public.report_order_check, public.begin_comparison,
  public.compare_payments, public.compare_refunds, public.payments_not_seen, public.report_missing_payment,
  public.events_to_compare, public.compare_events, public.finish_comparison from public, anon, authenticated;
grant execute on function public.claim_order_checks, public.report_order_check, public.begin_comparison,
  public.compare_payments, public.compare_refunds, public.payments_not_seen, public.report_missing_payment,
  public.events_to_compare, public.compare_events, public.finish_comparison to service_role;
