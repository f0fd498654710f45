set local lock_timeout = '5s';

-- What the site says of itself: how many mentors and sessions there are, and how well paid requests are answered,
-- sessions take place, refunds leave and founders are helped. See docs/product/outcomes.md#live-counters.

create type private.promise_limits as (
  fewest integer, days integer, refund interval, answers integer, answer_days integer
);
create function private.promise_limits() returns private.promise_limits
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_populate_record(null::private.promise_limits, '{
    "fewest": 20, "days": 90, "refund": "5 days", "answers": 5, "answer_days": 180
  }');
end
$$;
comment on function private.promise_limits is
  'The fewest cases of a published figure, its days, how long a refund may take, and from how many answers in how many '
  'days on a mentor''s answer time is shown (docs/product/outcomes.md#the-public-promise).';

create function private.counts_demonstration() returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.mentors m where not m.is_demonstration)
$$;
comment on function private.counts_demonstration is
  'Whether what is invented counts: only while no other mentor exists (docs/product/outcomes.md#live-counters).';
grant execute on function private.counts_demonstration to anon, authenticated, service_role;

-- What became of a request ------------------------------------------------------------------------------------------

create table private.request_outcomes (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  is_demonstration boolean not null,
  starts_at timestamptz,
  ended_at timestamptz,
  ended_by text check (ended_by in ('person', 'founder', 'deadline', 'rule')),
  constraint request_outcomes_ended check ((ended_at is null) = (ended_by is null))
);
comment on table private.request_outcomes is 'How each booking''s time under review ended. A later change of the booking leaves it.';
comment on column private.request_outcomes.is_demonstration is
  'Whether the mentor was an invented one at payment. Kept here, because a booking outlives its mentor.';
comment on column private.request_outcomes.starts_at is
  'The start that was asked for; a booking that is moved gets another one, and with it another answer_by.';
comment on column private.request_outcomes.ended_by is
  'person: decided. founder: cancelled. deadline: not answered in time. rule: confirmed at payment without a question.';
alter table private.request_outcomes enable row level security;
revoke all on table private.request_outcomes from public, anon, authenticated, service_role;

create table private.missed_times (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  starts_at timestamptz not null,
  incident text not null,
  primary key (booking_id, starts_at)
);
comment on table private.missed_times is
  'Sessions that did not take place and got another time. Their booking shows only the new time.';
alter table private.missed_times enable row level security;
revoke all on table private.missed_times from public, anon, authenticated, service_role;

create function private.note_request() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.request_outcomes (booking_id, is_demonstration)
  values (new.id, exists (select from public.mentors m where m.id = new.mentor_id and m.is_demonstration));
  return null;
end
$$;
create trigger note_request after insert on public.bookings for each row execute function private.note_request();

create function private.note_outcome() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.status = 'pending_admin_review' then
    update private.request_outcomes o
    set starts_at = lower(old.during), ended_at = now(), ended_by = case
      when new.status = 'cancelled' then 'founder'
      when new.decision_cause = 'unanswered' then 'deadline'
      when new.status = 'confirmed' and new.approval_mode = 'automatic' and not private.is_client() then 'rule'
      else 'person' end
    where o.booking_id = new.id;
  elsif new.status = 'pending_admin_review' then
    update private.request_outcomes o set starts_at = null, ended_at = null, ended_by = null
    where o.booking_id = new.id;
  elsif new.incident is not null and lower(old.during) <= now() and new.during <> old.during then
    insert into private.missed_times (booking_id, starts_at, incident)
    values (new.id, lower(old.during), new.incident) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger note_outcome after update of status, date, start_time, end_time on public.bookings
for each row when (old.status <> new.status or old.during <> new.during) execute function private.note_outcome();

-- The cases ---------------------------------------------------------------------------------------------------------

-- A case belongs to the day on which its time was up, so that a day that is over gets no new ones.
create view private.promise_cases as
select 'requests' as figure, b.id as booking_id, f.answer_by as at, case
    when o.ended_by = 'person' and o.ended_at <= f.answer_by then 'in_time'
    when o.ended_by = 'person' then 'late'
    when r.state = 'processed' and r.amount_paise = y.amount_paise then 'unanswered_refunded'
    else 'unanswered' end as outcome,
  case when o.ended_by = 'person' then extract(epoch from o.ended_at - b.created_at) / 3600 end as hours, o.is_demonstration
from public.bookings b
join private.payments y on y.booking_id = b.id
join private.request_outcomes o on o.booking_id = b.id
left join private.refunds r on r.payment_id = y.id
cross join lateral (select private.answer_by(b.created_at, coalesce(o.starts_at, lower(b.during))) as answer_by) f
where f.answer_by <= now() and o.ended_by is distinct from 'rule'
  and not (o.ended_by is not distinct from 'founder' and o.ended_at < f.answer_by)
union all
select 'sessions', b.id, lower(b.during), case
    when private.took_place(b) then 'held'
    when b.incident = 'mentor_no_show' then 'mentor_missed'
    when b.incident = 'founder_no_show' then 'founder_missed'
    when b.status = 'cancelled' then 'cancelled'
    else 'open' end, null, o.is_demonstration
from public.bookings b
join private.payments y on y.booking_id = b.id
join private.request_outcomes o on o.booking_id = b.id
where lower(b.during) <= now() and (
  b.status = 'completed' or (b.status = 'cancelled' and b.incident is not null)
  or (b.status in ('confirmed', 'rescheduled') and upper(b.during) <= now())
)
union all
select 'sessions', t.booking_id, t.starts_at, case t.incident
    when 'mentor_no_show' then 'mentor_missed' when 'founder_no_show' then 'founder_missed' else 'cancelled' end, null,
  o.is_demonstration
from private.missed_times t
join private.payments y on y.booking_id = t.booking_id
join private.request_outcomes o on o.booking_id = t.booking_id
union all
select 'refunds', y.booking_id, r.created_at + (private.promise_limits()).refund, case
    when r.state = 'processed' and r.processed_at <= r.created_at + (private.promise_limits()).refund then 'in_time'
    else 'late' end, null, coalesce(o.is_demonstration, m.is_demonstration, false)
from private.refunds r
join private.payments y on y.id = r.payment_id
left join private.request_outcomes o on o.booking_id = y.booking_id
left join private.payment_orders p on p.id = y.order_id
left join public.mentors m on m.id = p.mentor_id
where r.created_at + (private.promise_limits()).refund <= now()
union all
select 'check_ins', c.booking_id, c.due_at, case
    when c.answer in ('yes', 'partly') then 'helped'
    when c.answer is not null then 'not_helped'
    else 'silent' end, null, o.is_demonstration
from private.check_ins c
join private.request_outcomes o on o.booking_id = c.booking_id
where c.day = 30 and c.state in ('sent', 'answered') and c.due_at <= now();
comment on view private.promise_cases is
  'Every case of every figure of the public promise (docs/product/outcomes.md#the-public-promise): the definitions.';
revoke all on table private.promise_cases from public, anon, authenticated, service_role;

create table public.promise_days (
  day date primary key,
  is_demonstration boolean not null,
  requests integer not null,
  answered_in_time integer not null,
  unanswered integer not null,
  unanswered_refunded integer not null,
  answer_hours integer[] not null,
  sessions integer not null,
  held integer not null,
  mentor_missed integer not null,
  founder_missed integer not null,
  cancelled integer not null,
  refunds integer not null,
  refunds_in_time integer not null,
  asked integer not null,
  answered integer not null,
  helped integer not null,
  counted_at timestamptz not null default now()
);
comment on table public.promise_days is
  'Counts of one day in India (docs/product/outcomes.md#the-public-promise). Only administrators read it: a day with few '
  'cases tells of one person.';
comment on column public.promise_days.day is 'The day on which the time of these cases was up.';
comment on column public.promise_days.is_demonstration is 'Whether invented cases were counted.';
comment on column public.promise_days.requests is 'Paid requests whose answer was due.';
comment on column public.promise_days.answered_in_time is 'Of them, decided by a person before that time.';
comment on column public.promise_days.unanswered is 'Of them, ended without a decision.';
comment on column public.promise_days.unanswered_refunded is 'Of these, with the whole payment refunded.';
comment on column public.promise_days.answer_hours is
  'How many were decided within 1, 2, … 24 hours after the payment, each in the first hour that fits; the 25th: later.';
comment on column public.promise_days.sessions is 'Confirmed sessions whose start came.';
comment on column public.promise_days.held is 'Of them, completed, and neither side missed it.';
comment on column public.promise_days.mentor_missed is 'Of them, missed by the mentor.';
comment on column public.promise_days.founder_missed is 'Of them, missed by the founder.';
comment on column public.promise_days.cancelled is 'Of them, called off after the confirmation.';
comment on column public.promise_days.refunds is 'Refunds that should have left us by this day.';
comment on column public.promise_days.refunds_in_time is 'Of them, paid out by the provider by then.';
comment on column public.promise_days.asked is 'Founders asked, 30 days after a session, whether it helped.';
comment on column public.promise_days.answered is 'Of them, those who answered.';
comment on column public.promise_days.helped is 'Of these, Yes or Partly.';
comment on column public.promise_days.counted_at is 'When the day was last counted.';
alter table public.promise_days enable row level security;
create policy "Administrators read the days of the promise" on public.promise_days
for select to authenticated using ((select private.is_admin()));
revoke all on table public.promise_days from public, anon, authenticated, service_role;
grant select on table public.promise_days to authenticated, service_role;

create function private.count_days(p_from date, p_to date) returns setof public.promise_days
language sql stable security definer set search_path = '' as $$
  with cases as (
    select (c.at at time zone 'Asia/Kolkata')::date as day, c.figure, c.outcome,
      case when c.hours is not null then least(greatest(ceil(c.hours), 1), 25)::integer end as hours
    from private.promise_cases c
    where c.at >= p_from::timestamp at time zone 'Asia/Kolkata'
      and c.at < (p_to + 1)::timestamp at time zone 'Asia/Kolkata'
      and c.is_demonstration = (select private.counts_demonstration())
  ), hours as (
    select c.day, c.hours, count(*)::integer as n from cases c where c.hours is not null group by c.day, c.hours
  )
  select d::date, (select private.counts_demonstration()),
    count(*) filter (where c.figure = 'requests')::integer,
    count(*) filter (where c.figure = 'requests' and c.outcome = 'in_time')::integer,
    count(*) filter (where c.outcome in ('unanswered', 'unanswered_refunded'))::integer,
    count(*) filter (where c.outcome = 'unanswered_refunded')::integer,
    (
      select array_agg(coalesce(h.n, 0) order by g.n)
      from generate_series(1, 25) g (n) left join hours h on h.day = d::date and h.hours = g.n
    ),
    count(*) filter (where c.figure = 'sessions')::integer,
    count(*) filter (where c.outcome = 'held')::integer,
    count(*) filter (where c.outcome = 'mentor_missed')::integer,
    count(*) filter (where c.outcome = 'founder_missed')::integer,
    count(*) filter (where c.outcome = 'cancelled')::integer,
    count(*) filter (where c.figure = 'refunds')::integer,
    count(*) filter (where c.figure = 'refunds' and c.outcome = 'in_time')::integer,
    count(*) filter (where c.figure = 'check_ins')::integer,
    count(*) filter (where c.outcome in ('helped', 'not_helped'))::integer,
    count(*) filter (where c.outcome = 'helped')::integer,
    now()
  from generate_series(p_from::timestamp, p_to::timestamp, '1 day') d
  left join cases c on c.day = d::date
  group by d
$$;
comment on function private.count_days is 'The counts of each day, from what is known now.';

create function private.write_days(p_is_whole boolean) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_today date := private.today();
  v_changed integer;
begin
  insert into public.promise_days as d
  select c.* from private.count_days((date_trunc('month', v_today) - interval '11 months')::date, v_today - 1) c
  on conflict (day) do update set (
    is_demonstration, requests, answered_in_time, unanswered, unanswered_refunded, answer_hours, sessions, held,
    mentor_missed, founder_missed, cancelled, refunds, refunds_in_time, asked, answered, helped, counted_at
  ) = (
    excluded.is_demonstration, excluded.requests, excluded.answered_in_time, excluded.unanswered,
    excluded.unanswered_refunded, excluded.answer_hours, excluded.sessions, excluded.held, excluded.mentor_missed,
    excluded.founder_missed, excluded.cancelled, excluded.refunds, excluded.refunds_in_time, excluded.asked,
    excluded.answered, excluded.helped, excluded.counted_at
  )
  -- Invented cases never stand beside real ones, however old they are.
  where p_is_whole or d.day >= v_today - (private.promise_limits()).days
    or d.is_demonstration <> excluded.is_demonstration;
  get diagnostics v_changed = row_count;
  return v_changed;
end
$$;
comment on function private.write_days is
  'Writes the days of this month and the eleven before it. One that is over for more than 90 days keeps its counts, '
  'unless p_is_whole. Answers how many were written.';

-- The figures -------------------------------------------------------------------------------------------------------

create function private.promise_figures(p_from date, p_to date, p_fewest integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with s as (
    select coalesce(sum(d.requests), 0) as requests, coalesce(sum(d.answered_in_time), 0) as in_time,
      coalesce(sum(d.unanswered), 0) as unanswered, coalesce(sum(d.unanswered_refunded), 0) as unanswered_refunded,
      coalesce(sum(d.sessions), 0) as sessions, coalesce(sum(d.held), 0) as held,
      coalesce(sum(d.mentor_missed), 0) as mentor_missed, coalesce(sum(d.founder_missed), 0) as founder_missed,
      coalesce(sum(d.cancelled), 0) as cancelled, coalesce(sum(d.refunds), 0) as refunds,
      coalesce(sum(d.refunds_in_time), 0) as refunds_in_time, coalesce(sum(d.asked), 0) as asked,
      coalesce(sum(d.answered), 0) as answered, coalesce(sum(d.helped), 0) as helped
    from public.promise_days d
    where d.day between p_from and p_to and d.is_demonstration = (select private.counts_demonstration())
  ), hours as (
    select h.hour, sum(sum(h.n)) over (order by h.hour) as so_far
    from public.promise_days d cross join lateral unnest(d.answer_hours) with ordinality h (n, hour)
    where d.day between p_from and p_to and d.is_demonstration = (select private.counts_demonstration())
    group by h.hour
  )
  select jsonb_build_object(
    'requests', case when s.requests >= p_fewest then jsonb_build_object(
      'cases', s.requests, 'kept', s.in_time, 'percent', div(100 * s.in_time, s.requests), 'unanswered', s.unanswered,
      'unanswered_refunded', s.unanswered_refunded,
      -- Of all requests: an unanswered one is longer than any answer.
      'half_within_hours', (select min(h.hour) from hours h where h.hour <= 24 and 2 * h.so_far >= s.requests)) end,
    'sessions', case when s.sessions >= p_fewest then jsonb_build_object(
      'cases', s.sessions, 'kept', s.held, 'percent', div(100 * s.held, s.sessions),
      'mentor_missed', s.mentor_missed, 'founder_missed', s.founder_missed, 'cancelled', s.cancelled) end,
    'refunds', case when s.refunds >= p_fewest then jsonb_build_object(
      'cases', s.refunds, 'kept', s.refunds_in_time, 'percent', div(100 * s.refunds_in_time, s.refunds)) end,
    'check_ins', case when s.answered >= p_fewest then jsonb_build_object(
      'cases', s.answered, 'kept', s.helped, 'percent', div(100 * s.helped, s.answered), 'asked', s.asked) end
  )
  from s
$$;
comment on function private.promise_figures is
  'The figures of these days: {requests, sessions, refunds, check_ins}, each {cases, kept, percent (rounded down), …}, or '
  'null with fewer cases than p_fewest. requests has unanswered, unanswered_refunded and half_within_hours (null: fewer '
  'than half were answered within 24 hours), sessions mentor_missed, founder_missed and cancelled, check_ins asked.';

create function private.promise_rows(p_from date, p_to date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_rows jsonb := '[]';
  v_figure text;
  v_last jsonb;
  v_day record;
  c_fewest constant integer := (private.promise_limits()).fewest;
begin
  foreach v_figure in array array['requests', 'sessions', 'refunds', 'check_ins'] loop
    v_last := null;
    for v_day in
      select d.day, case v_figure when 'requests' then d.requests when 'sessions' then d.sessions
          when 'refunds' then d.refunds else d.answered end as cases,
        case v_figure when 'requests' then d.answered_in_time when 'sessions' then d.held
          when 'refunds' then d.refunds_in_time else d.helped end as kept,
        sum(case v_figure when 'requests' then d.requests when 'sessions' then d.sessions
          when 'refunds' then d.refunds else d.answered end) over (order by d.day desc) as to_come
      from public.promise_days d
      where d.day between p_from and p_to and d.is_demonstration = (select private.counts_demonstration())
      order by d.day
    loop
      -- What follows is enough for a row of its own, or it belongs to this one.
      if v_last is not null and (v_last ->> 'cases')::integer >= c_fewest and v_day.to_come >= c_fewest then
        v_rows := v_rows || v_last;
        v_last := null;
      end if;
      v_last := jsonb_build_object(
        'figure', v_figure, 'from', coalesce(v_last ->> 'from', v_day.day::text), 'to', v_day.day,
        'cases', coalesce((v_last ->> 'cases')::integer, 0) + v_day.cases,
        'kept', coalesce((v_last ->> 'kept')::integer, 0) + v_day.kept);
    end loop;
    if (v_last ->> 'cases')::integer >= c_fewest then
      v_rows := v_rows || v_last;
    end if;
  end loop;
  return v_rows;
end
$$;
comment on function private.promise_rows is
  'The daily counts for everybody: days one after another are joined until they have 20 cases, and what is left over '
  'belongs to the last row (docs/decisions/078). [{figure, from, to, cases, kept}]; their sums are the figure''s.';

create function private.promise_report(p_fewest integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_to date;
  v_from date;
  v_counted_at timestamptz;
begin
  select max(d.day), max(d.counted_at) into v_to, v_counted_at from public.promise_days d
  where d.is_demonstration = (select private.counts_demonstration());
  v_from := v_to - (private.promise_limits()).days + 1;
  return jsonb_build_object(
    'counted_at', v_counted_at, 'from', v_from, 'to', v_to, 'refund_days', extract(day from (private.promise_limits()).refund),
    'fewest', (private.promise_limits()).fewest,
    'figures', private.promise_figures(v_from, v_to, p_fewest),
    'months', coalesce((
      select jsonb_agg(
        jsonb_build_object('month', to_char(g.first, 'YYYY-MM')) || private.promise_figures(
          g.first, (g.first + interval '1 month')::date - 1, p_fewest) order by g.first desc)
      from (select (date_trunc('month', v_to) - n * interval '1 month')::date as first from generate_series(0, 11) n) g
      where v_to is not null
    ), '[]'),
    'rows', private.promise_rows(v_from, v_to)
  );
end
$$;
comment on function private.promise_report is 'What public.promise says, of figures with at least p_fewest cases.';

create function public.promise() returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.promise_report((private.promise_limits()).fewest)
$$;
comment on function public.promise is
  'For everybody: the public promise (docs/product/outcomes.md#the-public-promise). {counted_at, from, to (days in India; '
  'null before the first count), refund_days, fewest, figures and months [{month, …}] (the latest first) as '
  'private.promise_figures says them, rows as private.promise_rows says them}.';

create function public.promise_with_cases(p_figure text default null, p_limit integer default 50) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_report jsonb;
  v_cases jsonb;
  v_people uuid[];
begin
  perform private.require_admin();
  v_report := private.promise_report(1);
  if p_figure is null then
    return v_report || '{"cases": []}';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
      'booking_id', f.booking_id, 'code', f.code, 'mentor', f.mentor_name, 'at', f.at, 'outcome', f.outcome)
      order by f.at desc, f.booking_id), '[]'),
    array_agg(f.user_id)
  into v_cases, v_people
  from (
    select c.*, b.code, coalesce(b.mentor_name, '') as mentor_name, b.user_id
    from private.promise_cases c left join public.bookings b on b.id = c.booking_id
    where c.figure = p_figure and c.is_demonstration = (select private.counts_demonstration())
      and c.at >= (v_report ->> 'from')::date::timestamp at time zone 'Asia/Kolkata'
      and c.at < ((v_report ->> 'to')::date + 1)::timestamp at time zone 'Asia/Kolkata'
    order by c.at desc, c.booking_id
    limit least(greatest(coalesce(p_limit, 50), 1), 500)
  ) f;
  perform private.record_read('bookings', jsonb_build_object(
    'filter', jsonb_build_object('view', 'promise: ' || left(p_figure, 20)), 'page', 1, 'rows', jsonb_array_length(v_cases)
  ), v_people);
  return v_report || jsonb_build_object('cases', v_cases);
end
$$;
comment on function public.promise_with_cases is
  'For administrators: what promise() says, also of figures with fewer cases, and the latest p_limit (1 to 500) cases '
  'behind one of them: [{booking_id, code (null: a payment that became no booking), mentor, at, outcome}], none where '
  'p_figure is null. A reading of cases is in the audit log.';

-- Live counters -----------------------------------------------------------------------------------------------------

create table public.public_counters (
  id boolean primary key default true check (id),
  mentors integer not null,
  founders integer not null,
  sessions_held integer not null,
  verified_stories integer not null,
  is_demonstration boolean not null,
  counted_at timestamptz not null
);
comment on table public.public_counters is 'One row: what home page, listing and wall say of the site (docs/product/outcomes.md#live-counters).';
comment on column public.public_counters.id is 'There is one row.';
comment on column public.public_counters.mentors is 'Mentors who are listed, take bookings and have a price.';
comment on column public.public_counters.founders is 'Accounts with a confirmed address, neither administrators nor mentors.';
comment on column public.public_counters.sessions_held is 'Sessions that took place.';
comment on column public.public_counters.verified_stories is 'Approved stories about a verified session.';
comment on column public.public_counters.counted_at is 'When it was counted. A row older than seven days is hidden.';
comment on column public.public_counters.is_demonstration is
  'Whether what is invented was counted; such a row is hidden once there is another mentor.';
alter table public.public_counters enable row level security;
create policy "Everyone reads the counters" on public.public_counters
for select to anon, authenticated using (
  counted_at > now() - interval '7 days' and (not is_demonstration or (select private.counts_demonstration()))
);
revoke all on table public.public_counters from public, anon, authenticated, service_role;
grant select on table public.public_counters to anon, authenticated, service_role;

create function private.write_counters() returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_is_demonstration boolean := private.counts_demonstration();
begin
  insert into public.public_counters as c
    (mentors, founders, sessions_held, verified_stories, is_demonstration, counted_at)
  values (
    (
      select count(*) from public.mentors m
      where private.takes_bookings(m) and m.price > 0 and m.is_demonstration = v_is_demonstration
    ),
    (
      select count(*) from auth.users u join public.profiles p on p.id = u.id
      where u.email_confirmed_at is not null and not p.is_admin
        and not exists (select from public.mentor_private r where r.user_id = u.id)
        and (v_is_demonstration or not coalesce(u.raw_app_meta_data @> '{"is_demonstration": true}', false))
    ),
    (
      select count(*) from public.bookings b join private.request_outcomes o on o.booking_id = b.id
      where private.took_place(b) and o.is_demonstration = v_is_demonstration
    ),
    (
      select count(*) from public.impact_stories s join private.story_sessions t on t.story_id = s.id
      join private.request_outcomes o on o.booking_id = t.booking_id
      where s.is_approved and private.is_verified(t.booking_id) and o.is_demonstration = v_is_demonstration
    ),
    v_is_demonstration, now()
  )
  on conflict (id) do update set (mentors, founders, sessions_held, verified_stories, is_demonstration, counted_at) = (
    excluded.mentors, excluded.founders, excluded.sessions_held, excluded.verified_stories, excluded.is_demonstration,
    excluded.counted_at);
end
$$;
comment on function private.write_counters is 'Counts what public_counters says.';

-- How soon a mentor's requests are answered -------------------------------------------------------------------------

create function private.write_answer_times() returns void
language plpgsql security definer set search_path = '' as $$
begin
  with answers as (
    select b.mentor_id, count(f.seconds) as n,
      percentile_disc(0.5) within group (order by coalesce(f.seconds, 'Infinity')) as half
    from public.bookings b
    join private.payments y on y.booking_id = b.id
    join private.request_outcomes o on o.booking_id = b.id
    left join private.mentor_answers a on a.booking_id = b.id
    cross join lateral (
      select coalesce(a.answered_at, o.ended_at) as at, extract(epoch from case
        when a.answered_at is not null then a.answered_at
        when o.ended_by = 'person' then o.ended_at end - b.created_at)::float8 as seconds
    ) f
    where f.at >= now() - (private.promise_limits()).answer_days * interval '1 day'
      and (a.booking_id is not null or o.ended_by in ('person', 'deadline'))
      and o.is_demonstration = (select private.counts_demonstration())
    group by b.mentor_id
  ), times as (
    select m.id, (
      select min(h.hours) from unnest(array[2, 6, 12, 24]) h (hours)
      where s.n >= (private.promise_limits()).answers and s.half <= h.hours * 3600
    )::smallint as hours
    from public.mentors m left join answers s on s.mentor_id = m.id
  )
  update public.mentors m set answers_within = t.hours
  from times t where t.id = m.id and m.answers_within is distinct from t.hours;
end
$$;
comment on function private.write_answer_times is
  'Writes mentors.answers_within: the median from the payment to the mentor''s answer, or to the administrator''s where '
  'there is none, of the last 180 days, rounded up to 2, 6, 12 or 24 hours; an unanswered request is longer than '
  'any. Nothing below five answers (docs/product/outcomes.md#answer-times).';

-- When it is counted ------------------------------------------------------------------------------------------------

create function public.count_nightly(p_kind text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  if p_kind = 'count_figures' then
    perform private.write_counters();
    perform private.write_answer_times();
  else
    perform private.write_days(false);
  end if;
end
$$;
comment on function public.count_nightly is
  'For the worker: count_figures (counters and answer times) or count_promise (the days that are not over for 90 days).';

create function public.count_figures() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_days integer;
begin
  perform private.require_admin();
  perform private.write_counters();
  perform private.write_answer_times();
  v_days := private.write_days(true);
  insert into private.audit_log (actor, action, table_name, changes)
  values (private.signed_in_user(), 'update', 'promise_days', jsonb_build_object('days', jsonb_build_array(null, v_days)));
  return private.figures_health();
end
$$;
comment on function public.count_figures is
  'For administrators: counts everything now, also the days that are over for more than 90 days. In the audit log. '
  'Answers what admin_health says of figures.';

create function private.figures_health() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'counted_at', c.counted_at, 'promise_counted_at', d.counted_at,
    'waiting_since', case when c.counted_at is null or d.counted_at is null then (
      select min(o.created_at) from private.outbox o
      where o.state in ('ready', 'dead') and o.kind in ('count_figures', 'count_promise')
    ) end,
    'mentors', c.mentors, 'founders', c.founders, 'sessions_held', c.sessions_held, 'verified_stories', c.verified_stories
  )
  from (select max(p.counted_at) as counted_at from public.promise_days p) d left join public.public_counters c on true
$$;
comment on function private.figures_health is
  'When the counters and the promise were last counted (null: never), and the counters. waiting_since, while one of them '
  'was never counted: when the oldest count that is still to come was planned (null: none is).';

-- The first night; each plans the next (supabase/functions/run-jobs/kept-data.ts).
select private.enqueue_job(n.kind, jsonb_build_object('day', private.today() + 1), n.kind || ':' || (private.today() + 1),
  (private.today() + 1 + n.at) at time zone 'Asia/Kolkata')
from (values ('count_figures', time '02:30'), ('count_promise', time '02:50')) n (kind, at);

revoke execute on all functions in schema private from public;
revoke execute on function public.promise from public;
grant execute on function public.promise to anon, authenticated, service_role;
revoke execute on function public.promise_with_cases, public.count_figures from public, anon;
grant execute on function public.promise_with_cases, public.count_figures to authenticated, service_role;
revoke execute on function public.count_nightly from public, anon, authenticated;
grant execute on function public.count_nightly to service_role;
