set local lock_timeout = '5s';

-- The times that mentors offer: generated from their hours, and hidden while there is a reason. All of it runs under
-- private.lock_mentor(), as holds, sales and moves do, and reads the same claims (docs/product/hours.md#generating).

-- Hiding ------------------------------------------------------------------------------------------------------------

create function private.reasons_to_hide(p_mentor_id uuid, p_rules private.hiding_rules, p_times tstzrange[])
returns table (place bigint, reason text)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  v_gap interval := private.gap_of(p_rules);
  v_before interval := make_interval(mins => p_rules.before_minutes);
  v_after interval := make_interval(mins => p_rules.after_minutes);
  v_is_busy boolean := exists (select from private.mentor_busy b where b.mentor_id = p_mentor_id);
begin
  return query
    with times as (
      select t.place, t.during, (lower(t.during) at time zone p_rules.time_zone)::date as day
      from unnest(p_times) with ordinality t (during, place)
    ),
    -- Limits and buffers reach at most as far as the week around a time.
    sales as materialized (
      select c.during, (lower(c.during) at time zone p_rules.time_zone)::date as day
      from private.slot_claims c
      where c.mentor_id = p_mentor_id and c.kind = 'sale' and c.released_at is null
        and c.during && (select tstzrange(min(lower(t.during)) - interval '8 days', max(upper(t.during)) + interval '8 days')
          from times t)
    ),
    full_weeks as materialized (
      select date_trunc('week', s.day::timestamp)::date as week from sales s
      group by 1 having count(*) >= p_rules.max_per_week
    ),
    full_days as materialized (
      select s.day from sales s group by 1 having count(*) >= p_rules.max_per_day
    ),
    around_sales as materialized (
      select coalesce(range_agg(private.widened(s.during, v_gap, v_gap)), '{}') as during
      from sales s
    )
    select t.place, case
      when p_rules.is_paused then 'paused'
      when not isempty(p_rules.days_off) and p_rules.days_off && private.days_of(t.during, p_rules.time_zone) then 'time_off'
      when v_is_busy and exists (
        select from private.mentor_busy b where b.mentor_id = p_mentor_id and b.during && t.during
      ) then 'calendar'
      when (select a.during from around_sales a) && t.during or (v_is_busy and exists (
        select from private.mentor_busy b
        where b.mentor_id = p_mentor_id
          and b.during && tstzrange(lower(t.during) - v_before, upper(t.during) + v_after)
      )) then 'buffer'
      when date_trunc('week', t.day::timestamp)::date in (select w.week from full_weeks w) then 'week_limit'
      when t.day in (select d.day from full_days d) then 'day_limit'
    end
    from times t;
end
$$;
comment on function private.reasons_to_hide is
  'For each of these times that are not sold, by its place in the list: why it is not on offer under these rules, the '
  'first reason that applies, or null.';

-- Part of the money path: called by the trigger on slot_claims.
create function private.refresh_hidden_times(
  p_mentor_id uuid, p_from timestamptz default null, p_to timestamptz default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_rules private.hiding_rules := private.hiding_rules_of(p_mentor_id);
  v_during tstzrange := tstzrange(p_from, p_to);
  v_first_day date := greatest(private.today(), (p_from at time zone 'Asia/Kolkata')::date);
  v_last_day date := coalesce((p_to at time zone 'Asia/Kolkata')::date, 'infinity');
  v_ids uuid[];
  v_times tstzrange[];
begin
  select array_agg(a.id), array_agg(a.during) into v_ids, v_times
  from public.mentor_availability a
  where a.mentor_id = p_mentor_id and not a.is_booked and lower(a.during) > now() and a.during && v_during
    and a.date between v_first_day and v_last_day;
  if v_ids is null then
    return;
  end if;
  update public.mentor_availability a set hidden_because = r.reason
  from private.reasons_to_hide(p_mentor_id, v_rules, v_times) r
  -- The conditions on mentor and date only let the index be used.
  where a.mentor_id = p_mentor_id and a.date >= private.today()
    and a.id = v_ids[r.place] and a.hidden_because is distinct from r.reason;
end
$$;
comment on function private.refresh_hidden_times is
  'Writes hidden_because of a mentor''s times to come, of all or of those that overlap the span; rows that are right '
  'already are not written. Call with the mentor locked, in the transaction that changes the cause.';

create function private.refresh_times_around(p_mentor_id uuid, p_during tstzrange) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_rules private.hiding_rules := private.hiding_rules_of(p_mentor_id);
  v_gap interval;
  v_monday timestamp;
begin
  -- The mentor may be being deleted.
  if v_rules.time_zone is null then
    return;
  end if;
  v_gap := private.gap_of(v_rules);
  v_monday := date_trunc('week', lower(p_during) at time zone v_rules.time_zone);
  if v_rules.max_per_week is not null then
    perform private.refresh_hidden_times(p_mentor_id,
      least(lower(p_during) - v_gap, v_monday at time zone v_rules.time_zone),
      greatest(upper(p_during) + v_gap, (v_monday + interval '7 days') at time zone v_rules.time_zone));
  elsif v_rules.max_per_day is not null then
    perform private.refresh_hidden_times(p_mentor_id,
      least(lower(p_during) - v_gap,
        date_trunc('day', lower(p_during) at time zone v_rules.time_zone) at time zone v_rules.time_zone),
      greatest(upper(p_during) + v_gap,
        (date_trunc('day', lower(p_during) at time zone v_rules.time_zone) + interval '1 day')
          at time zone v_rules.time_zone));
  else
    perform private.refresh_hidden_times(p_mentor_id, lower(p_during) - v_gap, upper(p_during) + v_gap);
  end if;
end
$$;
comment on function private.refresh_times_around is
  'For a sale at this time that began or ended: refreshes the neighbours within the buffers, and the day and week '
  'where they are limited. Without buffers and limits, no other row is read.';

-- A client's values of source and hidden_because are ignored, even with a grant. Not a definer: current_user tells a
-- client's statement from a statement of the functions here.
create function private.guard_times() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.source := case when tg_op = 'INSERT' then 'manual' else old.source end;
    new.hidden_because := case when tg_op = 'UPDATE' then old.hidden_because end;
  end if;
  return new;
end
$$;
create trigger guard_times before insert or update on public.mentor_availability
for each row execute function private.guard_times();

-- generate_availability() checks generated rows once, when all of them exist.
create function private.hide_new_times() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_new record;
begin
  for v_new in
    select n.mentor_id, min(lower(n.during)) as first, max(upper(n.during)) as last
    from new_times n where n.source = 'manual' and lower(n.during) > now()
    group by n.mentor_id order by private.mentor_lock_key(n.mentor_id), n.mentor_id
  loop
    perform private.refresh_hidden_times(v_new.mentor_id, v_new.first, v_new.last);
  end loop;
  return null;
end
$$;
create trigger hide_new_times after insert on public.mentor_availability
referencing new table as new_times for each statement execute function private.hide_new_times();

create function private.follow_pause() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_mentor(new.id);
  perform private.refresh_hidden_times(new.id);
  return null;
end
$$;
create trigger follow_pause after update of is_taking_bookings, taking_bookings_from on public.mentors
for each row when (
  (old.is_taking_bookings, old.taking_bookings_from) is distinct from (new.is_taking_bookings, new.taking_bookings_from)
)
execute function private.follow_pause();

-- Whether a time may be held ----------------------------------------------------------------------------------------

create function private.time_problem(p_mentor_id uuid, p_during tstzrange, p_booking_id uuid default null) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_rules private.hiding_rules := private.hiding_rules_of(p_mentor_id);
  v_gap interval := private.gap_of(v_rules);
  v_day date := (lower(p_during) at time zone v_rules.time_zone)::date;
  v_monday date := date_trunc('week', v_day::timestamp)::date;
  v_in_week integer;
  v_in_day integer;
begin
  if v_rules.is_paused then
    return 'mentor_paused';
  end if;
  if v_rules.days_off && private.days_of(p_during, v_rules.time_zone) then
    return 'slot_not_offered';
  end if;
  if exists (select from private.mentor_busy b where b.mentor_id = p_mentor_id and b.during && p_during) then
    return 'slot_busy';
  end if;
  if exists (
    select from private.mentor_busy b
    where b.mentor_id = p_mentor_id and b.during && private.widened(
      p_during, make_interval(mins => v_rules.before_minutes), make_interval(mins => v_rules.after_minutes))
  ) or (v_gap > interval '0' and exists (
    select from private.slot_claims c
    where c.mentor_id = p_mentor_id and c.during && private.widened(p_during, v_gap, v_gap) and c.released_at is null
      and (c.kind = 'sale' or c.expires_at > clock_timestamp()) and c.booking_id is distinct from p_booking_id
      -- A time that overlaps a claim is taken, which is another refusal.
      and not c.during && p_during
  )) then
    return 'slot_buffered';
  end if;
  if v_rules.max_per_week is null and v_rules.max_per_day is null then
    return null;
  end if;
  -- A session that starts in the week ends at most a day after the week.
  select count(*) filter (where date_trunc('week', s.day::timestamp)::date = v_monday),
    count(*) filter (where s.day = v_day)
  into v_in_week, v_in_day
  from (
    select (lower(c.during) at time zone v_rules.time_zone)::date as day
    from private.slot_claims c
    where c.mentor_id = p_mentor_id and c.released_at is null
      and c.during && tstzrange(
        v_monday::timestamp at time zone v_rules.time_zone,
        (v_monday + 7)::timestamp at time zone v_rules.time_zone)
      and (c.kind = 'sale' or c.expires_at > clock_timestamp()) and c.booking_id is distinct from p_booking_id
  ) s;
  return case
    when v_in_week >= v_rules.max_per_week then 'mentor_week_full'
    when v_in_day >= v_rules.max_per_day then 'mentor_day_full'
  end;
end
$$;
comment on function private.time_problem is
  'Why this time of a mentor may not be held now, the first reason that applies, or null. Sales and all live holds '
  'count, except the claim of p_booking_id. Call with the mentor locked.';

create function private.require_free_time(p_mentor_id uuid, p_during tstzrange, p_booking_id uuid default null)
returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_problem text := private.time_problem(p_mentor_id, p_during, p_booking_id);
begin
  if v_problem = 'slot_not_offered' then
    raise exception using errcode = 'PT422', message = v_problem;
  elsif v_problem is not null then
    raise exception using errcode = 'PT409', message = v_problem,
      detail = (select m.name from public.mentors m where m.id = p_mentor_id);
  end if;
end
$$;
comment on function private.require_free_time is
  'PT409 mentor_paused | slot_busy | slot_buffered | mentor_week_full | mentor_day_full (detail: the mentor''s name), '
  'PT422 slot_not_offered on a day off. See time_problem().';

create function private.time_warnings(p_mentor_id uuid, p_during tstzrange, p_booking_id uuid default null) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_rules private.hiding_rules := private.hiding_rules_of(p_mentor_id);
  v_gap interval := private.gap_of(v_rules);
  v_start timestamp := lower(p_during) at time zone v_rules.time_zone;
  v_minutes int4range := int4range(
    extract(epoch from v_start - date_trunc('day', v_start))::integer / 60,
    extract(epoch from v_start - date_trunc('day', v_start) + (upper(p_during) - lower(p_during)))::integer / 60);
begin
  return array_remove(array[
    case when not exists (
      select from public.mentor_availability a where a.mentor_id = p_mentor_id and a.during = p_during
    ) and not coalesce((
      select v_minutes <@ o.ranges from public.mentor_date_overrides o
      where o.mentor_id = p_mentor_id and o.date = v_start::date
    ), (
      select v_minutes <@ range_agg(int4range(w.start_minute, w.end_minute)) from public.mentor_weekly_hours w
      where w.mentor_id = p_mentor_id and w.weekday = extract(isodow from v_start) - 1
    ), false) then 'outside_hours' end,
    case when v_rules.days_off && private.days_of(p_during, v_rules.time_zone) then 'time_off' end,
    case when exists (
      select from private.mentor_busy b where b.mentor_id = p_mentor_id and b.during && p_during
    ) then 'calendar' end,
    case when exists (
      select from private.slot_claims c
      where c.mentor_id = p_mentor_id and c.during && private.widened(p_during, v_gap, v_gap)
        and c.released_at is null and (c.kind = 'sale' or c.expires_at > clock_timestamp())
        and c.booking_id is distinct from p_booking_id
    ) then 'buffer' end
  ], null);
end
$$;
comment on function private.time_warnings is
  'What an administrator should know before moving a booking to this time: outside_hours, time_off, calendar, buffer.';

create function public.time_warnings(
  p_mentor_id uuid, p_date date, p_start_time time, p_end_time time, p_booking_id uuid default null
) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if private.session_range(p_date, p_start_time, p_end_time) is null then
    raise exception using errcode = 'PT422', message = 'time_not_valid';
  end if;
  return coalesce(
    private.time_warnings(p_mentor_id, private.session_range(p_date, p_start_time, p_end_time), p_booking_id), '{}');
end
$$;
comment on function public.time_warnings is
  'For administrators, before they move a booking: of outside_hours, time_off, calendar and buffer those that speak '
  'against a time in India. None of them refuses the move. PT422 time_not_valid.';

-- Generating --------------------------------------------------------------------------------------------------------

create table private.mentor_generations (
  mentor_id uuid primary key references public.mentors (id) on delete cascade,
  night date not null default '2000-01-01',
  failed_at timestamptz,
  error text
);
create index mentor_generations_night_idx on private.mentor_generations (night, failed_at);
create index mentor_generations_failed_idx on private.mentor_generations (failed_at) where failed_at is not null;

comment on table private.mentor_generations is
  'Mentors who have hours, and how their times were last generated.';
comment on column private.mentor_generations.night is
  'The last night, by the date in India at 02:00, for which it was done.';
comment on column private.mentor_generations.failed_at is 'When it last failed; null once it was done again.';

alter table private.mentor_generations enable row level security;
revoke all on table private.mentor_generations from public, anon, authenticated, service_role;

create function private.note_hours() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.mentor_generations (mentor_id) select distinct n.mentor_id from new_hours n on conflict do nothing;
  return null;
end
$$;
create trigger note_hours after insert on public.mentor_weekly_hours
referencing new table as new_hours for each statement execute function private.note_hours();
create trigger note_hours after insert on public.mentor_date_overrides
referencing new table as new_hours for each statement execute function private.note_hours();

create function private.night(p_now timestamptz default now()) returns date
language sql stable set search_path = '' as $$ select ((p_now - interval '2 hours') at time zone 'Asia/Kolkata')::date $$;
comment on function private.night is 'The day in India that began with the last 02:00.';

create function private.live_claims(p_mentor_id uuid) returns tstzmultirange
language sql stable set search_path = '' as $$
  select coalesce(range_agg(c.during), '{}') from private.slot_claims c
  where c.mentor_id = p_mentor_id and c.released_at is null and (c.kind = 'sale' or c.expires_at > clock_timestamp())
$$;
comment on function private.live_claims is 'All time of a mentor that is sold, or held right now.';

create function private.wanted_times(p_mentor_id uuid, p_hours jsonb, p_now timestamptz, p_days integer)
returns table (
  day date, starts_at timestamptz, ends_at timestamptz, date date, start_time time, end_time time
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_claims tstzmultirange := private.live_claims(p_mentor_id);
  v_manual tstzmultirange;
begin
  select coalesce(range_agg(a.during), '{}') into v_manual from public.mentor_availability a
  where a.mentor_id = p_mentor_id and a.source = 'manual' and a.date >= (p_now at time zone 'Asia/Kolkata')::date;
  -- A generated row whose time is sold or held stays, even when the hours no longer have it.
  v_claims := v_claims + (
    select coalesce(range_agg(a.during), '{}') from public.mentor_availability a
    where a.mentor_id = p_mentor_id and a.source = 'rule' and a.date >= (p_now at time zone 'Asia/Kolkata')::date
      and a.during && v_claims
  );
  return query
    select t.day, t.starts_at, t.ends_at, t.date, t.start_time, t.end_time
    from private.times_of_hours(p_hours, private.local_today(p_hours ->> 'time_zone', p_now), p_days) t
    where t.starts_at > p_now and not t.is_across_midnight
      and not v_manual && tstzrange(t.starts_at, t.ends_at)
      and (not v_claims && tstzrange(t.starts_at, t.ends_at) or exists (
        select from public.mentor_availability a
        where a.mentor_id = p_mentor_id and a.date = t.date and a.start_time = t.start_time and a.end_time = t.end_time
      ))
    order by t.starts_at;
end
$$;
comment on function private.wanted_times is
  'The times to generate from the hours, in order: steps 1 to 5 (docs/product/hours.md#generating). No new time where '
  'the mentor''s time is sold or held.';

create function private.generate_availability(
  p_mentor_id uuid, p_now timestamptz default now(), out added integer, out removed integer, out kept integer
)
language plpgsql security definer set search_path = '' as $$
declare
  v_hours jsonb;
  v_claims tstzmultirange;
  v_is_listed boolean;
  v_gone uuid[];
  v_dates date[];
  v_starts time[];
  v_ends time[];
begin
  perform private.lock_mentor(p_mentor_id);
  v_hours := private.hours_of(p_mentor_id, p_now);
  v_claims := private.live_claims(p_mentor_id);
  select m.listing_state = 'listed' into v_is_listed from public.mentors m where m.id = p_mentor_id;
  if v_is_listed then
    select array_agg(w.date), array_agg(w.start_time), array_agg(w.end_time) into v_dates, v_starts, v_ends
    from (
      select * from private.wanted_times(p_mentor_id, v_hours, p_now, (v_hours ->> 'window_weeks')::integer * 7)
      limit 3000
    ) w;
  end if;

  -- A full join compares thousands of rows with thousands in one pass, even when the planner misjudges the arrays.
  select coalesce(array_agg(a.id) filter (where w.date is null), '{}'),
    array_agg(w.date) filter (where a.id is null), array_agg(w.start_time) filter (where a.id is null),
    array_agg(w.end_time) filter (where a.id is null)
  into v_gone, v_dates, v_starts, v_ends
  from unnest(v_dates, v_starts, v_ends) w (date, start_time, end_time)
  full join (
    select a.* from public.mentor_availability a where a.mentor_id = p_mentor_id and lower(a.during) > p_now
  ) a using (date, start_time, end_time);

  delete from public.mentor_availability a
  where a.mentor_id = p_mentor_id and a.source = 'rule' and not a.during && v_claims
    and (a.id = any (v_gone) or lower(a.during) <= p_now - interval '30 days');
  get diagnostics removed = row_count;

  insert into public.mentor_availability (mentor_id, date, start_time, end_time, source)
  select p_mentor_id, w.date, w.start_time, w.end_time, 'rule'
  from unnest(v_dates, v_starts, v_ends) w (date, start_time, end_time);
  get diagnostics added = row_count;

  select count(*) - added into kept from public.mentor_availability a
  where a.mentor_id = p_mentor_id and a.source = 'rule' and lower(a.during) > p_now;
  perform private.refresh_hidden_times(p_mentor_id);
  update private.mentor_generations g set night = private.night(p_now), failed_at = null, error = null
  where g.mentor_id = p_mentor_id and (g.night <> private.night(p_now) or g.failed_at is not null);
end
$$;
comment on function private.generate_availability is
  'Makes the generated rows of a mentor what the hours say (docs/product/hours.md#generating), and answers how many '
  'were added, removed and kept. A second call at the same p_now changes nothing. Rows added by hand are never '
  'written, and a row whose time is sold or held is never deleted nor moved.';

-- Such a time would be on offer until the next generation, though the mentor has taken it out of the hours.
create function private.drop_left_time() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.mentor_availability a
  using (select private.hours_of(old.mentor_id) as hours) m
  where a.mentor_id = old.mentor_id and a.source = 'rule' and a.during && old.during and lower(a.during) > now()
    -- The condition on the date only lets the index be used.
    and a.date = (lower(old.during) at time zone 'Asia/Kolkata')::date
    and not private.has_claim(a.mentor_id, a.during)
    and not exists (
      select from private.times_of_hours(
        m.hours, private.local_today(m.hours ->> 'time_zone', lower(a.during)) - 1, 2) t
      where t.starts_at = lower(a.during) and t.ends_at = upper(a.during)
    );
  return null;
end
$$;
comment on function private.drop_left_time is
  'A generated time that stayed only because it was sold or held goes with the claim (docs/product/hours.md#generating).';
create trigger drop_left_time after update of released_at, during on private.slot_claims
for each row when (
  (old.released_at is null and new.released_at is not null) or old.during is distinct from new.during
)
execute function private.drop_left_time();

create function private.follow_listing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.generate_availability(new.id);
  return null;
end
$$;
create trigger follow_listing after update of listing_state on public.mentors
for each row when (old.listing_state <> new.listing_state) execute function private.follow_listing();

create function public.generate_due_availability(p_limit integer default 50) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor_id uuid;
  v_count integer := 0;
begin
  perform private.require_service();
  -- In the order of the mentors' locks, so that two workers never wait for each other.
  for v_mentor_id in
    select d.mentor_id from (
      select g.mentor_id from private.mentor_generations g
      where g.night < private.night() and (g.failed_at is null or g.failed_at < now() - interval '1 hour')
      order by g.night, g.mentor_id
      limit least(greatest(coalesce(p_limit, 50), 1), 200)
    ) d
    order by private.mentor_lock_key(d.mentor_id), d.mentor_id
  loop
    begin
      -- The mentor's lock comes before the row, as in a save of hours. Another worker may have generated them already.
      perform private.lock_mentor(v_mentor_id);
      continue when not exists (
        select from private.mentor_generations g where g.mentor_id = v_mentor_id and g.night < private.night()
      );
      v_count := v_count + 1;
      perform private.generate_availability(v_mentor_id);
    exception when others then
      -- A failure for one mentor must not stop the others; System Health names the mentor.
      raise warning 'The times of mentor % were not generated: %', v_mentor_id, sqlerrm;
      update private.mentor_generations g set failed_at = now(), error = left(sqlerrm, 500)
      where g.mentor_id = v_mentor_id;
    end;
  end loop;
  return v_count;
end
$$;
comment on function public.generate_due_availability is
  'For the worker: generates the times of mentors whose times were not generated since 02:00 in India, and answers how '
  'many mentors it tried; they are locked until the call ends. After a failure it tries again an hour later. Repeated '
  'and simultaneous calls do no harm.';

create function public.generate_availability_now(p_mentor_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if not exists (select from public.mentors m where m.id = p_mentor_id) then
    raise exception using errcode = 'PT404', message = 'mentor_not_found';
  end if;
  return (select to_jsonb(g) from private.generate_availability(p_mentor_id) g);
end
$$;
comment on function public.generate_availability_now is
  'For administrators: generates a mentor''s times at once; answers {added, removed, kept}. PT404 mentor_not_found.';

-- What our team changes ---------------------------------------------------------------------------------------------

create function private.tell_of_changed_hours(p_mentor_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if private.is_client() and not private.is_mentor_of(p_mentor_id) then
    -- The screen saves hours and single times one after the other; both get one e-mail.
    perform private.enqueue_job('mentor_mail', jsonb_build_object('mail', 'hours_changed', 'mentor_id', p_mentor_id), (
      select format('hours:%s:%s', p_mentor_id,
        case when s.updated_at > now() - interval '10 minutes' then s.updated_at else now() end)
      from public.mentor_settings s where s.mentor_id = p_mentor_id
    ));
  end if;
end
$$;
comment on function private.tell_of_changed_hours is
  'After a save on the screen "Hours": the mentor gets an e-mail where an administrator made it.';

-- Pausing -----------------------------------------------------------------------------------------------------------

create function public.set_pause(p_mentor_id uuid, p_is_paused boolean, p_returns_on date default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_mentor_or_admin(p_mentor_id, true);
  v_zone text;
begin
  select s.time_zone into v_zone from public.mentor_settings s where s.mentor_id = v_mentor_id;
  if p_is_paused and p_returns_on <= private.local_today(v_zone) then
    raise exception using errcode = 'PT422', message = 'taking_bookings_from_past';
  end if;
  update public.mentors m
  set is_taking_bookings = not coalesce(p_is_paused, false),
    taking_bookings_from = case when p_is_paused then p_returns_on end
  where m.id = v_mentor_id
    and (m.is_taking_bookings, m.taking_bookings_from)
      is distinct from (not coalesce(p_is_paused, false), case when p_is_paused then p_returns_on end);
  if found then
    perform private.tell_of_changed_hours(v_mentor_id);
  end if;
end
$$;
comment on function public.set_pause is
  'Stops offering a mentor''s times, or offers them again, for the mentor and for administrators. p_returns_on: the '
  'day in the mentor''s zone on which the pause ends by itself, or null. Holds may still be paid. PT422 '
  'taking_bookings_from_past (a day after today), and those of require_mentor_or_admin.';

create function public.end_pauses(p_limit integer default 100) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor_id uuid;
  v_count integer := 0;
begin
  perform private.require_service();
  for v_mentor_id in
    select m.id from public.mentors m
    where m.id in (
      select p.id from public.mentors p join public.mentor_settings s on s.mentor_id = p.id
      where not p.is_taking_bookings and p.taking_bookings_from <= private.local_today(s.time_zone)
      limit least(greatest(coalesce(p_limit, 100), 1), 1000)
      for no key update of p skip locked
    )
    order by private.mentor_lock_key(m.id), m.id
  loop
    begin
      update public.mentors m set is_taking_bookings = true, taking_bookings_from = null where m.id = v_mentor_id;
      v_count := v_count + 1;
    exception when others then
      raise warning 'The pause of mentor % was not ended: %', v_mentor_id, sqlerrm;
    end;
  end loop;
  return v_count;
end
$$;
comment on function public.end_pauses is
  'For the worker: ends pauses whose day of return has come in the mentor''s zone, and answers how many.';

-- Reading and saving hours ------------------------------------------------------------------------------------------

create function public.read_hours(p_mentor_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_mentor_or_admin(p_mentor_id);
begin
  return private.hours_of(v_mentor_id) || (
    select jsonb_build_object(
      'updated_at', s.updated_at, 'zone_offsets', private.zone_offsets(s.time_zone),
      'is_taking_bookings', m.is_taking_bookings,
      'taking_bookings_from', m.taking_bookings_from,
      'single_times', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', a.id, 'date', a.date, 'start_time', a.start_time, 'end_time', a.end_time, 'is_booked', a.is_booked,
          'hidden_because', a.hidden_because) order by a.date, a.start_time, a.end_time), '[]')
        from public.mentor_availability a
        where a.mentor_id = m.id and a.source = 'manual' and lower(a.during) > now()
      ),
      'is_cut', (
        select count(*) >= 3000 from public.mentor_availability a
        where a.mentor_id = m.id and a.source = 'rule' and lower(a.during) > now()
      )
    )
    from public.mentors m join public.mentor_settings s on s.mentor_id = m.id
    where m.id = v_mentor_id
  );
end
$$;
comment on function public.read_hours is
  'A mentor''s hours, for the mentor (also null) and for administrators: time_zone, session_minutes, weekly [{weekday '
  '0 (Monday) to 6, ranges: [{start_minute, end_minute}]}], overrides [{date, ranges}] (no range: unavailable), '
  'time_off [{id, first_day, last_day, note}], both of today and later in the mentor''s zone, buffer_before_minutes, '
  'buffer_after_minutes, min_notice_minutes, window_weeks, max_per_day and max_per_week (null: no limit), zone_offsets, updated_at '
  '(a save names it), is_taking_bookings, taking_bookings_from, single_times [{id, date, start_time, end_time, '
  'is_booked, hidden_because}] in Indian time, is_cut (only the first 3,000 times are offered). Errors of '
  'require_mentor_or_admin.';

create function public.save_hours(p_mentor_id uuid, p_hours jsonb, p_seen_at timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_mentor_or_admin(p_mentor_id, true);
  v_before jsonb;
  v_hours jsonb;
  v_updated_at timestamptz;
  v_generated record;
  v_today date;
begin
  -- The row first, then the lock, as everywhere. From here on this mentor's times are not sold, held or generated.
  perform from public.mentors m where m.id = v_mentor_id for no key update;
  perform private.lock_mentor(v_mentor_id);
  select s.updated_at into v_updated_at from public.mentor_settings s where s.mentor_id = v_mentor_id for no key update;
  -- Browsers know milliseconds.
  if p_seen_at is null or date_trunc('milliseconds', p_seen_at) <> date_trunc('milliseconds', v_updated_at) then
    raise exception using errcode = 'PT409', message = 'hours_changed_meanwhile';
  end if;
  v_before := private.hours_of(v_mentor_id);
  v_hours := private.parse_hours(v_mentor_id, p_hours);
  v_today := private.local_today(v_hours ->> 'time_zone');

  delete from public.mentor_weekly_hours w where w.mentor_id = v_mentor_id;
  insert into public.mentor_weekly_hours (mentor_id, weekday, start_minute, end_minute)
  select v_mentor_id, (w.value ->> 'weekday')::smallint, (r.value ->> 'start_minute')::smallint,
    (r.value ->> 'end_minute')::smallint
  from jsonb_array_elements(v_hours -> 'weekly') w, jsonb_array_elements(w.value -> 'ranges') r;

  delete from public.mentor_date_overrides o where o.mentor_id = v_mentor_id and o.date >= v_today;
  insert into public.mentor_date_overrides (mentor_id, date, ranges)
  select v_mentor_id, (o.value ->> 'date')::date, (
    select coalesce(
      range_agg(int4range((r.value ->> 'start_minute')::integer, (r.value ->> 'end_minute')::integer)), '{}')
    from jsonb_array_elements(o.value -> 'ranges') r
  )
  from jsonb_array_elements(v_hours -> 'overrides') o
  on conflict (mentor_id, date) do update set ranges = excluded.ranges;

  delete from public.mentor_time_off t
  where t.mentor_id = v_mentor_id and t.last_day >= v_today and not exists (
    select from jsonb_array_elements(v_hours -> 'time_off') n where n.value ->> 'id' = t.id::text
  );
  update public.mentor_time_off t
  set first_day = (n.value ->> 'first_day')::date, last_day = (n.value ->> 'last_day')::date,
    note = nullif(n.value ->> 'note', '')
  from jsonb_array_elements(v_hours -> 'time_off') n
  where t.mentor_id = v_mentor_id and n.value ->> 'id' = t.id::text;
  insert into public.mentor_time_off (mentor_id, first_day, last_day, note)
  select v_mentor_id, (n.value ->> 'first_day')::date, (n.value ->> 'last_day')::date, nullif(n.value ->> 'note', '')
  from jsonb_array_elements(v_hours -> 'time_off') n
  where not exists (
    select from public.mentor_time_off t where t.mentor_id = v_mentor_id and n.value ->> 'id' = t.id::text
  );

  update public.mentors m
  set session_minutes = (v_hours ->> 'session_minutes')::smallint,
    min_notice_minutes = (v_hours ->> 'min_notice_minutes')::integer
  where m.id = v_mentor_id and (m.session_minutes, m.min_notice_minutes)
    is distinct from ((v_hours ->> 'session_minutes')::smallint, (v_hours ->> 'min_notice_minutes')::integer);
  update public.mentor_settings s
  set time_zone = v_hours ->> 'time_zone',
    buffer_before_minutes = (v_hours ->> 'buffer_before_minutes')::smallint,
    buffer_after_minutes = (v_hours ->> 'buffer_after_minutes')::smallint,
    window_weeks = (v_hours ->> 'window_weeks')::smallint,
    max_per_day = (v_hours ->> 'max_per_day')::smallint,
    max_per_week = (v_hours ->> 'max_per_week')::smallint,
    -- Always a new value: a save names the version that it began with.
    updated_at = greatest(now(), date_trunc('milliseconds', s.updated_at) + interval '1 millisecond')
  where s.mentor_id = v_mentor_id
  returning s.updated_at into v_updated_at;

  select * into v_generated from private.generate_availability(v_mentor_id);
  perform private.record_hours(v_mentor_id, v_before, private.hours_of(v_mentor_id));
  perform private.tell_of_changed_hours(v_mentor_id);
  return jsonb_build_object(
    'added', v_generated.added, 'removed', v_generated.removed,
    'booked', (
      select count(*) from private.slot_claims c
      where c.mentor_id = v_mentor_id and c.kind = 'sale' and c.released_at is null and upper(c.during) > now()
    ),
    'updated_at', v_updated_at
  );
end
$$;
comment on function public.save_hours is
  'Saves all hours of a mentor, shaped as read_hours() answers them, and generates the times, in one transaction, for '
  'the mentor and for administrators; what else is in it is ignored. p_seen_at is updated_at as it was read. Answers '
  '{added, removed, booked: sessions to come, which stay as they are, updated_at}. PT409 hours_changed_meanwhile | '
  'mentor_left, PT422 as private.parse_hours(): time_zone_unknown, setting_not_valid, range_not_valid, '
  'ranges_overlap, range_too_short, too_many_ranges, override_in_past, override_twice, time_off_in_past, '
  'time_off_too_long, with detail {"code", "field", "index", "range", "problems": [all of them]}. Ranges of one date '
  'that touch become one.';

create function private.mail_hours_changed(p_payload jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'recipients', jsonb_build_array(jsonb_build_object('to', mp.email, 'role', 'mentor')), 'facts', '{}'::jsonb)
  from public.mentor_private mp where mp.mentor_id = (p_payload ->> 'mentor_id')::uuid
$$;
comment on function private.mail_hours_changed is 'The e-mail to a mentor whose hours an administrator saved.';

create function private.generation_health() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'failed', (select count(*) from private.mentor_generations g where g.failed_at is not null),
    'mentors', (
      select coalesce(jsonb_agg(f.name order by f.failed_at desc), '[]')
      from (
        select m.name, g.failed_at from private.mentor_generations g join public.mentors m on m.id = g.mentor_id
        where g.failed_at is not null order by g.failed_at desc limit 5
      ) f
    )
  )
$$;
comment on function private.generation_health is
  'How many mentors'' times could not be generated when it was last tried, and up to five of their names.';

create function private.days_off_of(p_hours jsonb) returns datemultirange
language sql stable set search_path = '' as $$
  select coalesce(range_agg(d.days), '{}') from (
    select daterange((t.value ->> 'first_day')::date, (t.value ->> 'last_day')::date, '[]') as days
    from jsonb_array_elements(p_hours -> 'time_off') t
    union all
    select daterange((o.value ->> 'date')::date, (o.value ->> 'date')::date, '[]')
    from jsonb_array_elements(p_hours -> 'overrides') o where o.value -> 'ranges' = '[]'
  ) d
$$;
comment on function private.days_off_of is 'The days without any time in hours as private.parse_hours() answers them.';

create function public.preview_hours(p_mentor_id uuid, p_hours jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_mentor_or_admin(p_mentor_id);
  v_hours jsonb := private.parse_hours(v_mentor_id, p_hours);
  v_rules private.hiding_rules := private.hiding_rules_of(v_mentor_id);
  v_zone text := v_hours ->> 'time_zone';
  v_today date := private.local_today(v_zone);
  v_days jsonb;
begin
  v_rules.time_zone := v_zone;
  v_rules.before_minutes := (v_hours ->> 'buffer_before_minutes')::integer;
  v_rules.after_minutes := (v_hours ->> 'buffer_after_minutes')::integer;
  v_rules.max_per_day := (v_hours ->> 'max_per_day')::integer;
  v_rules.max_per_week := (v_hours ->> 'max_per_week')::integer;
  v_rules.days_off := private.days_off_of(v_hours);
  with times as (
    select tstzrange(w.starts_at, w.ends_at) as during, 'rule' as source
    from private.wanted_times(v_mentor_id, v_hours, now(), least(14, (v_hours ->> 'window_weeks')::integer * 7)) w
    union
    -- Rows added by hand, and generated rows that stay because they are sold or held.
    select a.during, a.source from public.mentor_availability a
    where a.mentor_id = v_mentor_id and lower(a.during) > now()
      and (lower(a.during) at time zone v_zone)::date < v_today + 14
      and (a.source = 'manual' or private.has_claim(a.mentor_id, a.during))
  ),
  numbered as (
    select t.*, row_number() over (order by t.during) as place,
      (lower(t.during) at time zone v_zone)::date as day, private.is_sold(v_mentor_id, t.during) as is_booked
    from times t
  ),
  reasons as (
    select r.* from private.reasons_to_hide(
      v_mentor_id, v_rules, (select coalesce(array_agg(n.during order by n.place), '{}') from numbered n)) r
  )
  select jsonb_agg(jsonb_build_object('date', v_today + d.n, 'slots', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'starts_at', lower(n.during), 'ends_at', upper(n.during),
      'hidden_because', case when not n.is_booked then r.reason end, 'is_booked', n.is_booked, 'source', n.source
    ) order by n.during), '[]')
    from numbered n join reasons r using (place) where n.day = v_today + d.n
  )) order by d.n) into v_days
  from generate_series(0, 13) d (n);

  return jsonb_build_object(
    'days', v_days,
    'dropped_a_week', (
      select count(*) from private.times_of_hours(
        v_hours || '{"overrides": [], "time_off": []}', v_today, 7) t where t.is_across_midnight
    ),
    'is_cut', (
      select count(*) > 3000 from private.wanted_times(
        v_mentor_id, v_hours, now(), (v_hours ->> 'window_weeks')::integer * 7)
    )
  );
end
$$;
comment on function public.preview_hours is
  'What the next 14 days would offer after save_hours() with the same hours, which are not saved: {days: [{date in the '
  'mentor''s zone, slots: [{starts_at, ends_at, hidden_because, is_booked, source}]}], dropped_a_week: times of the '
  'weekly hours in the next seven days that fall across midnight in India, is_cut: only the first 3,000 times would be '
  'offered}. A mentor who is not listed sees what would be offered. Errors as save_hours().';

create function public.save_single_times(p_mentor_id uuid, p_added jsonb, p_removed jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_mentor_or_admin(p_mentor_id, true);
  v_before uuid[];
  v_after uuid[];
begin
  perform private.lock_mentor(v_mentor_id);
  v_before := array(
    select a.id from public.mentor_availability a where a.mentor_id = v_mentor_id and a.source = 'manual');
  perform private.change_slots(v_mentor_id, p_added, p_removed);
  v_after := array(
    select a.id from public.mentor_availability a where a.mentor_id = v_mentor_id and a.source = 'manual');
  -- A generated time that overlaps one of them is deleted.
  perform private.generate_availability(v_mentor_id);
  if not (v_before @> v_after and v_after @> v_before) then
    perform private.tell_of_changed_hours(v_mentor_id);
  end if;
  return jsonb_build_object(
    'added', (select count(*) from unnest(v_after) a where a <> all (v_before)),
    'removed', (select count(*) from unnest(v_before) b where b <> all (v_after)),
    'kept', (select count(*) from unnest(v_after) a where a = any (v_before))
  );
end
$$;
comment on function public.save_single_times is
  'Adds and removes times by hand, each [{date, start_time, end_time}] in Indian time, for the mentor and for '
  'administrators; answers {added, removed, kept}. The others stay, also those that another tab has saved since. A '
  'generated time that is added becomes one of them; one that they overlap goes. PT422 as private.change_slots().';

revoke execute on all functions in schema private from public;
revoke execute on function public.time_warnings, public.generate_availability_now, public.set_pause, public.read_hours,
  public.save_hours, public.preview_hours, public.save_single_times from public, anon;
grant execute on function public.time_warnings, public.generate_availability_now, public.set_pause, public.read_hours,
  public.save_hours, public.preview_hours, public.save_single_times to authenticated, service_role;
revoke execute on function public.generate_due_availability, public.end_pauses from public, anon, authenticated;
grant execute on function public.generate_due_availability, public.end_pauses to service_role;
