set local lock_timeout = '5s';

-- Mentors' hours: weekly ones, those of single dates, time off; and public holidays. The migration of mentors' times
-- generates the offered times from these, under the lock of the money path (docs/product/hours.md#generating).

create table public.mentor_weekly_hours (
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  weekday smallint not null check (weekday between 0 and 6),
  start_minute smallint not null check (start_minute between 0 and 1425 and start_minute % 15 = 0),
  end_minute smallint not null check (end_minute between 15 and 1440 and end_minute % 15 = 0),
  primary key (mentor_id, weekday, start_minute),
  constraint mentor_weekly_hours_end_after_start check (end_minute > start_minute),
  constraint mentor_weekly_hours_do_not_overlap exclude using gist (
    mentor_id with =, weekday with =, int4range(start_minute, end_minute) with &&
  )
);

comment on table public.mentor_weekly_hours is
  'Ranges of each weekday in the mentor''s zone (docs/product/hours.md#weekly-hours).';
comment on column public.mentor_weekly_hours.mentor_id is 'The mentor.';
comment on column public.mentor_weekly_hours.weekday is '0 is Monday, 6 is Sunday.';
comment on column public.mentor_weekly_hours.start_minute is 'Minutes after local midnight, a multiple of 15.';
comment on column public.mentor_weekly_hours.end_minute is 'Minutes after local midnight, at most 1440 (24:00).';

create table public.mentor_date_overrides (
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  date date not null check (date between date '2000-01-01' and date '9999-12-31'),
  ranges int4multirange not null check (ranges <@ int4range(0, 1440)),
  primary key (mentor_id, date)
);

comment on table public.mentor_date_overrides is
  'Dates with hours of their own, which replace the weekly ones completely (docs/product/hours.md#special-dates).';
comment on column public.mentor_date_overrides.mentor_id is 'The mentor.';
comment on column public.mentor_date_overrides.date is 'Day in the mentor''s zone.';
comment on column public.mentor_date_overrides.ranges is
  'Minutes after local midnight, multiples of 15; empty: unavailable. Ranges that touch are one.';

create table public.mentor_time_off (
  id uuid primary key default gen_random_uuid(),
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  first_day date not null check (first_day between date '2000-01-01' and date '9999-12-31'),
  last_day date not null check (last_day <= date '9999-12-31'),
  note text check (note <> '' and char_length(note) <= (private.hours_limits()).note),
  constraint mentor_time_off_ends_after_start check (last_day >= first_day),
  constraint mentor_time_off_length check (last_day - first_day < (private.hours_limits()).days_off)
);
create index mentor_time_off_mentor_idx on public.mentor_time_off (mentor_id, last_day);

comment on table public.mentor_time_off is 'Days on which a mentor offers nothing (docs/product/hours.md#time-off).';
comment on column public.mentor_time_off.id is 'Chosen by the database.';
comment on column public.mentor_time_off.mentor_id is 'The mentor.';
comment on column public.mentor_time_off.first_day is 'First day off in the mentor''s zone.';
comment on column public.mentor_time_off.last_day is 'Last day off, included.';
comment on column public.mentor_time_off.note is 'For the mentor and administrators alone.';

create table public.holidays (
  date date not null check (date between date '2000-01-01' and date '9999-12-31'),
  name text not null check (char_length(name) between 1 and 80 and name = private.clean_line(name)),
  primary key (date, name)
);

comment on table public.holidays is
  'Public holidays in India, which mentors may take off. Feasts that move are added by administrators, from the '
  'government''s list.';
comment on column public.holidays.date is 'Day.';
comment on column public.holidays.name is 'What it is called.';

insert into public.holidays (date, name) values
  ('2026-12-25', 'Christmas'),
  ('2027-01-01', 'New Year'),
  ('2027-01-26', 'Republic Day'),
  ('2027-03-26', 'Good Friday'),
  ('2027-04-14', 'Ambedkar Jayanti'),
  ('2027-05-01', 'Labour Day'),
  ('2027-08-15', 'Independence Day'),
  ('2027-10-02', 'Gandhi Jayanti'),
  ('2027-12-25', 'Christmas')
on conflict do nothing;

alter table public.mentor_weekly_hours enable row level security;
alter table public.mentor_date_overrides enable row level security;
alter table public.mentor_time_off enable row level security;
alter table public.holidays enable row level security;

create policy "Mentors read their own weekly hours" on public.mentor_weekly_hours
for select to authenticated using (mentor_id = (select private.my_mentor_id()));
create policy "Administrators read mentors' weekly hours" on public.mentor_weekly_hours
for select to authenticated using ((select private.is_admin()));
create policy "Mentors read their own special dates" on public.mentor_date_overrides
for select to authenticated using (mentor_id = (select private.my_mentor_id()));
create policy "Administrators read mentors' special dates" on public.mentor_date_overrides
for select to authenticated using ((select private.is_admin()));
create policy "Mentors read their own time off" on public.mentor_time_off
for select to authenticated using (mentor_id = (select private.my_mentor_id()));
create policy "Administrators read mentors' time off" on public.mentor_time_off
for select to authenticated using ((select private.is_admin()));
create policy "Everyone reads holidays" on public.holidays for select to anon, authenticated using (true);

revoke all on table public.mentor_weekly_hours, public.mentor_date_overrides, public.mentor_time_off, public.holidays
  from public, anon, authenticated;
grant select on table public.mentor_weekly_hours, public.mentor_date_overrides, public.mentor_time_off to authenticated;
grant select on table public.holidays to anon, authenticated;
grant select, insert, update, delete on table public.mentor_weekly_hours, public.mentor_date_overrides,
  public.mentor_time_off, public.holidays to service_role;

create function public.save_holiday(p_date date, p_name text, p_is_removed boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_name text := private.clean_line(p_name);
begin
  perform private.require_admin();
  if p_date is null or not p_date between date '2000-01-01' and date '9999-12-31'
    or coalesce(char_length(v_name), 0) not between 1 and 80 then
    raise exception using errcode = 'PT422', message = 'holiday_not_valid';
  end if;
  if coalesce(p_is_removed, false) then
    delete from public.holidays h where h.date = p_date and h.name = v_name;
  else
    insert into public.holidays (date, name) values (p_date, v_name) on conflict do nothing;
  end if;
end
$$;
comment on function public.save_holiday is
  'Adds or removes a holiday, for administrators; repeating a call changes nothing. PT422 holiday_not_valid (a date, '
  'and a name of 1 to 80 characters). 42501 admin_only.';

-- What hours say ----------------------------------------------------------------------------------------------------

create function private.local_today(p_time_zone text, p_now timestamptz default now()) returns date
language plpgsql stable set search_path = '' as $$ begin return (p_now at time zone p_time_zone)::date; end $$;
comment on function private.local_today is 'The date in a zone.';

create function private.hours_of(p_mentor_id uuid, p_now timestamptz default now()) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'time_zone', s.time_zone,
    'session_minutes', coalesce(m.session_minutes, 60),
    'weekly', (
      select coalesce(jsonb_agg(jsonb_build_object('weekday', d.weekday, 'ranges', d.ranges) order by d.weekday), '[]')
      from (
        select w.weekday, jsonb_agg(
          jsonb_build_object('start_minute', w.start_minute, 'end_minute', w.end_minute) order by w.start_minute
        ) as ranges
        from public.mentor_weekly_hours w where w.mentor_id = m.id group by w.weekday
      ) d
    ),
    'overrides', (
      select coalesce(jsonb_agg(jsonb_build_object('date', o.date, 'ranges', (
        select coalesce(
          jsonb_agg(jsonb_build_object('start_minute', lower(r), 'end_minute', upper(r)) order by r), '[]')
        from unnest(o.ranges) r
      )) order by o.date), '[]')
      from public.mentor_date_overrides o
      where o.mentor_id = m.id and o.date >= private.local_today(s.time_zone, p_now)
    ),
    'time_off', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'first_day', t.first_day, 'last_day', t.last_day, 'note', coalesce(t.note, '')) order by t.first_day, t.id), '[]')
      from public.mentor_time_off t
      where t.mentor_id = m.id and t.last_day >= private.local_today(s.time_zone, p_now)
    ),
    'buffer_before_minutes', s.buffer_before_minutes,
    'buffer_after_minutes', s.buffer_after_minutes,
    'min_notice_minutes', m.min_notice_minutes,
    'window_weeks', s.window_weeks,
    'max_per_day', s.max_per_day,
    'max_per_week', s.max_per_week
  )
  from public.mentors m join public.mentor_settings s on s.mentor_id = m.id
  where m.id = p_mentor_id
$$;
comment on function private.hours_of is
  'A mentor''s hours as read_hours() and save_hours() have them: what is from today on, in the mentor''s zone.';

create function private.times_of_hours(p_hours jsonb, p_from date, p_days integer)
returns table (
  day date, starts_at timestamptz, ends_at timestamptz, date date, start_time time, end_time time,
  is_across_midnight boolean
)
-- One statement over sets, since half a year of half hours is nine thousand rows; in PL/pgSQL, which keeps the plan.
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  v_zone text := p_hours ->> 'time_zone';
  v_length integer := p_hours ->> 'session_minutes';
  v_step integer := v_length
    + greatest((p_hours ->> 'buffer_before_minutes')::integer, (p_hours ->> 'buffer_after_minutes')::integer);
begin
  return query
    with overrides as (
      select (o.value ->> 'date')::date as day, o.value -> 'ranges' as ranges
      from jsonb_array_elements(p_hours -> 'overrides') o
    ),
    days as (
      select p_from + n as day, extract(isodow from p_from + n)::integer - 1 as weekday
      from generate_series(0, p_days - 1) n
      where not exists (
        select from jsonb_array_elements(p_hours -> 'time_off') t
        where p_from + n between (t.value ->> 'first_day')::date and (t.value ->> 'last_day')::date
      )
    ),
    ranges as (
      select d.day, (r.value ->> 'start_minute')::integer as first, (r.value ->> 'end_minute')::integer as last
      from days d
      join jsonb_array_elements(p_hours -> 'weekly') w on (w.value ->> 'weekday')::integer = d.weekday,
        jsonb_array_elements(w.value -> 'ranges') r
      where d.day not in (select o.day from overrides o)
      union all
      select d.day, lower(r), upper(r)
      from days d join overrides o on o.day = d.day,
        unnest((
          select range_agg(int4range((x.value ->> 'start_minute')::integer, (x.value ->> 'end_minute')::integer))
          from jsonb_array_elements(o.ranges) x
        )) r
    ),
    cut as (
      select r.day, r.day + make_interval(mins => r.first + n * v_step) as local_start,
        r.day + make_interval(mins => r.first + n * v_step + v_length) as local_end
      from ranges r, generate_series(0, (r.last - r.first - v_length) / v_step) n
      where r.last - r.first >= v_length
    ),
    instants as materialized (
      select c.*, c.local_start at time zone v_zone as starts_at, c.local_end at time zone v_zone as ends_at from cut c
    ),
    indian as materialized (
      select i.*, i.starts_at at time zone 'Asia/Kolkata' as start, i.ends_at at time zone 'Asia/Kolkata' as finish
      from instants i
      -- A local time that the zone skips comes back as another one.
      where i.starts_at at time zone v_zone = i.local_start and i.ends_at at time zone v_zone = i.local_end
        and i.ends_at - i.starts_at = make_interval(mins => v_length)
    )
    select i.day, i.starts_at, i.ends_at, i.start::date, i.start::time, i.finish::time, i.start::date <> i.finish::date
    from indian i
    order by i.starts_at;
end
$$;
comment on function private.times_of_hours is
  'Steps 2 to 4 of generating times (docs/product/hours.md#generating), for hours as hours_of() answers them, and '
  'local dates from p_from on. Times across midnight in India, which are not offered, are marked. Past times are '
  'included.';

-- What hides times --------------------------------------------------------------------------------------------------

create type private.hiding_rules as (
  time_zone text, is_paused boolean, days_off datemultirange, before_minutes integer, after_minutes integer,
  max_per_day integer, max_per_week integer
);

create function private.hiding_rules_of(p_mentor_id uuid) returns private.hiding_rules
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select row(
    s.time_zone,
    not m.is_taking_bookings and coalesce(m.taking_bookings_from > private.local_today(s.time_zone), true),
    (
      select coalesce(range_agg(d.days), '{}') from (
        select daterange(t.first_day, t.last_day, '[]') as days from public.mentor_time_off t where t.mentor_id = m.id
        union all
        select daterange(o.date, o.date, '[]') from public.mentor_date_overrides o
        where o.mentor_id = m.id and isempty(o.ranges)
      ) d
    ),
    s.buffer_before_minutes, s.buffer_after_minutes, s.max_per_day, s.max_per_week
  )::private.hiding_rules
  from public.mentors m join public.mentor_settings s on s.mentor_id = m.id
  where m.id = p_mentor_id);
end
$$;
comment on function private.hiding_rules_of is
  'The rules that may hide a mentor''s times. A day of return is meant in the mentor''s zone.';

create function private.days_of(p_during tstzrange, p_time_zone text) returns daterange
language plpgsql stable set search_path = '' as $$
begin
  return daterange(
    (lower(p_during) at time zone p_time_zone)::date,
    ((upper(p_during) - interval '1 microsecond') at time zone p_time_zone)::date, '[]');
end
$$;
comment on function private.days_of is 'The days in a zone that a time touches.';

create function private.gap_of(p_rules private.hiding_rules) returns interval
language plpgsql immutable set search_path = ''
as $$ begin return make_interval(mins => greatest(p_rules.before_minutes, p_rules.after_minutes)); end $$;
comment on function private.gap_of is 'The least time between two sessions: the larger of the two buffers.';

create function private.widened(p_during tstzrange, p_before interval, p_after interval) returns tstzrange
language plpgsql immutable set search_path = ''
as $$ begin return tstzrange(lower(p_during) - p_before, upper(p_during) + p_after); end $$;

-- Hours from a form -------------------------------------------------------------------------------------------------

create function private.hours_problem(p_code text, p_field text, p_index integer default null, p_range integer default null)
returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(
    jsonb_build_object('code', p_code, 'field', p_field, 'index', p_index, 'range', p_range))
$$;

create function private.ranges_problems(p_ranges jsonb, p_length integer, p_field text, p_index integer) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v_problems jsonb := '[]';
  v_range jsonb;
  v_position bigint;
  v_start integer;
  v_end integer;
  v_seen int4range[] := '{}';
begin
  if jsonb_array_length(p_ranges) > (private.hours_limits()).ranges_a_day then
    -- No look at each: it is compared with all before it, which takes minutes for some thousand.
    return jsonb_build_array(private.hours_problem('too_many_ranges', p_field, p_index));
  end if;
  for v_range, v_position in
    select r.value, r.ordinality - 1 from jsonb_array_elements(p_ranges) with ordinality r
  loop
    if coalesce(v_range ->> 'start_minute', '') !~ '^[0-9]{1,4}$'
      or coalesce(v_range ->> 'end_minute', '') !~ '^[0-9]{1,4}$' then
      v_problems := v_problems || private.hours_problem('range_not_valid', p_field, p_index, v_position::integer);
      continue;
    end if;
    v_start := (v_range ->> 'start_minute')::integer;
    v_end := (v_range ->> 'end_minute')::integer;
    if v_end <= v_start or v_end > 1440 or v_start % 15 <> 0 or v_end % 15 <> 0 then
      v_problems := v_problems || private.hours_problem('range_not_valid', p_field, p_index, v_position::integer);
    else
      if v_end - v_start < p_length then
        v_problems := v_problems || private.hours_problem('range_too_short', p_field, p_index, v_position::integer);
      end if;
      if exists (select from unnest(v_seen) s where s && int4range(v_start, v_end)) then
        v_problems := v_problems || private.hours_problem('ranges_overlap', p_field, p_index, v_position::integer);
      end if;
      v_seen := v_seen || int4range(v_start, v_end);
    end if;
  end loop;
  return v_problems;
end
$$;

create function private.is_one_of(p_value jsonb, p_values integer[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(p_value) = 'number' and p_value = any (select to_jsonb(v) from unnest(p_values) v), false)
$$;

create function private.is_whole_in(p_value jsonb, p_range int4range) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(p_value) = 'number' and p_value #>> '{}' ~ '^[0-9]{1,6}$'
      then (p_value #>> '{}')::integer <@ p_range
    else false
  end
$$;

create function private.date_of(p_value jsonb) returns date
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(p_value #>> '{}', '') !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
    return null;
  end if;
  return (p_value #>> '{}')::date;
exception when data_exception then
  return null;
end
$$;
comment on function private.date_of is 'A date written yyyy-mm-dd, or null.';

create function private.parse_hours(p_mentor_id uuid, p_hours jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_limits private.hours_limits := private.hours_limits();
  v_old jsonb := private.hours_of(p_mentor_id);
  v_problems jsonb := '[]';
  v_zone text := p_hours ->> 'time_zone';
  v_length integer;
  v_today date;
  v_item jsonb;
  v_index integer;
  v_date date;
  v_last date;
  v_ranges jsonb;
  v_note text;
  v_weekdays integer[] := '{}';
  v_dates date[] := '{}';
  v_weekly jsonb := '[]';
  v_overrides jsonb := '[]';
  v_time_off jsonb := '[]';
  v_field text;
begin
  -- The list of zones is read from files, so a zone is checked only when it changes.
  if v_zone is distinct from v_old ->> 'time_zone' and not coalesce(
    (v_zone = 'UTC' or (v_zone like '%/%' and v_zone !~ '^(posix|right)/'))
    and exists (select from pg_catalog.pg_timezone_names z where z.name = v_zone), false) then
    v_problems := v_problems || private.hours_problem('time_zone_unknown', 'time_zone');
    v_zone := v_old ->> 'time_zone';
  end if;
  v_today := private.local_today(v_zone);
  if private.is_one_of(p_hours -> 'session_minutes', v_limits.session_lengths) then
    v_length := (p_hours ->> 'session_minutes')::integer;
  else
    v_problems := v_problems || private.hours_problem('setting_not_valid', 'session_minutes');
    v_length := v_limits.session_lengths[1];
  end if;
  foreach v_field in array array['buffer_before_minutes', 'buffer_after_minutes'] loop
    if not private.is_one_of(p_hours -> v_field, v_limits.buffers) then
      v_problems := v_problems || private.hours_problem('setting_not_valid', v_field);
    end if;
  end loop;
  if not private.is_whole_in(p_hours -> 'min_notice_minutes', v_limits.notice_minutes) then
    v_problems := v_problems || private.hours_problem('setting_not_valid', 'min_notice_minutes');
  end if;
  if not private.is_whole_in(p_hours -> 'window_weeks', v_limits.window_weeks) then
    v_problems := v_problems || private.hours_problem('setting_not_valid', 'window_weeks');
  end if;
  if jsonb_typeof(coalesce(p_hours -> 'max_per_day', 'null')) <> 'null'
    and not private.is_whole_in(p_hours -> 'max_per_day', v_limits.per_day) then
    v_problems := v_problems || private.hours_problem('setting_not_valid', 'max_per_day');
  end if;
  if jsonb_typeof(coalesce(p_hours -> 'max_per_week', 'null')) <> 'null'
    and not private.is_whole_in(p_hours -> 'max_per_week', v_limits.per_week) then
    v_problems := v_problems || private.hours_problem('setting_not_valid', 'max_per_week');
  end if;
  foreach v_field in array array['weekly', 'overrides', 'time_off'] loop
    if jsonb_typeof(coalesce(p_hours -> v_field, 'null')) <> 'array'
      or jsonb_array_length(p_hours -> v_field)
        > (case v_field when 'weekly' then 7 when 'overrides' then v_limits.overrides else v_limits.time_off end)
    then
      raise exception using errcode = 'PT422', message = 'setting_not_valid',
        detail = private.hours_problem('setting_not_valid', v_field)::text;
    end if;
  end loop;

  for v_item, v_index in
    select w.value, w.ordinality - 1 from jsonb_array_elements(p_hours -> 'weekly') with ordinality w
  loop
    v_ranges := v_item -> 'ranges';
    if not private.is_whole_in(v_item -> 'weekday', '[0,6]') or jsonb_typeof(coalesce(v_ranges, 'null')) <> 'array'
      or (v_item ->> 'weekday')::integer = any (v_weekdays) then
      v_problems := v_problems || private.hours_problem('setting_not_valid', 'weekly', v_index);
      continue;
    end if;
    v_weekdays := v_weekdays || (v_item ->> 'weekday')::integer;
    v_problems := v_problems || private.ranges_problems(v_ranges, v_length, 'weekly', v_index);
    if jsonb_array_length(v_ranges) > 0 then
      v_weekly := v_weekly || jsonb_build_object('weekday', v_item -> 'weekday', 'ranges', v_ranges);
    end if;
  end loop;

  for v_item, v_index in
    select o.value, o.ordinality - 1 from jsonb_array_elements(p_hours -> 'overrides') with ordinality o
  loop
    v_date := private.date_of(v_item -> 'date');
    v_ranges := v_item -> 'ranges';
    if v_date is null or jsonb_typeof(coalesce(v_ranges, 'null')) <> 'array' then
      v_problems := v_problems || private.hours_problem('setting_not_valid', 'overrides', v_index);
      continue;
    end if;
    if v_date < v_today then
      -- A form that was open over midnight still lists it.
      if not exists (
        select from public.mentor_date_overrides o where o.mentor_id = p_mentor_id and o.date = v_date
      ) then
        v_problems := v_problems || private.hours_problem('override_in_past', 'overrides', v_index);
      end if;
      continue;
    end if;
    if v_date = any (v_dates) then
      v_problems := v_problems || private.hours_problem('override_twice', 'overrides', v_index);
    end if;
    v_dates := v_dates || v_date;
    v_problems := v_problems || private.ranges_problems(v_ranges, v_length, 'overrides', v_index);
    v_overrides := v_overrides || jsonb_build_object('date', v_date, 'ranges', v_ranges);
  end loop;

  for v_item, v_index in
    select t.value, t.ordinality - 1 from jsonb_array_elements(p_hours -> 'time_off') with ordinality t
  loop
    v_date := private.date_of(v_item -> 'first_day');
    v_last := private.date_of(v_item -> 'last_day');
    v_note := nullif(private.clean_line(v_item ->> 'note'), '');
    if v_date is null or v_last is null or char_length(v_note) > v_limits.note then
      v_problems := v_problems || private.hours_problem('setting_not_valid', 'time_off', v_index);
    elsif v_last < v_date then
      v_problems := v_problems || private.hours_problem('range_not_valid', 'time_off', v_index);
    elsif v_last - v_date >= v_limits.days_off then
      v_problems := v_problems || private.hours_problem('time_off_too_long', 'time_off', v_index);
    elsif v_date < v_today and not exists (
      -- The time off has begun, or passed while the form was open.
      select from public.mentor_time_off t where t.mentor_id = p_mentor_id and t.id::text = v_item ->> 'id'
    ) then
      v_problems := v_problems || private.hours_problem('time_off_in_past', 'time_off', v_index);
    elsif v_last >= v_today then
      v_time_off := v_time_off || jsonb_build_object(
        'id', case when v_item ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then v_item -> 'id' end,
        'first_day', v_date, 'last_day', v_last, 'note', coalesce(v_note, ''));
    end if;
  end loop;

  if jsonb_array_length(v_problems) > 0 then
    raise exception using errcode = 'PT422', message = v_problems -> 0 ->> 'code',
      detail = ((v_problems -> 0) || jsonb_build_object('problems', v_problems))::text;
  end if;
  return jsonb_build_object(
    'time_zone', v_zone, 'session_minutes', v_length, 'weekly', v_weekly, 'overrides', v_overrides,
    'time_off', v_time_off,
    'buffer_before_minutes', p_hours -> 'buffer_before_minutes',
    'buffer_after_minutes', p_hours -> 'buffer_after_minutes',
    'min_notice_minutes', p_hours -> 'min_notice_minutes', 'window_weeks', p_hours -> 'window_weeks',
    'max_per_day', coalesce(p_hours -> 'max_per_day', 'null'),
    'max_per_week', coalesce(p_hours -> 'max_per_week', 'null')
  );
end
$$;
comment on function private.parse_hours is
  'Hours from a form, as hours_of() answers them. PT422 with the first problem''s code as message and, as detail, '
  'JSON: code, field, index of the row and of its range where they are meant, and problems, the list of all of them. '
  'Codes: time_zone_unknown, setting_not_valid, range_not_valid, ranges_overlap, range_too_short, too_many_ranges, '
  'override_in_past, override_twice, time_off_in_past, time_off_too_long.';

revoke execute on all functions in schema private from public;
revoke execute on function public.save_holiday from public, anon;
grant execute on function public.save_holiday to authenticated, service_role;
