set local lock_timeout = '5s';

-- What changed after a session: three questions to its founder, and their answers. See docs/product/outcomes.md.

create function private.took_place(p_booking public.bookings) returns boolean
language sql immutable set search_path = '' as $$
  select p_booking.status = 'completed' and p_booking.incident is null
$$;
comment on function private.took_place is
  'Whether the session took place: it is completed, and neither side missed it (docs/product/outcomes.md#verified-sessions).';

create function private.is_verified(p_booking_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.bookings b join private.payments y on y.booking_id = b.id
    where b.id = p_booking_id and private.took_place(b)
      and not exists (select from private.refunds r where r.payment_id = y.id and r.state <> 'failed')
  )
$$;
comment on function private.is_verified is
  'Whether the session took place and its payment is still ours: captured, and no refund but a failed one '
  '(docs/product/outcomes.md#verified-sessions).';

create table private.check_ins (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  day smallint not null check (day in (7, 30, 90)),
  due_at timestamptz not null,
  state text not null default 'planned' check (state in ('planned', 'sent', 'answered', 'skipped')),
  skip_reason text,
  answer text check (answer in ('yes', 'partly', 'no')),
  change text not null default '' check (char_length(change) <= 200),
  customers bigint check (customers between 0 and 1000000000),
  revenue_inr bigint check (revenue_inr between 0 and 1000000000),
  team bigint check (team between 0 and 1000000000),
  is_released boolean not null default false,
  sent_at timestamptz,
  answered_at timestamptz,
  unique (booking_id, day),
  constraint check_ins_answered_check check ((state = 'answered') = (answer is not null)),
  constraint check_ins_skipped_check check ((state = 'skipped') = (skip_reason is not null))
);
create index check_ins_answered_idx on private.check_ins (answered_at desc, id) where state = 'answered';
comment on table private.check_ins is
  'A question to the founder 7, 30 and 90 days after a session, and its answer (docs/product/outcomes.md#check-ins).';
comment on column private.check_ins.due_at is 'At 10:00 in India, that many days after the end of the session.';
comment on column private.check_ins.state is
  'skipped: it is never asked by e-mail. An answer turns each of the others into answered, also on the session''s page.';
comment on column private.check_ins.skip_reason is 'not_verified, stopped or no_address, when the e-mail was due.';
comment on column private.check_ins.change is 'What changed, in one line of the founder''s.';
comment on column private.check_ins.customers is 'Paying customers, by the founder''s own word.';
comment on column private.check_ins.revenue_inr is 'Monthly revenue in whole rupees, by the founder''s own word.';
comment on column private.check_ins.team is 'People in the team, by the founder''s own word.';
comment on column private.check_ins.is_released is 'Whether the founder lets the mentor read the answer.';
alter table private.check_ins enable row level security;
revoke all on table private.check_ins from public, anon, authenticated, service_role;

create function private.check_in_limits(out days integer[], out change integer, out most bigint, out link_days integer)
language sql immutable set search_path = '' as $$ select array[7, 30, 90], 200, 1000000000, 30 $$;
comment on function private.check_in_limits is
  'Days after a session, characters of "What changed?", the highest number, and how long the link of an e-mail is valid. '
  'All but the last are also in rules/sessions/check-in.ts; a test compares them.';
grant execute on function private.check_in_limits to service_role;

-- Planning ----------------------------------------------------------------------------------------------------------

create function private.plan_check_in_mail(p_check_in private.check_ins, p_at timestamptz) returns void
language sql set search_path = '' as $$
  select private.enqueue_job('check_in',
    jsonb_build_object('booking_id', p_check_in.booking_id, 'day', p_check_in.day),
    format('check_in:%s:%s:%s', p_check_in.booking_id, p_check_in.day, (p_at at time zone 'Asia/Kolkata')::date), p_at)
$$;

create function private.ten_o_clock(p_day date) returns timestamptz
language sql stable set search_path = '' as $$ select (p_day + time '10:00') at time zone 'Asia/Kolkata' $$;
comment on function private.ten_o_clock is '10 AM of a day in India.';

create function private.plan_check_ins() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_row private.check_ins;
begin
  for v_row in
    insert into private.check_ins as c (booking_id, day, due_at)
    select new.id, d.day, private.ten_o_clock(new.date + d.day)
    from unnest((private.check_in_limits()).days) d (day) where private.ten_o_clock(new.date + d.day) > now()
    -- A session that was held again on another day is asked about from that day on.
    on conflict (booking_id, day) do update set due_at = excluded.due_at
    where c.state = 'planned' and c.due_at <> excluded.due_at
    returning c.*
  loop
    perform private.plan_check_in_mail(v_row, v_row.due_at);
  end loop;
  if upper(new.during) + (private.session_page_limits()).written_for > now() then
    perform private.enqueue_job('summary_wanted', jsonb_build_object('booking_id', new.id),
      format('summary_wanted:%s:%s', new.id, new.date), upper(new.during) + interval '24 hours');
  end if;
  return null;
end
$$;
comment on function private.plan_check_ins is
  'Plans the check-ins of a session that is held, once however often it becomes so, and the reminder to write a summary '
  '24 hours after its end (docs/product/outcomes.md#check-ins).';
create trigger plan_check_ins after update on public.bookings
for each row when (
  new.status = 'completed' and new.incident is null and (old.status <> 'completed' or old.incident is not null)
)
execute function private.plan_check_ins();

-- For the worker ----------------------------------------------------------------------------------------------------

create function private.wants_mail(p_user_id uuid, p_kind text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not exists (select from private.mail_stops s where s.user_id = p_user_id and s.kind = p_kind);
end
$$;
comment on function private.wants_mail is 'Whether a person has not stopped an optional e-mail of this kind.';

create function private.check_in_to_mail(p_booking_id uuid, p_day integer) returns private.check_ins
language plpgsql set search_path = '' as $$
declare
  v_booking public.bookings;
  v_row private.check_ins;
  v_reason text;
begin
  select * into v_booking from public.bookings b where b.id = p_booking_id for share;
  select * into v_row from private.check_ins c where c.booking_id = p_booking_id and c.day = p_day for update;
  -- A session that is ahead again has its check-ins planned anew when it is held.
  if v_row.state is distinct from 'planned' or v_row.due_at > clock_timestamp() or v_booking.user_id is null
    or v_booking.status in ('confirmed', 'rescheduled') then
    return null;
  end if;
  v_reason := case
    when not private.is_verified(p_booking_id) then 'not_verified'
    when not private.wants_mail(v_booking.user_id, 'check_ins') then 'stopped'
    when private.confirmed_email(v_booking.user_id) is null then 'no_address'
  end;
  if v_reason is not null then
    update private.check_ins c set state = 'skipped', skip_reason = v_reason where c.id = v_row.id;
    return null;
  end if;
  return v_row;
end
$$;
comment on function private.check_in_to_mail is
  'The check-in, locked, if it is due and to be mailed now; else null, and skipped for good where its session is not '
  'verified, or its founder stopped such e-mails or has no confirmed address.';

create function public.check_in_for_jobs(p_booking_id uuid, p_day integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_row private.check_ins;
begin
  perform private.require_service();
  v_row := private.check_in_to_mail(p_booking_id, p_day);
  return case when v_row.id is not null then jsonb_build_object(
    'id', v_row.id,
    'link_days', (private.check_in_limits()).link_days,
    'days', (select private.today() - b.date from public.bookings b where b.id = p_booking_id),
    'items', case
      when exists (select from private.check_ins c where c.booking_id = p_booking_id and c.sent_at is not null) then '[]'
      else (
        select coalesce(jsonb_agg(i.item), '[]') from jsonb_array_elements(private.items_of(p_booking_id)) i (item)
        where i.item ->> 'done_at' is null
      )
    end
  ) end;
end
$$;
comment on function public.check_in_for_jobs is
  'For the job check_in: {id, days since the session, link_days, items: the open action items, in the first e-mail of a session}; '
  'null where nothing is to be mailed.';

create function public.queue_check_in(p_booking_id uuid, p_day integer, p_mail jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := (select b.user_id from public.bookings b where b.id = p_booking_id);
  v_row private.check_ins;
begin
  perform private.require_service();
  perform private.lock_person(v_user);
  v_row := private.check_in_to_mail(p_booking_id, p_day);
  if v_row.id is null then
    return;
  end if;
  if exists (
    select from private.check_ins c join public.bookings b on b.id = c.booking_id
    where b.user_id = v_user and c.sent_at >= private.today()::timestamp at time zone 'Asia/Kolkata'
  ) then
    perform private.plan_check_in_mail(v_row, private.ten_o_clock(private.today() + 1));
    return;
  end if;
  update private.check_ins c set state = 'sent', sent_at = clock_timestamp() where c.id = v_row.id;
  perform private.enqueue_job('email', p_mail, format('booking:%s:check_in:founder:%s', p_booking_id, p_day));
end
$$;
comment on function public.queue_check_in is
  'Enqueues the e-mail of a check-in and marks it sent, once however often it is called. A person gets one a day in '
  'India: a second one waits until the next day, 10 AM.';

create function public.summary_wanted_for_jobs(p_booking_id uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return (
    select mp.user_id
    from public.bookings b join public.mentor_private mp on mp.mentor_id = b.mentor_id
    join public.mentors m on m.id = b.mentor_id and m.listing_state <> 'left'
    where b.id = p_booking_id and b.user_id is not null and private.took_place(b)
      and private.takes_session_writes(b, (private.session_page_limits()).written_for)
      and private.wants_mail(mp.user_id, 'session_summaries')
      and not exists (
        select from public.session_summaries s where s.booking_id = b.id and s.shared_at is not null
      )
  );
end
$$;
comment on function public.summary_wanted_for_jobs is
  'For the job summary_wanted: the account of the mentor who is reminded to write a summary; null where one is shared, the '
  'session was not held, the mentor has no account or has left, or stopped these e-mails.';

-- Answers -----------------------------------------------------------------------------------------------------------

create function private.check_in_of(p_row private.check_ins) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'day', p_row.day, 'answer', p_row.answer, 'change', p_row.change, 'customers', p_row.customers,
    'revenue_inr', p_row.revenue_inr, 'team', p_row.team, 'is_released', p_row.is_released,
    'answered_at', p_row.answered_at)
$$;

create function private.why_no_check_in(p_booking public.bookings) returns text
language sql stable set search_path = '' as $$
  select case
    when private.is_verified(p_booking.id) then null
    when exists (
      select from private.refunds r join private.payments y on y.id = r.payment_id
      where y.booking_id = p_booking.id and r.state <> 'failed'
    ) then 'session_refunded'
    else 'session_missed'
  end
$$;

create function private.store_check_in(p_id uuid, p_answer jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_row private.check_ins;
  v_booking public.bookings;
  v_limits record := private.check_in_limits();
  v_change text := private.clean_line(coalesce(p_answer ->> 'change', ''));
  v_field text;
  v_problem text;
begin
  select b.* into v_booking from private.check_ins c join public.bookings b on b.id = c.booking_id
  where c.id = p_id for share of b;
  select * into v_row from private.check_ins c where c.id = p_id for update;
  if v_row.id is null or v_row.due_at > clock_timestamp() then
    raise exception using errcode = 'PT409', message = 'not_due';
  end if;
  v_problem := private.why_no_check_in(v_booking);
  if v_problem is not null then
    raise exception using errcode = 'PT409', message = v_problem;
  end if;
  if coalesce(p_answer ->> 'answer', '') <> all (array['yes', 'partly', 'no']) then
    raise exception using errcode = 'PT422', message = 'answer_required', detail = 'answer';
  end if;
  if char_length(v_change) > v_limits.change then
    raise exception using errcode = 'PT422', message = 'change_too_long', detail = 'change';
  end if;
  foreach v_field in array array['customers', 'revenue_inr', 'team'] loop
    if p_answer ->> v_field is not null and (
      p_answer ->> v_field !~ '^[0-9]{1,10}$' or (p_answer ->> v_field)::bigint > v_limits.most
    ) then
      raise exception using errcode = 'PT422', message = 'number_not_whole', detail = v_field;
    end if;
  end loop;
  update private.check_ins c
  set state = 'answered', skip_reason = null, answer = p_answer ->> 'answer', change = v_change,
    customers = (p_answer ->> 'customers')::bigint, revenue_inr = (p_answer ->> 'revenue_inr')::bigint,
    team = (p_answer ->> 'team')::bigint, is_released = coalesce((p_answer -> 'is_released') = 'true', false),
    answered_at = clock_timestamp()
  where c.id = p_id
  returning * into v_row;
  return private.check_in_of(v_row);
end
$$;
comment on function private.store_check_in is
  'Stores an answer {answer, change, customers, revenue_inr, team, is_released} in place of the one before. PT409 not_due | '
  'session_refunded | session_missed, PT422 answer_required | change_too_long | number_not_whole (detail: the field).';

create function public.answer_my_check_in(p_booking_id uuid, p_day integer, p_check_in jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := private.lock_session(p_booking_id, array['founder']);
begin
  return private.store_check_in(
    (select c.id from private.check_ins c where c.booking_id = v_booking.id and c.day = p_day), p_check_in);
end
$$;
comment on function public.answer_my_check_in is
  'For a session''s founder, from the due date on: the answer of a day (7, 30 or 90); answers what is stored. PT404 '
  'session_not_found, else as store_check_in().';

create function public.check_in_by_link(p_id uuid, p_answer jsonb default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  if p_answer is not null and exists (select from private.check_ins c where c.id = p_id) then
    perform private.store_check_in(p_id, p_answer);
  end if;
  return (
    select private.check_in_of(c) || jsonb_build_object(
      'booking_id', b.id, 'mentor_name', b.mentor_name, 'date', b.date, 'problem', private.why_no_check_in(b))
    from private.check_ins c join public.bookings b on b.id = c.booking_id where c.id = p_id
  );
end
$$;
comment on function public.check_in_by_link is
  'For the function answer-check-in, which has checked the link: stores an answer (null changes nothing), as '
  'store_check_in(), and answers what is stored with {booking_id, mentor_name, date, problem}; null where it is gone.';

-- Who reads them ----------------------------------------------------------------------------------------------------

create function private.check_ins_for(p_booking public.bookings, p_role text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(private.check_in_of(c) order by c.day), '[]')
  from private.check_ins c
  where c.booking_id = p_booking.id and case p_role
    when 'founder' then c.due_at <= clock_timestamp() and private.is_verified(p_booking.id)
    when 'mentor' then c.is_released and c.state = 'answered' and private.took_place(p_booking)
    else c.state = 'answered'
  end
$$;
comment on function private.check_ins_for is
  'What a session''s page shows of its check-ins: to the founder those that are due, to the mentor the answers that the '
  'founder released, to administrators every answer.';

create function public.list_check_ins(p_page integer default 0) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_rows jsonb;
begin
  perform private.require_admin();
  select coalesce(jsonb_agg(to_jsonb(r) order by r.answered_at desc, r.id), '[]') into v_rows
  from (
    select c.id, c.booking_id, c.day, c.answer, c.change, c.customers, c.revenue_inr, c.team, c.is_released,
      c.answered_at, b.code, b.mentor_name, b.user_id, p.name as founder_name
    from private.check_ins c join public.bookings b on b.id = c.booking_id
    left join public.profiles p on p.id = b.user_id
    where c.state = 'answered' order by c.answered_at desc, c.id
    limit 20 offset 20 * greatest(p_page, 0)
  ) r;
  perform private.record_read('check_ins', jsonb_build_object('page', p_page, 'rows', jsonb_array_length(v_rows)),
    array(select (r.row ->> 'user_id')::uuid from jsonb_array_elements(v_rows) r (row)));
  return jsonb_build_object(
    'rows', v_rows,
    'total', (select count(*) from private.check_ins c where c.state = 'answered'),
    'counts', (
      select jsonb_agg(jsonb_build_object('day', d.day, 'asked', n.asked, 'yes', n.yes, 'partly', n.partly, 'no', n.no)
        order by d.day)
      from unnest((private.check_in_limits()).days) d (day) cross join lateral (
        select count(*) filter (where c.state in ('sent', 'answered')) as asked,
          count(*) filter (where c.answer = 'yes') as yes, count(*) filter (where c.answer = 'partly') as partly,
          count(*) filter (where c.answer = 'no') as no
        from private.check_ins c where c.day = d.day
      ) n
    )
  );
end
$$;
comment on function public.list_check_ins is
  'For administrators: {rows: a page of 20 answers, newest first, pages count from 0; total; counts of each day: asked, '
  'yes, partly, no}. In the audit log.';

revoke execute on all functions in schema private from public;
revoke execute on function public.answer_my_check_in, public.list_check_ins from public, anon;
grant execute on function public.answer_my_check_in, public.list_check_ins to authenticated, service_role;
revoke execute on function public.check_in_for_jobs, public.queue_check_in, public.summary_wanted_for_jobs,
  public.check_in_by_link from public, anon, authenticated;
grant execute on function public.check_in_for_jobs, public.queue_check_in, public.summary_wanted_for_jobs,
  public.check_in_by_link to service_role;
