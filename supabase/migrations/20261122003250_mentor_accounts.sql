set local lock_timeout = '5s';

-- Mentors' accounts: what a mentor reads of the own profile, and how an account is linked to it.
-- See docs/product/mentor-accounts.md#one-account-one-mentor.

create function private.are_mentor_choices(p_choices jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_choices) = 'object' and not exists (
    select from jsonb_each(p_choices) c
    where c.key not in ('reminder24', 'reminder1', 'new_review', 'weekly_overview', 'monthly_statement')
      or jsonb_typeof(c.value) <> 'boolean'
  )
$$;
comment on function private.are_mentor_choices is
  'Whether these are choices of e-mails to a mentor, by name (docs/product/mentor-accounts.md#e-mails).';

-- How a mentor works, beside the public profile. Every mentor has a row.
create table public.mentor_settings (
  mentor_id uuid primary key references public.mentors (id) on delete cascade,
  time_zone text not null default 'Asia/Kolkata',
  buffer_before_minutes smallint not null default 0
    check (buffer_before_minutes = any ((private.hours_limits()).buffers)),
  buffer_after_minutes smallint not null default 0
    check (buffer_after_minutes = any ((private.hours_limits()).buffers)),
  window_weeks smallint not null default 8 check (window_weeks::integer <@ (private.hours_limits()).window_weeks),
  max_per_day smallint check (max_per_day::integer <@ (private.hours_limits()).per_day),
  max_per_week smallint check (max_per_week::integer <@ (private.hours_limits()).per_week),
  notifications jsonb not null default '{}'
    constraint mentor_settings_notifications_known check (private.are_mentor_choices(notifications)),
  hides_first_steps boolean not null default false,
  updated_at timestamptz not null default now()
);

comment on table public.mentor_settings is
  'How a mentor works: zone, buffers, limits, e-mails that are wanted (docs/product/hours.md#limits, '
  'docs/product/mentor-accounts.md#e-mails).';
comment on column public.mentor_settings.mentor_id is 'The mentor; every mentor has a row.';
comment on column public.mentor_settings.time_zone is 'A name that pg_timezone_names has; hours, days off and limits count in it.';
comment on column public.mentor_settings.buffer_before_minutes is 'Free minutes before a session.';
comment on column public.mentor_settings.buffer_after_minutes is 'Free minutes after a session.';
comment on column public.mentor_settings.window_weeks is 'How many weeks ahead the mentor''s hours offer times.';
comment on column public.mentor_settings.max_per_day is 'Most sessions on a day in the mentor''s zone; null: no limit.';
comment on column public.mentor_settings.max_per_week is
  'Most sessions from Monday to Sunday in the mentor''s zone; null: no limit.';
comment on column public.mentor_settings.notifications is 'E-mails that the mentor chose or not, by name; missing: the default (private.wants_mentor_mail).';
comment on column public.mentor_settings.hides_first_steps is
  'The mentor has hidden the list of first steps on Today (docs/product/mentor-accounts.md#first-steps).';
comment on column public.mentor_settings.updated_at is 'When the mentor''s hours last changed; a save names it.';

alter table public.mentor_settings enable row level security;

create policy "Mentors read their own settings" on public.mentor_settings
for select to authenticated using (mentor_id = (select private.my_mentor_id()));
create policy "Administrators read mentors' settings" on public.mentor_settings
for select to authenticated using ((select private.is_admin()));

revoke all on table public.mentor_settings from public, anon, authenticated;
grant select on table public.mentor_settings to authenticated;
grant select, insert, update, delete on table public.mentor_settings to service_role;

-- The editor of mentors sets the notice too: a form of the hours that was opened before must not set it back.
create function private.note_changed_hours() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.mentor_settings s
  set updated_at = greatest(now(), date_trunc('milliseconds', s.updated_at) + interval '1 millisecond')
  where s.mentor_id = new.id;
  return null;
end
$$;
create trigger note_changed_hours after update of min_notice_minutes, session_minutes on public.mentors
for each row when (
  (old.min_notice_minutes, old.session_minutes) is distinct from (new.min_notice_minutes, new.session_minutes)
)
execute function private.note_changed_hours();

create function private.add_mentor_settings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.mentor_settings (mentor_id) values (new.id) on conflict do nothing;
  return null;
end
$$;
create trigger add_mentor_settings after insert on public.mentors
for each row execute function private.add_mentor_settings();

create function private.zone_offsets(p_time_zone text) returns jsonb
language sql stable set search_path = '' as $$
  with days as (
    select d.at, d.at at time zone p_time_zone - d.at at time zone 'UTC' as ahead
    -- From midnight: two answers of one day are equal.
    from date_trunc('day', now(), 'UTC') n (today),
      generate_series(n.today - interval '400 days', n.today + interval '400 days', interval '1 day') d (at)
  ),
  changes as (
    select d.at, d.ahead, lag(d.ahead) over (order by d.at) as before from days d
  )
  select jsonb_agg(jsonb_build_object(
    'from', extract(epoch from coalesce((
      select min(q.at)
      from generate_series(date_trunc('hour', c.at) - interval '25 hours', c.at, interval '15 minutes') q (at)
      where c.before is not null and q.at at time zone p_time_zone - q.at at time zone 'UTC' = c.ahead
    ), c.at))::bigint,
    'minutes', extract(epoch from c.ahead)::integer / 60) order by c.at)
    || jsonb_build_object('from', extract(epoch from date_trunc('day', now(), 'UTC') + interval '400 days')::bigint, 'minutes', null)
  from changes c where c.before is distinct from c.ahead
$$;
comment on function private.zone_offsets is
  'How a zone''s clocks go from 400 days ago to 400 days ahead by this database''s data: [{from: seconds since 1970, '
  'minutes: ahead of UTC from then on}], in the last one null. Countries change their clocks at short notice, and a '
  'program may have other data than the database that sells the times.';

create function private.clocks_for_mail(p_time_zone text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('zone', p_time_zone, 'offsets', private.zone_offsets(p_time_zone))
  where p_time_zone <> 'Asia/Kolkata'
$$;
comment on function private.clocks_for_mail is
  'For an e-mail that names times in a mentor''s zone: {zone, offsets (private.zone_offsets())}; null for India''s zone, '
  'which every program knows.';

create function public.my_mentor() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_mentor_id uuid;
begin
  perform private.require_signed_in();
  v_mentor_id := private.my_mentor_id();
  return (
    select jsonb_build_object(
      'id', m.id, 'name', m.name, 'image', m.image, 'price', m.price, 'listing_state', m.listing_state,
      'is_taking_bookings', m.is_taking_bookings, 'taking_bookings_from', m.taking_bookings_from,
      'session_minutes', m.session_minutes, 'min_notice_minutes', m.min_notice_minutes, 'time_zone', s.time_zone,
      'zone_offsets', private.zone_offsets(s.time_zone), 'slug', m.slug
    )
    from public.mentors m join public.mentor_settings s on s.mentor_id = m.id
    where m.id = v_mentor_id
  );
end
$$;
comment on function public.my_mentor is
  'The mentor whose account is signed in, or null: id, name, image, price (rupees), listing_state, is_taking_bookings, '
  'taking_bookings_from, session_minutes, min_notice_minutes, time_zone, zone_offsets (private.zone_offsets()), slug. 42501 sign_in_required, PT401 '
  'session_ended, PT403 code_needed.';

revoke execute on all functions in schema private from public;
revoke execute on function public.my_mentor from public, anon;
grant execute on function public.my_mentor to authenticated, service_role;
