set local lock_timeout = '5s';

-- E-mails to administrators about waiting, new and failed things, and which of these e-mails each administrator wants
-- (docs/product/notifications.md#alerts-to-administrators).

create table private.alert_choices (
  admin_id uuid primary key references public.profiles (id) on delete cascade,
  new_booking text not null default 'digest' check (new_booking in ('each', 'digest', 'never')),
  waiting_booking text not null default 'each' check (waiting_booking in ('each', 'never')),
  new_application text not null default 'digest' check (new_application in ('each', 'digest', 'never')),
  new_story text not null default 'digest' check (new_story in ('each', 'digest', 'never')),
  new_help_request text not null default 'digest' check (new_help_request in ('each', 'digest', 'never')),
  updated_at timestamptz not null default now()
);
comment on table private.alert_choices is
  'Which e-mails an administrator wants. Without a row the defaults hold. Failures, broken promises and a changed '
  'audit log are always told of.';

create table private.alert_events (
  id bigint generated always as identity primary key,
  kind text not null check (kind in (
    'new_booking', 'mentor_declined', 'change_request', 'waiting_half', 'waiting_late', 'new_application', 'new_story',
    'new_help_request', 'failed_job', 'failed_refund', 'discrepancy', 'broken_promise', 'chain'
  )),
  subject text not null check (char_length(subject) between 1 and 300),
  found_at timestamptz not null default now(),
  constraint alert_events_once unique (kind, subject)
);
create index alert_events_found_idx on private.alert_events (found_at);
comment on table private.alert_events is 'What administrators are told of, each once. Kept for 30 days.';
comment on column private.alert_events.kind is
  'waiting_half and waiting_late: half and four fifths of a booking''s time for the answer have passed.';
comment on column private.alert_events.subject is
  'The id of what it is about, for chain an entry of the audit log; of a refund with its attempt; of a broken promise '
  'its rule and subject.';

create table private.alert_items (
  admin_id uuid not null references public.profiles (id) on delete cascade,
  bucket text not null check (char_length(bucket) between 1 and 100),
  event_id bigint not null references private.alert_events (id) on delete cascade,
  primary key (admin_id, bucket, event_id)
);
create index alert_items_event_idx on private.alert_items (event_id);
comment on table private.alert_items is
  'The content of an administrator''s e-mail; one e-mail for each person and bucket.';
comment on column private.alert_items.bucket is
  'each:<event>, digest:<hour>, waiting:<first event>, chain:<event>, or failures:<ten minutes>.';

create table private.alert_checks (
  is_only_row boolean primary key default true check (is_only_row),
  promises_checked_at timestamptz not null
);
comment on table private.alert_checks is 'One row: when the promises about money were last looked at for alerts.';
insert into private.alert_checks (promises_checked_at) values ('-infinity');

alter table private.alert_choices enable row level security;
alter table private.alert_events enable row level security;
alter table private.alert_items enable row level security;
alter table private.alert_checks enable row level security;
revoke all on table private.alert_choices, private.alert_events, private.alert_items, private.alert_checks
from public, anon, authenticated, service_role;

-- An administrator's own choices ------------------------------------------------------------------------------------

create function private.alert_choices_of(p_admin_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'new_booking', coalesce(c.new_booking, 'digest'),
    'waiting_booking', coalesce(c.waiting_booking, 'each'),
    'new_application', coalesce(c.new_application, 'digest'),
    'new_story', coalesce(c.new_story, 'digest'),
    'new_help_request', coalesce(c.new_help_request, 'digest')
  )
  from (select) nothing left join private.alert_choices c on c.admin_id = p_admin_id
$$;
comment on function private.alert_choices_of is
  'What an administrator wants of each kind: each, digest (hourly) or never; the defaults where nothing was chosen.';

create function public.alert_choices() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.alert_choices_of(private.signed_in_user());
end
$$;
comment on function public.alert_choices is
  'The caller''s own choices: {new_booking, waiting_booking, new_application, new_story, new_help_request}, each of them '
  'each | digest | never; waiting_booking each | never.';

create function public.choose_alert(p_kind text, p_choice text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_user_id uuid := private.signed_in_user();
begin
  perform private.require_admin();
  if v_user_id is null then
    raise exception using errcode = '42501', message = 'admin_only';
  end if;
  if coalesce(p_kind, '')
      not in ('new_booking', 'waiting_booking', 'new_application', 'new_story', 'new_help_request')
    or coalesce(p_choice, '') not in ('each', 'digest', 'never')
    or (p_kind = 'waiting_booking' and p_choice = 'digest')
  then
    raise exception using errcode = 'PT422', message = 'unknown_choice';
  end if;
  insert into private.alert_choices (admin_id) values (v_user_id) on conflict (admin_id) do nothing;
  update private.alert_choices c
  set
    new_booking = case when p_kind = 'new_booking' then p_choice else c.new_booking end,
    waiting_booking = case when p_kind = 'waiting_booking' then p_choice else c.waiting_booking end,
    new_application = case when p_kind = 'new_application' then p_choice else c.new_application end,
    new_story = case when p_kind = 'new_story' then p_choice else c.new_story end,
    new_help_request = case when p_kind = 'new_help_request' then p_choice else c.new_help_request end,
    updated_at = now()
  where c.admin_id = v_user_id;
  return private.alert_choices_of(v_user_id);
end
$$;
comment on function public.choose_alert is
  'Sets one of the caller''s own choices and answers all of them. PT422 unknown_choice; failures and broken promises '
  'cannot be chosen.';

-- Planning ----------------------------------------------------------------------------------------------------------

create function private.find_alert_events() returns table (kind text, subject text)
language sql stable set search_path = '' as $$
  -- Older rows were seen by an earlier round, or belong to a time before alerts.
  select 'new_booking', b.id::text from public.bookings b
  where b.created_at > now() - interval '2 days'
    and exists (select from private.payments y where y.booking_id = b.id)
  union all
  -- Told once a booking by alert_events_once, also of a mentor who accepts in between. The e-mail's key is of the
  -- person and bucket, as of every alert, and not answer:{booking}: one digest tells of several bookings.
  select 'mentor_declined', a.booking_id::text from private.mentor_answers a
  where a.answer = 'decline' and a.answered_at > now() - interval '2 days'
  union all
  -- It ends unanswered when the session begins, and the founder gets nothing.
  select 'change_request', r.id::text from public.change_requests r
  where r.asked_at > now() - interval '2 days' and r.state = 'open'
  union all
  select 'new_application', a.id::text from public.mentor_applications a where a.created_at > now() - interval '2 days'
  union all
  select 'new_story', s.id::text from public.impact_stories s
  where s.created_at > now() - interval '2 days' and not s.is_approved
  union all
  select 'new_help_request', r.id::text from private.mentor_requests r
  where r.created_at > now() - interval '2 days' and r.state = 'open'
  union all
  select 'failed_job', o.id::text from private.outbox o
  where o.state = 'dead' and o.finished_at > now() - interval '2 days' and o.kind <> 'refund'
    -- No alert about a failed alert: that would never end.
    and o.kind <> 'admin_alert' and (o.key is null or o.key not like 'alert:%')
  union all
  select 'failed_refund', r.id::text || ':' || r.attempt from private.refunds r where r.state = 'failed'
  union all
  select 'discrepancy', f.id::text from private.money_findings f where f.resolved_at is null
  union all
  select 'chain', c.broken_entry::text from private.audit_chain c where c.broken_entry is not null
$$;
comment on function private.find_alert_events is
  'What administrators may have to be told of, besides waiting bookings and broken promises.';

create function private.find_waiting_events() returns table (kind text, subject text)
language sql stable set search_path = '' as $$
  with marks as (
    select m.kind, b.id::text as subject, b.created_at + (b.answer_by - b.created_at) * m.part as at
    from public.bookings b
    cross join (values ('waiting_half', 0.5), ('waiting_late', 0.8)) m (kind, part)
    where b.status = 'pending_admin_review' and b.answer_by > now()
  ), fresh as (
    select m.* from marks m
    where m.at <= now() + interval '10 minutes'
      and not exists (select from private.alert_events e where e.kind = m.kind and e.subject = m.subject)
  )
  -- When one mark has passed, the marks of the next ten minutes are included: they share one e-mail.
  select f.kind, f.subject from fresh f where exists (select from fresh p where p.at <= now())
$$;
comment on function private.find_waiting_events is
  'Bookings of which half or four fifths of the time for the answer have passed '
  '(docs/product/notifications.md#alerts-to-administrators).';

create function private.find_broken_promises() returns table (kind text, subject text)
language plpgsql set search_path = '' as $$
begin
  update private.alert_checks c set promises_checked_at = now()
  where c.promises_checked_at < now() - interval '15 minutes';
  if not found then return; end if;
  return query
    select distinct 'broken_promise', left(v.rule || ':' || v.subject, 300)
    from private.invariant_violations v
    limit 200;
end
$$;
comment on function private.find_broken_promises is
  'What breaks a promise about money; looked for every 15 minutes, as the question reads every booking.';

create function public.plan_alerts() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_mail record;
  v_count integer := 0;
begin
  perform private.require_service();
  -- Another worker is planning them.
  if not pg_try_advisory_xact_lock(hashtextextended('plan_alerts', 0)) then return 0; end if;
  delete from private.alert_events e where e.found_at < now() - interval '30 days';
  for v_mail in
    with fresh as (
      insert into private.alert_events (kind, subject)
      select f.kind, f.subject from (
        select * from private.find_waiting_events()
        union all select * from private.find_broken_promises()
        union all select * from private.find_alert_events()
      ) f
      where not exists (select from private.alert_events e where e.kind = f.kind and e.subject = f.subject)
      on conflict on constraint alert_events_once do nothing
      returning id, alert_events.kind
    ), topics as (
      select
        f.id,
        case
          when f.kind in ('waiting_half', 'waiting_late', 'change_request') then 'waiting_booking'
          -- Told of as new bookings are: in the same e-mails, or not at all.
          when f.kind = 'mentor_declined' then 'new_booking'
          when f.kind in ('new_booking', 'new_application', 'new_story', 'new_help_request', 'chain') then f.kind
          else 'failure'
        end as topic
      from fresh f
    ), wanted as (
      select
        p.id as admin_id, t.id as event_id, t.topic,
        case
          when t.topic in ('failure', 'chain') then 'each'
          else private.alert_choices_of(p.id) ->> t.topic
        end as choice
      from topics t
      cross join public.profiles p
      where p.is_admin
    ), items as (
      insert into private.alert_items (admin_id, event_id, bucket)
      select
        w.admin_id, w.event_id,
        case
          when w.topic = 'waiting_booking'
            then 'waiting:' || min(w.event_id) filter (where w.topic = 'waiting_booking') over ()
          when w.topic = 'failure' then 'failures:' || floor(extract(epoch from now()) / 600)
          when w.topic = 'chain' then 'chain:' || w.event_id
          when w.choice = 'digest' then 'digest:' || floor(extract(epoch from now()) / 3600)
          else 'each:' || w.event_id
        end
      from wanted w
      where w.choice <> 'never'
      returning alert_items.admin_id, alert_items.bucket
    )
    select distinct i.admin_id, i.bucket from items i
  loop
    perform private.enqueue_job(
      'admin_alert',
      jsonb_build_object('admin_id', v_mail.admin_id, 'bucket', v_mail.bucket),
      'alert:' || v_mail.admin_id || ':' || v_mail.bucket,
      -- Half a minute after a bucket's end, no round adds to it any more.
      case split_part(v_mail.bucket, ':', 1)
        when 'digest' then to_timestamp((split_part(v_mail.bucket, ':', 2)::bigint + 1) * 3600 + 30)
        when 'failures' then to_timestamp((split_part(v_mail.bucket, ':', 2)::bigint + 1) * 600 + 30)
        else now()
      end
    );
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.plan_alerts is
  'Enqueues the administrators'' e-mails that became due, one a person and event or a person and bucket, and answers '
  'how many it looked at. The scheduler calls it; repeated and simultaneous calls do no harm.';

-- For the worker ----------------------------------------------------------------------------------------------------

create function public.alert_for_jobs(p_admin_id uuid, p_bucket text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_email text;
  v_choices jsonb;
  v_items jsonb;
begin
  perform private.require_service();
  select u.email into v_email
  from public.profiles p join auth.users u on u.id = p.id
  where p.id = p_admin_id and p.is_admin and u.email_confirmed_at is not null;
  if v_email is null then return null; end if;
  v_choices := private.alert_choices_of(p_admin_id);
  with events as (
    select e.id, e.kind, e.subject
    from private.alert_items i join private.alert_events e on e.id = i.event_id
    where i.admin_id = p_admin_id and i.bucket = p_bucket
  ), items as (
    select distinct on (b.id, case when e.kind like 'waiting%' then 'waiting_booking' else e.kind end)
      e.id as place,
      jsonb_build_object(
        'topic', case when e.kind like 'waiting%' then 'waiting_booking' else e.kind end,
        'booking_id', b.id, 'code', b.code, 'founder', p.name, 'mentor', b.mentor_name,
        'starts_at', lower(b.during), 'ends_at', upper(b.during),
        'answer_by', case when e.kind = 'change_request' then lower(b.during) else b.answer_by end,
        'amount_paise', y.amount_paise
      ) as item
    from events e
    left join public.change_requests r on e.kind = 'change_request' and r.id::text = e.subject
    join public.bookings b on b.id::text = coalesce(r.booking_id::text, e.subject)
    left join public.profiles p on p.id = b.user_id
    left join private.payments y on y.booking_id = b.id
    where (
      (e.kind = 'new_booking' and v_choices ->> 'new_booking' <> 'never')
      or (e.kind = 'mentor_declined' and b.status = 'pending_admin_review' and v_choices ->> 'new_booking' <> 'never'
        and exists (select from private.mentor_answers a where a.booking_id = b.id and a.answer = 'decline'))
      -- Leaves out bookings that were decided in between.
      or (e.kind in ('waiting_half', 'waiting_late') and b.status = 'pending_admin_review' and b.answer_by > now()
        and v_choices ->> 'waiting_booking' <> 'never')
      or (r.state = 'open' and v_choices ->> 'waiting_booking' <> 'never')
    )
    union all
    select e.id, jsonb_build_object('topic', 'new_application', 'name', a.name)
    from events e join public.mentor_applications a on a.id::text = e.subject
    where e.kind = 'new_application' and a.status = 'pending' and v_choices ->> 'new_application' <> 'never'
    union all
    select e.id, jsonb_build_object('topic', 'new_story', 'name', s.name)
    from events e join public.impact_stories s on s.id::text = e.subject
    where e.kind = 'new_story' and not s.is_approved and v_choices ->> 'new_story' <> 'never'
    union all
    -- Without the question: who reads it leaves an entry in the audit log.
    select e.id, jsonb_build_object('topic', 'new_help_request', 'email', r.email)
    from events e join private.mentor_requests r on r.id::text = e.subject
    where e.kind = 'new_help_request' and r.state = 'open' and v_choices ->> 'new_help_request' <> 'never'
    union all
    select e.id, jsonb_build_object('topic', 'failed_job', 'job_kind', o.kind)
    from events e join private.outbox o on o.id::text = e.subject
    where e.kind = 'failed_job' and o.state = 'dead'
    union all
    select
      e.id,
      jsonb_build_object('topic', 'failed_refund', 'amount_paise', r.amount_paise, 'currency', y.currency,
        'payment_id', r.payment_id)
    from events e
    join private.refunds r on r.id::text || ':' || r.attempt = e.subject
    join private.payments y on y.id = r.payment_id
    where e.kind = 'failed_refund' and r.state = 'failed'
    union all
    select e.id, jsonb_build_object('topic', 'discrepancy', 'finding', f.kind, 'subject', f.subject)
    from events e join private.money_findings f on f.id::text = e.subject
    where e.kind = 'discrepancy' and f.resolved_at is null
    union all
    select e.id, jsonb_build_object('topic', 'chain', 'entry', e.subject)
    from events e where e.kind = 'chain'
    union all
    select e.id, jsonb_build_object('topic', 'broken_promise', 'rule', split_part(e.subject, ':', 1))
    from events e where e.kind = 'broken_promise'
  )
  select coalesce(jsonb_agg(i.item order by i.place), '[]') into v_items from items i;
  return jsonb_build_object('email', v_email, 'items', v_items);
end
$$;
comment on function public.alert_for_jobs is
  'The present content of an administrator''s e-mail: {email, items}; null for a person who is no longer an '
  'administrator. Leaves out what was decided or repaired since, and what the administrator no longer wants.';

revoke execute on all functions in schema private from public;
revoke execute on function public.alert_choices, public.choose_alert, public.plan_alerts, public.alert_for_jobs
  from public, anon, authenticated;
grant execute on function public.alert_choices, public.choose_alert to authenticated, service_role;
grant execute on function public.plan_alerts, public.alert_for_jobs to service_role;
