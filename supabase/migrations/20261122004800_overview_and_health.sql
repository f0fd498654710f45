set local lock_timeout = '5s';

-- What administrators see first, the rules that must always hold, and whether the work in the background is done (also
-- read by /readyz?deep).

create function public.admin_overview(p_weeks integer default 12) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_weeks integer := least(greatest(coalesce(p_weeks, 12), 1), 104);
  -- Monday in India.
  v_first date := date_trunc('week', private.today())::date - (v_weeks - 1) * 7;
  v_since timestamptz := v_first::timestamp at time zone 'Asia/Kolkata';
begin
  perform private.require_admin();
  return (
    with booked as (
      select date_trunc('week', b.created_at at time zone 'Asia/Kolkata')::date as week_start,
        count(*) as bookings,
        count(*) filter (where b.status in ('confirmed', 'rescheduled', 'completed')) as confirmed,
        count(*) filter (where b.status = 'rejected') as rejected,
        count(*) filter (where b.status = 'cancelled') as cancelled
      from public.bookings b where b.created_at >= v_since
      group by 1
    ), captured as (
      select date_trunc('week', y.captured_at at time zone 'Asia/Kolkata')::date as week_start,
        sum(y.amount_paise) filter (where y.currency = 'INR') as revenue_paise
      from private.payments y where y.captured_at >= v_since
      group by 1
    ), refunded as (
      select date_trunc('week', a.at at time zone 'Asia/Kolkata')::date as week_start, sum(a.inr_paise) as refunds_paise
      from private.refund_amounts a where a.at >= v_since and a.state = 'refunded'
      group by 1
    )
    select jsonb_build_object(
      'pending_now', (select count(*) from public.bookings b where b.status = 'pending_admin_review'),
      'next_answer_hours', (
        select round((extract(epoch from min(b.answer_by) - now()) / 3600)::numeric, 2)
        from public.bookings b where b.status = 'pending_admin_review'
      ),
      'median_approval_hours', (
        select round((
          percentile_cont(0.5) within group (order by extract(epoch from l.at - b.created_at) / 3600)
        )::numeric, 1)
        from private.audit_log l join public.bookings b on b.id = l.row_id::uuid
        where l.table_name = 'bookings' and l.changes ? 'status' and l.at >= v_since
          and l.changes -> 'status' = '["pending_admin_review", "confirmed"]'::jsonb
      ),
      'weeks', (
        select jsonb_agg(jsonb_build_object(
          'week_start', w.week_start,
          'bookings', coalesce(booked.bookings, 0),
          'confirmed', coalesce(booked.confirmed, 0),
          'rejected', coalesce(booked.rejected, 0),
          'cancelled', coalesce(booked.cancelled, 0),
          'revenue_paise', coalesce(captured.revenue_paise, 0),
          'refunds_paise', coalesce(refunded.refunds_paise, 0)
        ) order by w.week_start)
        from (select v_first + n * 7 as week_start from generate_series(0, v_weeks - 1) n) w
        left join booked on booked.week_start = w.week_start
        left join captured on captured.week_start = w.week_start
        left join refunded on refunded.week_start = w.week_start
      ),
      'refunds', private.refund_sums(v_since),
      'is_opening', (select s.opening_hidden_at is null from private.marketplace_settings s),
      'data_requests', (
        select coalesce(jsonb_agg(to_jsonb(d) order by d.answer_by), '[]')
        from (
          select r.user_id, r.kind, r.answer_by from private.person_records r
          where r.answered_at is null and r.answer_by <= private.today() + 7
          order by r.answer_by limit 20
        ) d
      )
    )
  );
end
$$;
comment on function public.admin_overview is
  'For administrators: what waits for review, approval time (median of the approvals in these weeks), and the last '
  'p_weeks weeks (1 to 104), each from its Monday in India. bookings counts those made in the week, confirmed, rejected and cancelled what '
  'has become of these; revenue is what was captured in the week and refunds what left the account in it, in paise, '
  'without other currencies; '
  'refunds: the sums of these weeks {refunded_paise, refunding_paise, refund_failed_paise}; is_opening: whether the '
  'first steps of a new marketplace are shown; data_requests: open ones of people whose answer is due within 7 days or '
  'late, at most 20 {user_id, kind, answer_by}.';

-- What failed, one row a thing (docs/product/back-office.md#needs-attention).

create function private.is_job_needed(p_job private.outbox) returns boolean
language sql stable set search_path = '' as $$
  select case
    when p_job.kind = 'refund' then exists (
      select from private.refunds r where r.id = (p_job.payload ->> 'refund_id')::uuid and r.state <> 'processed'
    )
    when p_job.kind = 'webhook_event' then exists (
      select from private.webhook_events e where e.id = p_job.payload ->> 'event_id' and e.processed_at is null
    )
    when p_job.kind in ('booking_confirmed', 'booking_rescheduled', 'booking_rejected', 'booking_cancelled')
    then exists (
      select from private.calendar_events c join public.bookings b on b.id = c.booking_id
      where b.id = private.booking_of_job(p_job.payload) and c.state in ('pending', 'failed')
        and upper(b.during) > now()
    )
    -- Without a calendar only a person can take the guest's address out of it.
    when p_job.kind in ('hide_guests', 'forget_guest') then exists (
      select from private.google_credentials g where g.token_state <> 'missing'
    )
    else p_job.kind in (
      'compare_money', 'apply_retention', 'check_audit_chain', 'count_figures', 'count_promise', 'sweep_files'
    )
  end
$$;
comment on function private.is_job_needed is
  'Whether what the job was to do must still be done, and nothing else does it: then it cannot be put aside '
  '(docs/product/notifications.md#given-up).';

create view private.failures as
select 'job:' || o.id as id, o.kind, b.id as booking_id,
  case when b.id is null then (
    select p.id from public.profiles p
    where p.id::text = o.payload ->> 'user_id' or p.email = lower(o.payload ->> 'to') limit 1
  ) end as user_id,
  case when b.id is null then (
    select m.id from public.mentors m where m.id::text = o.payload ->> 'mentor_id'
  ) end as mentor_id,
  null::integer as amount_paise, null::text as currency, o.last_error, o.finished_at as since,
  case when not private.is_job_needed(o) then 'put_aside' end as other_act
from private.outbox o
left join public.bookings b on b.id = coalesce(
  private.booking_of_job(o.payload),
  -- The key of an e-mail about a booking, see booking_details().
  case when o.kind = 'email' and o.key ~ '^booking:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:'
    then split_part(o.key, ':', 2)::uuid end)
where o.state = 'dead' and o.kind <> 'refund'
union all
select 'refund:' || r.id, 'refund', y.booking_id,
  case when y.booking_id is null then (select q.user_id from private.payment_orders q where q.id = y.order_id) end,
  null, r.amount_paise, y.currency, coalesce(r.failure_reason, (
    select o.last_error from private.outbox o
    where o.kind = 'refund' and o.payload ->> 'refund_id' = r.id::text and o.state = 'dead'
    order by o.created_at desc limit 1
  )), r.updated_at, case when r.state = 'failed' then 'outside_refund' end
from private.refunds r
join private.payments y on y.id = r.payment_id
where r.state <> 'processed' and private.is_refund_stopped(r)
union all
-- Reported as failed by the worker, without a job that was given up.
select 'event:' || c.booking_id, 'calendar_event', c.booking_id, null, null, null, null, c.last_error, c.updated_at,
  null
from private.calendar_events c
where c.state = 'failed' and not exists (
  select from private.outbox o
  where o.payload ? 'booking_id' and o.payload ->> 'booking_id' = c.booking_id::text and o.state = 'dead'
    and o.kind <> 'hide_guests'
);
comment on view private.failures is
  'What was given up and waits for an administrator. A failed refund is one row, whatever its jobs; a calendar event '
  'is its job, where there is one. user_id and mentor_id: whom it is about, where no booking says it. other_act: what '
  'an administrator may do instead of trying again, put_aside or outside_refund.';
revoke all on table private.failures from public, anon, authenticated, service_role;

create function public.list_failures(
  p_booking_id uuid default null, p_kind text default null, p_limit integer default 50
)
returns table (
  id text, kind text, booking_id uuid, user_id uuid, mentor_id uuid, amount_paise integer, currency text,
  last_error text, since timestamptz, other_act text, total_count bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select f.id, f.kind, f.booking_id, f.user_id, f.mentor_id, f.amount_paise, f.currency, f.last_error, f.since,
      f.other_act, count(*) over ()
    from private.failures f
    where (p_booking_id is null or f.booking_id = p_booking_id) and (p_kind is null or f.kind = p_kind)
    order by f.since desc nulls last, f.id
    limit least(greatest(coalesce(p_limit, 50), 1), 100);
end
$$;
comment on function public.list_failures is
  'What was given up, of one booking or kind or of all, the latest first, for administrators; at most 100 rows. What a '
  'job carries (sign-in links, addresses) is not shown. id: job:, refund: or event: and the id for retry_job, '
  'retry_refund and retry_calendar_event; outcome_of_retry() takes it whole. other_act: put_aside (put_aside_job), '
  'outside_refund (record_outside_refund) or null.';

create function public.put_aside_job(p_job_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_job private.outbox;
begin
  perform private.require_admin();
  select * into v_job from private.outbox o where o.id = p_job_id for update;
  if v_job.id is null then
    raise exception using errcode = 'PT404', message = 'job_not_found';
  end if;
  if v_job.state <> 'dead' then
    raise exception using errcode = 'PT409', message = 'job_not_failed';
  end if;
  if private.is_job_needed(v_job) then
    raise exception using errcode = 'PT409', message = 'job_needed', detail = v_job.kind;
  end if;
  update private.outbox o
  set state = 'put_aside', payload = case when o.kind in ('email', 'account_deleted') then '{}' else o.payload end
  where o.id = p_job_id;
end
$$;
comment on function public.put_aside_job is
  'Leaves a job undone that was given up, for administrators: it never runs again. PT404 job_not_found, PT409 '
  'job_not_failed (another administrator was quicker) | job_needed (detail: its kind), see private.is_job_needed.';

create function public.outcome_of_retry(p_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_subject text := split_part(p_id, ':', 2);
  v_state text;
  v_job record;
begin
  perform private.require_admin();
  select o.state, o.failed_at, o.last_error into v_job from private.outbox o
  where case split_part(p_id, ':', 1)
    when 'refund' then o.kind = 'refund' and o.payload ->> 'refund_id' = v_subject
    when 'event' then o.payload ->> 'booking_id' = v_subject and o.kind like 'booking\_%'
    else o.id::text = v_subject
  end
  order by o.state = 'done', o.created_at desc limit 1;
  v_state := case split_part(p_id, ':', 1)
    when 'refund' then (select r.state from private.refunds r where r.id::text = v_subject)
    when 'event' then (select c.state from private.calendar_events c where c.booking_id::text = v_subject)
    else v_job.state
  end;
  return jsonb_build_object('state', case
    when v_state in ('done', 'processed', 'created', 'deleted') then 'done'
    when split_part(p_id, ':', 1) = 'refund' and v_state = 'pending' then 'accepted'
    when v_job.state = 'ready' and v_job.failed_at is not null then 'failed'
    when v_state in ('dead', 'failed') then 'given_up'
    else 'waiting'
  end, 'last_error', v_job.last_error);
end
$$;
comment on function public.outcome_of_retry is
  'What came of a row of list_failures() that was started again, for administrators: {state, last_error}. state: done, '
  'accepted (the provider has the refund), failed (and tried again by itself), given_up or waiting.';

-- Rules that must hold ----------------------------------------------------------------------------------------------

-- Each rule is checked from the rows themselves, not from the constraint that is meant to keep it.
create view private.invariant_violations with (security_invoker = true) as
select 'payment_without_outcome' as rule, p.id as subject, null::text as detail
from private.payments p
where p.booking_id is null and not exists (select from private.refunds r where r.payment_id = p.id)
union all
select 'live_booking_refunded', b.id::text, r.payment_id
from private.refunds r
join private.payments p on p.id = r.payment_id
join public.bookings b on b.id = p.booking_id
where private.keeps_time(b.status)
union all
select 'dead_booking_not_refunded', b.id::text, p.id
from public.bookings b
join private.payments p on p.booking_id = b.id
where not private.keeps_time(b.status) and not exists (select from private.refunds r where r.payment_id = p.id)
  and not private.is_refund_denied(b)
union all
select 'refund_against_policy', b.id::text, p.id
from private.refunds r
join private.payments p on p.id = r.payment_id
join public.bookings b on b.id = p.booking_id
where r.reason = 'booking_cancelled' and private.is_refund_denied(b)
union all
select 'refund_of_another_amount', r.id::text, r.payment_id
from private.refunds r
join private.payments p on p.id = r.payment_id
where r.amount_paise <> p.amount_paise
union all
select 'refund_without_job', r.id::text, r.payment_id
from private.refunds r
where r.state = 'queued'
  and not exists (select from private.outbox j where j.kind = 'refund' and j.payload ->> 'refund_id' = r.id::text)
union all
select 'booked_at_another_price', p.id, p.booking_id::text
from private.payments p
join private.payment_orders o on o.id = p.order_id
where p.booking_id is not null
  and (p.amount_paise <> o.amount_paise or p.currency <> o.currency or p.booking_id <> o.booking_id)
union all
select 'order_booked_without_payment', o.id::text, o.state
from private.payment_orders o
where (o.state = 'booked') <> exists (
  select from private.payments p where p.order_id = o.id and p.booking_id is not null
)
union all
select 'time_claimed_twice', a.id::text, b.id::text
from private.slot_claims a
join private.slot_claims b on b.mentor_id = a.mentor_id and b.during && a.during and b.id > a.id
where a.released_at is null and b.released_at is null
union all
select 'time_booked_twice', a.id::text, b.id::text
from public.bookings a
join public.bookings b on b.mentor_id = a.mentor_id and b.date = a.date and b.during && a.during and b.id > a.id
where private.keeps_time(a.status) and private.keeps_time(b.status)
union all
select 'booking_without_claim', b.id::text, b.status
from public.bookings b
where private.keeps_time(b.status) and b.mentor_id is not null
  and not exists (
    select from private.slot_claims c
    where c.booking_id = b.id and c.kind = 'sale' and c.released_at is null
      and c.mentor_id = b.mentor_id and c.during = b.during
  )
union all
select 'sale_without_booking', c.id::text, c.booking_id::text
from private.slot_claims c
where c.kind = 'sale' and c.released_at is null
  and not exists (select from public.bookings b where b.id = c.booking_id and private.keeps_time(b.status))
union all
select 'availability_disagrees_with_sales', a.id::text, 'booked'
from public.mentor_availability a
where a.is_booked and lower(a.during) > now() and not private.is_sold(a.mentor_id, a.during)
union all
select 'availability_disagrees_with_sales', a.id::text, 'free'
from private.slot_claims c
-- A time begins and ends on one day in India, so the date leads to the rows that may overlap.
join public.mentor_availability a on a.mentor_id = c.mentor_id
  and a.date = (lower(c.during) at time zone 'Asia/Kolkata')::date and a.during && c.during
where c.kind = 'sale' and c.released_at is null and upper(c.during) > now() and not a.is_booked and lower(a.during) > now()
union all
select 'booking_unanswered', b.id::text, b.code
from public.bookings b
where b.status = 'pending_admin_review'
  -- A payment may arrive so late that its booking has no time left.
  and greatest(private.answer_by(b.created_at, lower(b.during)), b.created_at) < now() - interval '15 minutes'
union all
select 'unanswered_not_refunded', b.id::text, p.id
from public.bookings b
join private.payments p on p.booking_id = b.id
where b.decision_cause = 'unanswered'
  and not exists (select from private.refunds r where r.payment_id = p.id)
union all
select 'receipt_numbers_with_gap', c.financial_year, c.last_number::text
from private.receipt_counters c
where c.last_number <> c.deleted + (select count(*) from private.receipts r where r.financial_year = c.financial_year)
union all
select 'brief_of_another_person', b.id::text, b.code
from public.session_briefs s
join public.bookings b on b.id = s.booking_id
where s.user_id is distinct from b.user_id
union all
select 'check_in_mailed_while_not_held', b.id::text, c.day::text
from private.check_ins c
join public.bookings b on b.id = c.booking_id
-- An incident that is recorded after the e-mail breaks no rule; its transaction may have begun shortly before. A second
-- move forgets when the first one was.
where c.sent_at is not null and not private.took_place(b) and case
  when b.incident_at is null then b.status <> 'rescheduled'
  else c.sent_at > b.incident_at + interval '1 minute'
end
union all
select 'story_of_another_person', t.story_id::text, b.code
from private.story_sessions t
join public.bookings b on b.id = t.booking_id
where t.user_id is distinct from b.user_id or t.mentor_id <> b.mentor_id
union all
select 'ledger_differs', b.id::text, coalesce(l.gross, 0)::text
from public.bookings b
join private.payments p on p.booking_id = b.id
left join private.refunds r on r.payment_id = p.id
left join (
  select g.booking_id, sum(g.gross_paise) as gross from private.mentor_ledger g group by g.booking_id
) l on l.booking_id = b.id
where (b.mentor_id is not null or l.booking_id is not null)
  and coalesce(l.gross, 0)
    <> case when b.status = 'completed' then p.amount_paise - coalesce(r.amount_paise, 0) else 0 end
union all
select 'ledger_line_twice', l.booking_id::text, count(*)::text
from private.mentor_ledger l
where l.kind = 'session' and not exists (select from private.mentor_ledger v where v.reverses = l.id)
group by l.booking_id
having count(*) > 1
union all
select 'ledger_line_twice', v.reverses::text, count(*)::text
from private.mentor_ledger v
where v.kind = 'reversal'
group by v.reverses
having count(*) > 1
union all
select 'payout_differs', y.id::text, coalesce(sum(l.net_paise), 0)::text
from private.mentor_payouts y
left join private.mentor_ledger l on l.payout_id = y.id and l.mentor_id = y.mentor_id
group by y.id
having y.net_paise <> coalesce(sum(l.net_paise), 0)
union all
select 'paid_line_changed', y.id::text, y.utr
from private.mentor_payouts y
where y.lines_hash <> private.lines_hash(array(select l.id from private.mentor_ledger l where l.payout_id = y.id))
union all
select 'rule_row_overlaps_claim', a.id::text, c.id::text
from private.slot_claims c
join public.mentor_availability a on a.mentor_id = c.mentor_id
  and a.date = (lower(c.during) at time zone 'Asia/Kolkata')::date and a.during && c.during and a.during <> c.during
where c.released_at is null and upper(c.during) > now()
  and a.source = 'rule' and a.hidden_because is null and not a.is_booked and lower(a.during) > now()
  -- A row added by hand may be held over generated ones, which cannot be held in that time. Two generated rows never
  -- overlap.
  and (c.kind = 'sale' or (c.expires_at > now() and exists (
    select from public.mentor_availability h
    where h.mentor_id = a.mentor_id and h.date = a.date and h.during = c.during and h.source = 'rule'
  )));
comment on view private.invariant_violations is 'Must always be empty. One row for each broken rule.';
revoke all on table private.invariant_violations from public, anon, authenticated, service_role;

create function public.list_violations(p_limit integer default 50)
returns table (rule text, subject text, detail text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select v.rule, v.subject, v.detail from private.invariant_violations v
    order by v.rule, v.subject
    limit least(greatest(coalesce(p_limit, 50), 1), 100);
end
$$;
comment on function public.list_violations is
  'Rows that break a promise about money, for administrators: the rule, the id of what breaks it, and the other '
  'row''s.';

-- Health ------------------------------------------------------------------------------------------------------------

create function private.mail_health() returns jsonb
language sql stable set search_path = '' as $$
  with last as (
    select max(o.finished_at) as at from private.outbox o where o.state = 'done' and o.kind = 'email'
  ), mails as (
    -- A claim and a failed try move run_at on.
    select least(o.claimed_at, o.run_at) as since, o.failed_at, o.last_error
    from private.outbox o
    where o.kind = 'email' and o.state = 'ready' and (o.run_at <= now() or o.claimed_at is not null)
  )
  select jsonb_build_object(
    'waiting', count(m.since),
    'waiting_since', min(m.since),
    'last_error', (array_agg(m.last_error order by m.failed_at desc) filter (where m.failed_at is not null))[1],
    'last_sent_at', max(last.at),
    'away_since', min(m.since) filter (
      where m.failed_at > coalesce(last.at, '-infinity') and m.last_error like '%The mail server is away%'
    )
  )
  from last left join mails m on true
$$;
comment on function private.mail_health is
  'E-mails that are due, those that wait for another try among them: {waiting, waiting_since, last_error, last_sent_at, '
  'away_since}. away_since is null unless the mail server was away (the words of MailError) at a try after the last '
  'delivery.';

create function public.is_mail_away() returns boolean
language sql stable security definer set search_path = '' set statement_timeout = '3s' as $$
  select private.mail_health() ->> 'away_since' is not null
$$;
comment on function public.is_mail_away is
  'For everybody: whether e-mails wait because the mail server is away, so that who was promised one can be told.';

create function private.health() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'checked_at', now(),
    'violations', (select count(*) from private.invariant_violations),
    'due_jobs', j.due,
    'retrying_jobs', j.retrying,
    'mail', private.mail_health(),
    'oldest_due_job_seconds', j.oldest,
    'oldest_due_job_kind', (
      select o.kind from private.outbox o
      where o.state = 'ready' and o.run_at <= now() order by o.run_at, o.created_at limit 1
    ),
    'dead_jobs', j.dead,
    'dead_jobs_by_kind', (
      select coalesce(jsonb_object_agg(d.kind, d.n), '{}')
      from (select o.kind, count(*) as n from private.outbox o where o.state = 'dead' group by o.kind) d
    ),
    'last_job_done_at', (select max(o.finished_at) from private.outbox o where o.state = 'done'),
    'last_webhook_at', (select max(e.received_at) from private.webhook_events e),
    'last_webhook_event', (select e.event from private.webhook_events e order by e.received_at desc limit 1),
    'unprocessed_webhooks', (select count(*) from private.webhook_events e where e.processed_at is null),
    'open_orders', (
      -- An unpaid order stays open; after five days no late authorisation comes any more.
      select count(*) from private.payment_orders o
      where o.state = 'open' and o.provider_order_id is not null
        and o.created_at between now() - interval '5 days' and now() - interval '15 minutes'
    ),
    'failed_refunds', (
      select count(*) from private.refund_amounts a where a.provider_state <> 'processed' and a.state = 'refund_failed'
    ),
    'unfinished_refunds', (
      select count(*) from private.refund_amounts a where a.provider_state <> 'processed' and a.state = 'refunding'
    ),
    'unanswered_bookings', (
      select count(*) from public.bookings b
      where b.status = 'pending_admin_review'
        and greatest(b.answer_by, b.created_at) < now() - interval '15 minutes'
    ),
    'overdue_sessions', (
      select count(*) from public.bookings b
      where b.status in ('confirmed', 'rescheduled') and upper(b.during) <= now() - interval '15 minutes'
    ),
    'audit', (
      select jsonb_build_object(
        'sealed_at', (select s.sealed_at from private.audit_seals s order by s.id desc limit 1),
        'checked_at', c.checked_at,
        'broken_entry', c.broken_entry,
        'unsealed_minutes', (
          select coalesce(extract(epoch from now() - min(a.at)) / 60, 0)::integer from private.audit_log a
          where a.seal_id is null
        )
      )
      from private.audit_chain c
    ),
    'calendar', (
      select jsonb_build_object(
        'token_state', coalesce(g.token_state, 'missing'), 'stored_at', g.stored_at, 'checked_at', g.checked_at
      )
      from (select) nothing left join private.google_credentials g on true
    ),
    'mentor_calendars', private.mentor_calendar_health()
  )
  from (
    select
      count(*) filter (where o.state = 'ready' and o.run_at <= now()) as due,
      count(*) filter (where o.state = 'ready' and o.run_at > now() and o.failed_at is not null) as retrying,
      coalesce(
        extract(epoch from now() - min(o.run_at) filter (where o.state = 'ready' and o.run_at <= now())), 0
      )::integer as oldest,
      count(*) filter (where o.state = 'dead') as dead
    from private.outbox o where o.state in ('ready', 'dead')
  ) j
$$;
comment on function private.health is 'What admin_health says, for the database''s owner.';

create function public.admin_health() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.health() || jsonb_build_object(
    'admin_two_step', (select s.admin_two_step from private.security_settings s),
    'retention', private.retention_health(),
    'worker', private.worker_health(),
    'refunds', private.refund_sums(),
    'alarms', private.open_alarms(),
    'generation', private.generation_health(),
    'figures', private.figures_health()
  );
end
$$;
comment on function public.admin_health is
  'For administrators: checked_at, violations (0 is right), mail as mail_health says it, due_jobs, retrying_jobs (they '
  'failed and wait for another try), oldest_due_job_seconds (0 when none waits) and '
  'oldest_due_job_kind, dead_jobs and dead_jobs_by_kind, last_job_done_at, last_webhook_at, last_webhook_event, '
  'unprocessed_webhooks, open_orders (15 minutes to 5 days old), failed_refunds, unfinished_refunds, '
  'unanswered_bookings (15 minutes '
  'past their time), overdue_sessions, admin_two_step (required | optional), '
  'audit {sealed_at, checked_at, broken_entry (null is right), unsealed_minutes (the age of the oldest entry without a '
  'seal)}, calendar {token_state ok | invalid_grant | unreadable | missing, stored_at, checked_at}, mentor_calendars '
  '{lost, unread (for 24 hours), skipped (live checks in 24 hours), oldest_check_at (null without one)}, retention '
  '{started_at, finished_at, rows, error}: the last night''s deletion of what is not needed any more, worker {alive, '
  'seconds} as worker_pulse says it, refunds {refunded_paise, refunding_paise, refund_failed_paise} of all time, alarms [{kind, subject, opened_at, value}]: the open ones, the newest first, and '
  'generation {failed, mentors}: mentors whose times could not be generated, and up to five names, figures {counted_at, '
  'promise_counted_at (null: never), waiting_since, mentors, founders, sessions_held, verified_stories}.';

revoke execute on all functions in schema private from public;
revoke execute on function public.is_mail_away from public;
grant execute on function public.is_mail_away to anon, authenticated, service_role;
revoke execute on function public.admin_overview, public.list_violations, public.admin_health,
  public.list_failures, public.outcome_of_retry, public.put_aside_job from public, anon;
grant execute on function public.admin_overview, public.list_violations, public.admin_health,
  public.list_failures, public.outcome_of_retry, public.put_aside_job
  to authenticated, service_role;
