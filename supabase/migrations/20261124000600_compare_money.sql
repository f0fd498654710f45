-- Every night the provider's list of payments and refunds, our rows and the calendar are compared. What can be put right
-- safely is (a captured payment becomes its booking or its refund); everything else is a finding for administrators.

create table private.comparisons (
  day date primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  payments integer not null default 0,
  refunds integer not null default 0,
  events integer not null default 0,
  calendar text not null default 'waiting' check (calendar in ('waiting', 'compared', 'off', 'unreachable'))
);
alter table private.comparisons enable row level security;
revoke all on table private.comparisons from public, anon, authenticated, service_role;
comment on table private.comparisons is 'One row a night: how much was compared, and whether it came to its end.';

alter table private.payments add column compared_at timestamptz;
comment on column private.payments.compared_at is 'When the provider''s list last had it.';

create function private.comparison_window(p_day date, out starts_at timestamptz, out ends_at timestamptz)
language sql stable set search_path = ''
as $$
  -- Six days: late authorisations come within five.
  select c.started_at - interval '6 days', c.started_at - interval '20 minutes'
  from private.comparisons c where c.day = p_day
$$;

create function public.begin_comparison(p_day date)
returns table (starts_at timestamptz, ends_at timestamptz)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  v_next date := greatest(private.today(), p_day) + 1;
begin
  perform private.require_service();
  insert into private.comparisons (day) values (p_day) on conflict (day) do nothing;
  -- First of all the next night's, so that one that fails does not end the row.
  perform private.enqueue_job('compare_money', jsonb_build_object('day', v_next, 'stage', 'payments', 'skip', 0),
    'compare_money:' || v_next, (v_next + time '02:30') at time zone 'Asia/Kolkata');
  return query select w.starts_at, w.ends_at from private.comparison_window(p_day) w;
end
$$;
comment on function public.begin_comparison(date) is
  'Starts or resumes a night''s comparison, plans the next one, and answers the stretch of the provider''s list to read.';

create function public.compare_payments(p_day date, p_payments jsonb, p_is_first_look boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
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
            jsonb_build_object('outcome', v_settled.outcome, 'reason', v_settled.reason, 'amount_paise', v_given -> 'amount'));
          perform private.settle_finding('payment_unsettled', v_given ->> 'id', 'repaired');
        exception when sqlstate 'PT409' then
          -- Another one of these has just stored it.
          null;
        end;
      end if;
      continue;
    end if;
    update private.payments p set compared_at = clock_timestamp() where p.id = v_payment.id;
    perform private.settle_finding('payment_missing', v_payment.id, 'passed');
    if (v_given ->> 'amount')::integer <> v_payment.amount_paise or v_given ->> 'currency' <> v_payment.currency then
      perform private.raise_finding('amount_differs', v_payment.id, v_payment.id, v_payment.booking_id, jsonb_build_object(
        'provider_paise', v_given -> 'amount', 'provider_currency', v_given ->> 'currency',
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
      perform private.raise_finding('refunded_outside', v_payment.id, v_payment.id, v_payment.booking_id, jsonb_build_object(
        'amount_paise', v_given -> 'amount_refunded', 'paid_paise', v_payment.amount_paise, 'status', 'refunded'));
    end if;
  end loop;
  if p_is_first_look then
    update private.comparisons c set payments = c.payments + jsonb_array_length(p_payments) where c.day = p_day;
  end if;
end
$$;
comment on function public.compare_payments(date, jsonb, boolean) is
  'A page of the provider''s payments (id, order_id, amount, currency, status, amount_refunded) against ours: what is captured and unknown is settled, every other difference is a finding. Repeatable.';

create function public.compare_refunds(p_day date, p_refunds jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_service();
  perform private.note_provider_refund(r.given) from jsonb_array_elements(p_refunds) r (given);
  update private.comparisons c set refunds = c.refunds + jsonb_array_length(p_refunds) where c.day = p_day;
end
$$;
comment on function public.compare_refunds(date, jsonb) is
  'A page of the provider''s refunds (id, payment_id, amount, status, receipt): ours take their state, others are findings. Repeatable.';

create function public.payments_not_seen(p_day date, p_limit integer default 50)
returns table (payment_id text)
language plpgsql stable security definer set search_path = ''
as $$
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
comment on function public.payments_not_seen(date, integer) is
  'Our payments of the compared days that the provider''s list did not have: look each up by itself.';

create function public.report_missing_payment(p_payment_id text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_service();
  update private.payments p set compared_at = clock_timestamp() where p.id = p_payment_id;
  perform private.raise_finding('payment_missing', p.id, p.id, p.booking_id, jsonb_build_object('amount_paise', p.amount_paise))
  from private.payments p where p.id = p_payment_id;
end
$$;
comment on function public.report_missing_payment(text) is 'The provider does not know a payment that we have.';

create function public.events_to_compare(p_after uuid default null, p_limit integer default 20)
returns table (
  booking_id uuid, event_id text, starts_at timestamptz, ends_at timestamptz, takes_place boolean, sequence integer
)
language plpgsql stable security definer set search_path = ''
as $$
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
comment on function public.events_to_compare(uuid, integer) is
  'Bookings to come of which the calendar is said to agree, by their ids; pass the last one for the next page.';

create function public.compare_events(p_day date, p_events jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_given jsonb;
  v_kind text;
begin
  perform private.require_service();
  for v_given in select * from jsonb_array_elements(p_events) loop
    -- What moved while the calendar was being read is another night's.
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
comment on function public.compare_events(date, jsonb) is
  'What the calendar has of bookings (booking_id, sequence, found): found is same, event_missing, event_differs or event_left_over. Repeatable.';

create function public.finish_comparison(p_day date, p_calendar text) returns void
language plpgsql security definer set search_path = ''
as $$
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
  perform private.raise_finding('event_missing', b.id::text, null, b.id, jsonb_build_object('state', c.state, 'error', c.last_error))
  from public.bookings b join private.calendar_events c on c.booking_id = b.id
  where c.state in ('pending', 'failed') and c.updated_at < now() - interval '1 day'
    and b.status in ('confirmed', 'rescheduled') and lower(b.during) > now();
  update private.comparisons c set finished_at = clock_timestamp(), calendar = p_calendar where c.day = p_day;
end
$$;
comment on function public.finish_comparison(date, text) is
  'Ends a night''s comparison with what can be seen from our rows alone; p_calendar is compared, off or unreachable.';

-- For administrators -----------------------------------------------------------------------------------------------

create function public.list_comparisons(p_limit integer default 14)
returns table (
  day date, started_at timestamptz, finished_at timestamptz, payments integer, refunds integer, events integer,
  calendar text, open_findings bigint
)
language plpgsql stable security definer set search_path = ''
as $$
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
comment on function public.list_comparisons(integer) is
  'The last nights'' comparisons, for administrators. open_findings is the present count, the same in every row.';

create function public.repair_money_finding(p_finding_id uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_finding private.money_findings;
  v_booking public.bookings;
begin
  perform private.require_admin();
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
    -- Asking with the same key gives the same refund, and its present state with it.
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
    -- The calendar is behind the booking again: the job brings it to what the booking is now.
    update private.calendar_events c set state = 'pending', last_error = null where c.booking_id = v_booking.id;
    perform private.enqueue_job('booking_' || v_booking.status, jsonb_build_object('booking_id', v_booking.id))
    where v_booking.status in ('confirmed', 'rescheduled', 'rejected', 'cancelled');
  end if;
  perform private.settle_finding(v_finding.kind, v_finding.subject, 'repaired');
  return 'repaired';
end
$$;
comment on function public.repair_money_finding(uuid) is
  'One click: asks for a failed refund again, asks the provider about a late refund or a missing payment, or brings the calendar to what the booking is. repaired: done or under way; started: the provider is asked, and its answer resolves the finding. PT404 finding_not_found | refund_not_found, PT409 finding_resolved | finding_needs_a_person | refund_not_failed.';

select private.enqueue_job('compare_money',
  jsonb_build_object('day', private.today() + 1, 'stage', 'payments', 'skip', 0), 'compare_money:' || (private.today() + 1),
  (private.today() + 1 + time '02:30') at time zone 'Asia/Kolkata');

revoke execute on function private.comparison_window(date) from public;
revoke execute on function
  public.begin_comparison(date), public.compare_payments(date, jsonb, boolean), public.compare_refunds(date, jsonb),
  public.payments_not_seen(date, integer), public.report_missing_payment(text), public.events_to_compare(uuid, integer),
  public.compare_events(date, jsonb), public.finish_comparison(date, text)
from public, anon, authenticated;
grant execute on function
  public.begin_comparison(date), public.compare_payments(date, jsonb, boolean), public.compare_refunds(date, jsonb),
  public.payments_not_seen(date, integer), public.report_missing_payment(text), public.events_to_compare(uuid, integer),
  public.compare_events(date, jsonb), public.finish_comparison(date, text)
to service_role;
revoke execute on function public.list_comparisons(integer), public.repair_money_finding(uuid) from public, anon;
grant execute on function public.list_comparisons(integer), public.repair_money_finding(uuid) to authenticated, service_role;

-- What the audit log calls these rows.

create or replace function private.audit_label(p_table text, p_row jsonb) returns text
language sql stable set search_path = ''
as $$
  select left(case
    when p_table in ('profiles', 'mentor_applications', 'impact_stories') then null
    when p_table = 'outbox' then p_row ->> 'kind'
    when p_table = 'refunds' then p_row ->> 'payment_id'
    when p_table = 'money_findings' and p_row ->> 'booking_id' is null then p_row ->> 'subject'
    when p_table = 'bookings'
      then concat_ws(' · ', p_row ->> 'mentor_name', p_row ->> 'date', left(p_row ->> 'start_time', 5))
    when p_row ? 'booking_id' then (
      select private.audit_label('bookings', to_jsonb(b)) from public.bookings b
      where b.id = (p_row ->> 'booking_id')::uuid
    )
    when p_row ? 'mentor_id' then concat_ws(
      ' · ',
      (select m.name from public.mentors m where m.id = (p_row ->> 'mentor_id')::uuid),
      (select c.name from public.categories c where c.id = (p_row ->> 'category_id')::uuid),
      p_row ->> 'author_name', p_row ->> 'date', left(p_row ->> 'start_time', 5)
    )
    else coalesce(p_row ->> 'name', p_row ->> 'title')
  end, 200)
$$;
