set local lock_timeout = '5s';

-- The audit log: who changed what, before and after, and who read or exported people's contact details, signed in to
-- the back office or acted on accounts. Written by triggers and functions, read by administrators, never changed (the
-- migration of the audit chain says how a change is noticed). See docs/product/privacy.md#audit-log.

create table private.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor uuid,
  action text not null check (action in (
    'insert', 'update', 'delete', 'read', 'export', 'sign_in', 'end_sessions', 'two_step_reset', 'account_deleted',
    'closed_account_opened', 'settings'
  )),
  table_name text not null,
  row_id text,
  changes jsonb not null default '{}',
  row_label text,
  seal_id bigint,
  search_text text generated always as (lower(coalesce(row_label, '') || E'\n' || coalesce(row_id, ''))) stored
);
create index audit_log_at_idx on private.audit_log (at);
create index audit_log_actor_idx on private.audit_log (actor, id);
create index audit_log_table_idx on private.audit_log (table_name, id);
create index audit_log_search_idx on private.audit_log using gin (search_text extensions.gin_trgm_ops);
create index audit_log_row_idx on private.audit_log (table_name, row_id);
create index audit_log_reads_idx on private.audit_log (actor, at) where action = 'read';
create index audit_log_seal_idx on private.audit_log (seal_id);
create index audit_log_decisions_idx on private.audit_log (at) where table_name = 'bookings' and changes ? 'status';

comment on table private.audit_log is
  'Changes made by signed-in people to what the platform shows, sells or decides, and what administrators read, '
  'exported and did with accounts.';
comment on column private.audit_log.actor is
  'auth.users id; not a foreign key, so that the record outlives the account.';
comment on column private.audit_log.changes is
  'For a change: column to [before, after]; personal columns are named without their values. For another act: its '
  'details, which are counts, filters and ids.';
comment on column private.audit_log.row_label is
  'The row''s name when it changed. Empty for rows that are people: their names are looked up when the log is read, so '
  'that they disappear with the account.';
comment on column private.audit_log.seal_id is
  'The seal with the entry''s digest; null for the last minutes. No foreign key: the check notices a missing seal.';
comment on column private.audit_log.search_text is 'Lower-cased row_label and row_id, one a line; computed.';

alter table private.audit_log enable row level security;
revoke all on table private.audit_log from public, anon, authenticated, service_role;

-- What is recorded of a row -----------------------------------------------------------------------------------------

create function private.audit_label(p_table text, p_row jsonb) returns text
language sql stable set search_path = '' as $$
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
    else coalesce(p_row ->> 'name', p_row ->> 'title', p_row ->> 'term')
  end, 200)
$$;

create function private.audit_value(p_table text, p_column text, p_before jsonb, p_after jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case
    when p_column in ('email', 'user_email', 'phone', 'idea', 'linkedin')
      or (p_table in ('profiles', 'mentor_applications', 'impact_stories') and p_column in ('name', 'experience'))
      or (p_table in ('session_summaries', 'action_items', 'review_replies', 'review_reports')
        and p_column in ('body', 'text'))
      or (p_table = 'mentor_drafts' and p_column in ('fields', 'base', 'note'))
      or (p_table = 'mentor_requests' and p_column = 'answer')
      or (p_table = 'outbox' and p_column = 'payload')
      then 'null'::jsonb
    else jsonb_build_array(p_before, p_after)
  end
$$;
comment on function private.audit_value is 'Personal columns are named without their values.';

create function private.record_audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
  v_row jsonb := case when tg_op = 'DELETE' then v_old else v_new end;
  v_changes jsonb;
begin
  select jsonb_object_agg(n.key, private.audit_value(tg_table_name, n.key, v_old -> n.key, v_new -> n.key))
  into v_changes
  from jsonb_each(v_row) n
  where v_old -> n.key is distinct from v_new -> n.key
    and n.key not in ('updated_at', 'search_text', 'search_words', 'term_words', 'means_words', 'during')
    -- For a row that is added or deleted, row_id has the id, and empty columns tell nothing.
    and (tg_op = 'UPDATE' or (n.value <> 'null'::jsonb and n.key not in ('id', 'created_at')));
  if tg_op = 'UPDATE' and v_changes is null then
    return null;
  end if;
  insert into private.audit_log (actor, action, table_name, row_id, row_label, changes)
  values (
    auth.uid(), lower(tg_op), tg_table_name, coalesce(
      v_row ->> 'id', v_row ->> 'booking_id', v_row ->> 'review_id', v_row ->> 'mentor_id'
    ),
    private.audit_label(tg_table_name, v_row), coalesce(v_changes, '{}')
  );
  return null;
end
$$;
comment on function private.record_audit is
  'After-row trigger. Attach with WHEN (auth.uid() IS NOT NULL): bulk loads by the database itself are not people''s '
  'acts.';

create function private.record_act(p_action text, p_table text, p_row_id text, p_details jsonb default '{}')
returns void
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(p_details, '{}') ?| array['email', 'user_email', 'phone', 'name', 'idea', 'startup_name', 'industry'] then
    raise exception using errcode = 'PT422', message = 'audit_personal_value';
  end if;
  insert into private.audit_log (actor, action, table_name, row_id, changes)
  values (auth.uid(), p_action, p_table, p_row_id, coalesce(p_details, '{}'));
end
$$;
comment on function private.record_act is
  'Records an act of the caller that changed no row with an audit trigger: read, export, sign_in, end_sessions, '
  'two_step_reset, account_deleted, closed_account_opened or settings; about a table, and a row of it or null. The '
  'details are counts, filters and ids, never a value of a personal column: PT422 audit_personal_value.';

create function private.record_hours(p_mentor_id uuid, p_before jsonb, p_after jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.audit_log (actor, action, table_name, row_id, row_label, changes)
  select auth.uid(), 'update', 'mentor_settings', p_mentor_id::text, (
    select left(m.name, 200) from public.mentors m where m.id = p_mentor_id
  ), c.changes
  from (
    select jsonb_object_agg(a.key, jsonb_build_array(b.value, a.value)) as changes
    from jsonb_each(p_after) a join jsonb_each(p_before) b using (key) where a.value <> b.value
  ) c
  where auth.uid() is not null and c.changes is not null
$$;
comment on function private.record_hours is
  'Records which of a mentor''s hours changed, as private.hours_of() has them: one entry a save, however many rows it '
  'wrote.';

create function private.record_read(p_table text, p_details jsonb, p_people uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_people jsonb := (
    select coalesce(jsonb_agg(p.id), '[]')
    from (select distinct u.id from unnest(p_people) u (id) where u.id is not null order by 1 limit 100) p
  );
begin
  -- An open list requests the same page again and again.
  if exists (
    select from private.audit_log a
    where a.action = 'read' and a.actor = auth.uid() and a.at > now() - interval '10 minutes'
      and a.table_name = p_table
      and a.changes @> jsonb_build_object('people', v_people)
      and a.changes - 'people' - 'rows' = p_details - 'rows'
  ) then
    return;
  end if;
  insert into private.audit_log (actor, action, table_name, changes)
  values (auth.uid(), 'read', p_table, p_details || jsonb_build_object('people', v_people));
end
$$;
comment on function private.record_read is
  'Records that the caller read people''s contact details: the filter, the page, the number of rows, and up to 100 '
  'ids of the people. The same filter and page again within ten minutes, by the same account and without another '
  'person, adds nothing.';

-- Which changes are recorded ----------------------------------------------------------------------------------------

-- Only changes by signed-in people: bulk loads by the database itself are not people's acts.
create trigger audit_categories after insert or update or delete on public.categories
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_mentors after insert or update or delete on public.mentors
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_mentor_categories after insert or delete on public.mentor_categories
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_mentor_private after insert or update or delete on public.mentor_private
for each row when (auth.uid() is not null) execute function private.record_audit();
-- The other columns belong to the hours (record_hours).
-- A draft is saved every few seconds while its mentor types: only its beginning, changes of its state and its end are
-- recorded.
create trigger audit_mentor_drafts after insert or delete on public.mentor_drafts
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_mentor_draft_states after update on public.mentor_drafts
for each row when (auth.uid() is not null and old.state <> new.state) execute function private.record_audit();
create trigger audit_review_replies after insert or update or delete on public.review_replies
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_review_reports after insert or update on public.review_reports
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_mentor_settings after update of notifications on public.mentor_settings
for each row when (auth.uid() is not null) execute function private.record_audit();
-- Generated slots follow from the hours, whose change is recorded (record_hours).
create trigger audit_mentor_availability_added after insert on public.mentor_availability
for each row when (auth.uid() is not null and new.source = 'manual') execute function private.record_audit();
create trigger audit_mentor_availability_removed after delete on public.mentor_availability
for each row when (auth.uid() is not null and old.source = 'manual') execute function private.record_audit();
create trigger audit_search_synonyms after insert or update or delete on public.search_synonyms
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_holidays after insert or delete on public.holidays
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_mentor_reviews after insert or update or delete on public.mentor_reviews
for each row when (auth.uid() is not null) execute function private.record_audit();
-- A booking that ends unanswered is the system's own decision.
create trigger audit_bookings after update on public.bookings
for each row when (
  auth.uid() is not null
  or (old.decision_cause is distinct from new.decision_cause and new.decision_cause = 'unanswered')
)
execute function private.record_audit();
create trigger audit_change_requests after insert or update on public.change_requests
for each row when (auth.uid() is not null) execute function private.record_audit();
-- Without a condition: a mentor who answers by the link of an e-mail is not signed in.
create trigger audit_mentor_answers after insert or update of answer on private.mentor_answers
for each row execute function private.record_audit();
create trigger audit_time_proposals after insert or update on public.time_proposals
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_marketplace_settings after update on private.marketplace_settings
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_session_summaries after insert or update on public.session_summaries
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_action_items after insert or update on public.action_items
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_action_items_removed after delete on public.action_items
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_mentor_applications after update or delete on public.mentor_applications
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_mentor_requests after update of state on private.mentor_requests
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_impact_stories after update or delete on public.impact_stories
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_video_testimonials after insert or update or delete on public.video_testimonials
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_podcasts after insert or update or delete on public.podcasts
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_partner_logos after insert or update or delete on public.partner_logos
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_calendar_events after update on private.calendar_events
for each row when (auth.uid() is not null and old.sequence = new.sequence) execute function private.record_audit();
create trigger audit_money_findings after update on private.money_findings
for each row when (auth.uid() is not null and old.resolution is distinct from new.resolution)
execute function private.record_audit();
create trigger audit_refunds after update on private.refunds
for each row when (auth.uid() is not null and old.state = 'failed' and new.state in ('queued', 'processed'))
execute function private.record_audit();
create trigger audit_mentor_payouts after insert on private.mentor_payouts
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_mentor_fees after insert on private.mentor_fees
for each row when (auth.uid() is not null) execute function private.record_audit();
create trigger audit_outbox after update on private.outbox
for each row when (auth.uid() is not null and old.state = 'dead' and new.state in ('ready', 'put_aside'))
execute function private.record_audit();

-- Becoming an administrator is always recorded: no client can do it, so the actor is usually the database owner.
create trigger audit_profile_admin after update of is_admin on public.profiles
for each row when (old.is_admin is distinct from new.is_admin) execute function private.record_audit();

-- This row decides whether administrators may enter the back office with only a password.
create function private.record_settings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.audit_log (actor, action, table_name, changes)
  select auth.uid(), 'settings', tg_table_name, jsonb_object_agg(n.key, jsonb_build_array(o.value, n.value))
  from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
  where o.value is distinct from n.value;
  return null;
end
$$;
create trigger audit_security_settings after update on private.security_settings
for each row when (old is distinct from new) execute function private.record_settings();

-- Auth makes a session at each sign-in, before the person is signed in, so the actor is the session's account.
create function private.record_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.audit_log (actor, action, table_name, row_id)
  select new.user_id, 'sign_in', 'profiles', new.user_id::text
  from public.profiles p where p.id = new.user_id and p.is_admin
    -- Confirming with the password (confirm-identity) makes a short session, which is no sign-in.
    and not exists (
      select from private.account_attempts a
      where a.user_id = new.user_id and a.is_running and a.at > clock_timestamp() - interval '15 seconds'
    );
  return null;
end
$$;
create trigger audit_administrator_sign_in after insert on auth.sessions
for each row execute function private.record_sign_in();

-- For administrators ------------------------------------------------------------------------------------------------

create function public.list_audit_log(
  p_limit integer default 100, p_before bigint default null, p_search text default '', p_actor uuid default null,
  p_is_system boolean default false, p_table text default null, p_from date default null, p_to date default null
)
returns table (
  id bigint, at timestamptz, actor uuid, actor_name text, action text,
  table_name text, row_id text, row_label text, changes jsonb
)
language plpgsql stable security definer set search_path = ''
-- Planned for the given values: an empty filter costs nothing, and a search uses the trigram index.
set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_search text := lower(coalesce(p_search, ''));
  v_pattern text := '%' || replace(replace(replace(v_search, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  v_from timestamptz := p_from::timestamp at time zone 'Asia/Kolkata';
  v_to timestamptz := (p_to + 1)::timestamp at time zone 'Asia/Kolkata';
  v_people text[] := '{}';
begin
  perform private.require_admin();
  -- The names of people are not in the log, so that they disappear with their accounts.
  if v_search <> '' then
    v_people := array(
      select s.id::text from public.profiles s where lower(s.name) like v_pattern
      union all select s.id::text from public.mentor_applications s where lower(s.name) like v_pattern
      union all select s.id::text from public.impact_stories s where lower(s.name) like v_pattern
    );
  end if;
  return query
    select l.id, l.at, l.actor, p.name, l.action, l.table_name, l.row_id,
      coalesce(
        l.row_label,
        case l.table_name
          when 'profiles' then (select s.name from public.profiles s where s.id::text = l.row_id)
          when 'mentor_applications' then (select s.name from public.mentor_applications s where s.id::text = l.row_id)
          when 'impact_stories' then (select s.name from public.impact_stories s where s.id::text = l.row_id)
        end
      ),
      l.changes
    from (
      select * from private.audit_log a
      where (p_before is null or a.id < p_before)
        and (p_actor is null or a.actor = p_actor)
        and (not coalesce(p_is_system, false) or a.actor is null)
        and (p_table is null or a.table_name = p_table)
        and (v_from is null or a.at >= v_from)
        and (v_to is null or a.at < v_to)
        and (
          v_search = '' or a.search_text like v_pattern
          or (
            a.table_name in ('profiles', 'mentor_applications', 'impact_stories') and a.row_id = any (v_people)
          )
        )
      order by a.id desc
      limit least(greatest(coalesce(p_limit, 100), 1), 500)
    ) l
    left join public.profiles p on p.id = l.actor
    order by l.id desc;
end
$$;
comment on function public.list_audit_log is
  'The audit log, newest first, for administrators. Pass the last id seen as p_before for the next page. p_search is '
  'part of what a row is called, or of its id; p_is_system asks for what no account did; p_from and p_to are days in '
  'India, both included. actor_name is null for the system and for deleted accounts; changes is column to [before, '
  'after], null where the value is personal.';

create function public.list_audit_actors()
returns table (actor uuid, name text, is_administrator boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    -- Uses the index to step from one actor to the next: the log is much longer than the list of its actors.
    with recursive actors (id) as (
      (select a.actor from private.audit_log a where a.actor is not null order by a.actor limit 1)
      union all
      select (select a.actor from private.audit_log a where a.actor > s.id order by a.actor limit 1)
      from actors s
      where s.id is not null
    )
    select s.id, p.name, coalesce(p.is_admin, false)
    from actors s left join public.profiles p on p.id = s.id
    where s.id is not null
    order by 3 desc, p.name nulls last, s.id
    limit 500;
end
$$;
comment on function public.list_audit_actors is
  'The accounts that appear in the audit log, administrators first, for administrators; at most 500. name is null for '
  'deleted accounts.';

revoke execute on all functions in schema private from public;
revoke execute on function public.list_audit_log, public.list_audit_actors from public, anon;
grant execute on function public.list_audit_log, public.list_audit_actors to authenticated, service_role;
