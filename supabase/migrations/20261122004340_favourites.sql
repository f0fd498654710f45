set local lock_timeout = '5s';

-- Mentors whom a person saved, and who is told when a mentor opens a time. See docs/product/favourites.md.

create function private.favourite_limits(out favourites integer, out alerts integer, out known_starts integer)
language sql immutable set search_path = '' as $$ select 200, 20, 3000 $$;
comment on function private.favourite_limits is
  'Saved mentors of a person, waiting alerts of a person, free starts that an alert notes. The first two are also in '
  'rules/mentors/favourites.ts; a test compares them.';

-- Favourites --------------------------------------------------------------------------------------------------------

create table public.favourites (
  user_id uuid not null references public.profiles (id) on delete cascade,
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, mentor_id)
);
create index favourites_mentor_idx on public.favourites (mentor_id);
comment on table public.favourites is 'Mentors whom a signed-in person saved. A visitor''s are in the browser alone.';
comment on column public.favourites.user_id is 'Who saved the mentor.';
comment on column public.favourites.mentor_id is 'Who was saved.';
comment on column public.favourites.created_at is 'When; the newest is shown first.';

alter table public.favourites enable row level security;
create policy "People read their own favourites" on public.favourites
for select to authenticated using (user_id = (select private.signed_in_user()));
create policy "People save mentors for themselves" on public.favourites
for insert to authenticated with check (user_id = (select private.signed_in_user()));
create policy "People remove their own favourites" on public.favourites
for delete to authenticated using (user_id = (select private.signed_in_user()));

revoke all on table public.favourites from public, anon, authenticated;
grant select, insert (user_id, mentor_id), delete on table public.favourites to authenticated;
grant select, insert, update, delete on table public.favourites to service_role;

create function private.guard_favourites() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_person(new.user_id);
  if (select count(*) from public.favourites f where f.user_id = new.user_id and f.mentor_id <> new.mentor_id)
    >= (private.favourite_limits()).favourites then
    raise exception using errcode = 'PT409', message = 'too_many_favourites';
  end if;
  return new;
end
$$;
create trigger guard_favourites before insert on public.favourites
for each row execute function private.guard_favourites();

create function public.merge_favourites(p_mentor_ids uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_signed_in();
  v_room integer;
  v_left_out integer;
begin
  perform private.lock_person(v_user);
  select (private.favourite_limits()).favourites - count(*) into v_room
  from public.favourites f where f.user_id = v_user;
  with given as (
    select m.id, row_number() over (order by min(g.place)) as place
    from unnest(p_mentor_ids[1:(private.favourite_limits()).favourites]) with ordinality g (id, place)
    join public.mentors m on m.id = g.id
    where not exists (select from public.favourites f where f.user_id = v_user and f.mentor_id = m.id)
    group by m.id
  ), stored as (
    insert into public.favourites (user_id, mentor_id, created_at)
    -- Later ones of the list count as saved earlier.
    select v_user, g.id, now() - g.place * interval '1 millisecond' from given g where g.place <= v_room
  )
  select count(*) into v_left_out from given g where g.place > v_room;
  return v_left_out;
end
$$;
comment on function public.merge_favourites is
  'Adds the mentors that the caller saved before logging in, newest first, to those of the account, up to 200 in all, '
  'and answers how many found no room. Unknown ids are ignored; repeated and simultaneous calls do no harm.';

-- Alerts ------------------------------------------------------------------------------------------------------------

create table private.slot_alerts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  known_starts timestamptz[] not null check (cardinality(known_starts) <= (private.favourite_limits()).known_starts),
  state text not null default 'waiting' check (state in ('waiting', 'told')),
  created_at timestamptz not null default now(),
  told_at timestamptz,
  constraint slot_alerts_told_check check ((state = 'told') = (told_at is not null))
);
create unique index slot_alerts_waiting_key on private.slot_alerts (user_id, mentor_id) where state = 'waiting';
create index slot_alerts_user_idx on private.slot_alerts (user_id);
create index slot_alerts_mentor_idx on private.slot_alerts (mentor_id, state);
create index slot_alerts_created_idx on private.slot_alerts (created_at);
comment on table private.slot_alerts is
  'Who is told when a mentor opens a time: one e-mail, then it is told. Deleted when the person stops it or books the '
  'mentor, when the mentor leaves, and after 90 days.';
comment on column private.slot_alerts.known_starts is
  'What was free when it was asked for, the earliest 3,000; a free start that is not among these is new.';
alter table private.slot_alerts enable row level security;
revoke all on table private.slot_alerts from public, anon, authenticated, service_role;

create function private.free_times(p_mentor_id uuid)
returns table (starts_at timestamptz, date date, start_time time, end_time time)
language sql stable set search_path = '' as $$
  select lower(private.session_range(s.date, s.start_time, s.end_time)), s.date, s.start_time, s.end_time
  from public.mentor_slots(p_mentor_id) s where not s.is_booked and not s.is_held
$$;
comment on function private.free_times is 'The times of a mentor that the caller could book now.';

create function private.note_opened_times(p_mentor_id uuid, p_from timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_at timestamptz := greatest(clock_timestamp(), p_from);
begin
  if exists (select from private.slot_alerts a where a.mentor_id = p_mentor_id and a.state = 'waiting') then
    perform private.enqueue_job('slot_alerts', jsonb_build_object('mentor_id', p_mentor_id),
      format('slot_alerts:%s:%s', p_mentor_id, floor(extract(epoch from v_at) / 600)), v_at + interval '10 minutes');
  end if;
end
$$;
comment on function private.note_opened_times is
  'Times of a mentor may have opened, now or at p_from: ten minutes later one job looks, for all changes of a window of '
  'ten minutes.';

create function public.ask_slot_alert(p_mentor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_signed_in();
begin
  if not exists (select from public.mentors m where m.id = p_mentor_id and m.listing_state = 'listed') then
    raise exception using errcode = 'PT404', message = 'mentor_not_found';
  end if;
  perform private.lock_person(v_user);
  -- Who asks to be written to takes back that they do not want it.
  delete from private.mail_stops s where s.user_id = v_user and s.kind = 'slot_alerts';
  if exists (select from private.slot_alerts a
      where a.user_id = v_user and a.mentor_id = p_mentor_id and a.state = 'waiting') then
    return;
  end if;
  if (select count(*) from private.slot_alerts a where a.user_id = v_user and a.state = 'waiting')
    >= (private.favourite_limits()).alerts then
    raise exception using errcode = 'PT409', message = 'too_many_alerts';
  end if;
  insert into private.slot_alerts (user_id, mentor_id, known_starts)
  values (v_user, p_mentor_id, array(
    select t.starts_at from private.free_times(p_mentor_id) t order by t.starts_at
    limit (private.favourite_limits()).known_starts
  ));
  -- A hold that ends changes no row.
  perform private.note_opened_times(p_mentor_id, c.expires_at) from private.slot_claims c
  where c.mentor_id = p_mentor_id and c.kind = 'hold' and c.released_at is null and c.expires_at > now();
end
$$;
comment on function public.ask_slot_alert is
  'The caller is told by e-mail when this mentor opens a time that is not free now; asking twice is asking once. PT404 '
  'mentor_not_found, PT409 too_many_alerts (20 wait already).';

create function public.stop_slot_alert(p_mentor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_signed_in();
begin
  -- Deleted: asking and stopping by turns must not add up to rows.
  delete from private.slot_alerts a
  where a.user_id = v_user and a.mentor_id = p_mentor_id and a.state = 'waiting';
end
$$;
comment on function public.stop_slot_alert is 'Ends the caller''s waiting alert for a mentor; without one nothing happens.';

create function public.my_slot_alerts() returns table (mentor_id uuid, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := private.require_signed_in();
begin
  return query select a.mentor_id, a.created_at from private.slot_alerts a
    where a.user_id = v_user and a.state = 'waiting' and not exists (
      select from private.mail_stops s where s.user_id = v_user and s.kind = 'slot_alerts'
    )
    order by a.created_at desc;
end
$$;
comment on function public.my_slot_alerts is
  'The caller''s waiting alerts, newest first. None while such e-mails are stopped: none would be sent.';

create function public.count_slot_alerts(p_mentor_ids uuid[]) returns table (mentor_id uuid, waiting integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query select a.mentor_id, count(*)::integer from private.slot_alerts a
    where a.mentor_id = any (p_mentor_ids) and a.state = 'waiting' group by a.mentor_id;
end
$$;
comment on function public.count_slot_alerts is
  'For administrators: how many people wait for a time of each of these mentors. It does not say who.';

-- What opens times --------------------------------------------------------------------------------------------------

create function private.note_new_times() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_opened_times(n.mentor_id)
  from (select distinct t.mentor_id from new_times t) n order by private.mentor_lock_key(n.mentor_id), n.mentor_id;
  return null;
end
$$;
create trigger note_new_times after insert on public.mentor_availability
referencing new table as new_times for each statement execute function private.note_new_times();

create function private.note_opened_time() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One statement for each table: the other's column does not exist.
  if tg_table_name = 'mentors' then
    perform private.note_opened_times(new.id);
  else
    perform private.note_opened_times(new.mentor_id);
  end if;
  return null;
end
$$;
create trigger note_shown_time after update of hidden_because on public.mentor_availability
for each row when (old.hidden_because is not null and new.hidden_because is null)
execute function private.note_opened_time();
create trigger note_shorter_notice after update of min_notice_minutes on public.mentors
for each row when (new.min_notice_minutes < old.min_notice_minutes)
execute function private.note_opened_time();
create trigger note_freed_time after update of released_at, during on private.slot_claims
for each row when (
  (old.released_at is null and new.released_at is not null) or old.during is distinct from new.during
)
execute function private.note_opened_time();

create function private.note_end_of_hold() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_opened_times(new.mentor_id, new.expires_at);
  return null;
end
$$;
create trigger note_end_of_hold after insert or update of expires_at on private.slot_claims
for each row when (new.kind = 'hold') execute function private.note_end_of_hold();

-- What ends alerts --------------------------------------------------------------------------------------------------

create function private.end_alert_of_founder() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.slot_alerts a where a.user_id = new.user_id and a.mentor_id = new.mentor_id;
  return null;
end
$$;
create trigger end_alert_of_founder after insert on public.bookings
for each row execute function private.end_alert_of_founder();

create function private.end_alerts_of_mentor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.slot_alerts a where a.mentor_id = new.id;
  return null;
end
$$;
create trigger end_alerts_of_mentor after update of listing_state on public.mentors
for each row when (new.listing_state = 'left' and old.listing_state <> 'left')
execute function private.end_alerts_of_mentor();

-- For the worker ----------------------------------------------------------------------------------------------------

create function public.slot_alerts_for_jobs(p_mentor_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  -- A change that is being made is waited for; a later one has a job of its own.
  perform private.lock_mentor(p_mentor_id);
  return (
    with free as (select * from private.free_times(p_mentor_id)), told as (
      select a.id, a.user_id, private.confirmed_email(a.user_id) as email, (
        select jsonb_agg(jsonb_build_object(
          'date', f.date, 'start_time', f.start_time, 'end_time', f.end_time) order by f.starts_at)
        from (
          select distinct on (g.starts_at) g.* from free g where g.starts_at <> all (a.known_starts)
          order by g.starts_at, g.end_time limit 5
        ) f
      ) as times
      from private.slot_alerts a
      where a.mentor_id = p_mentor_id and a.state = 'waiting' and not exists (
        select from private.mail_stops s where s.user_id = a.user_id and s.kind = 'slot_alerts'
      )
      order by a.created_at
    )
    select jsonb_build_object('id', m.id, 'slug', m.slug, 'name', m.name, 'alerts', (
      select coalesce(jsonb_agg(to_jsonb(t)), '[]') from (
        select * from told o where o.times is not null and o.email is not null limit 50
      ) t
    ))
    from public.mentors m where m.id = p_mentor_id and m.listing_state = 'listed'
  );
end
$$;
comment on function public.slot_alerts_for_jobs is
  'For the job slot_alerts: the mentor {id, slug, name} with up to 50 waiting alerts {id, user_id, email, times: up to five that '
  'are new to it}, without those whose person stopped such e-mails; null when the mentor is gone.';

create function public.queue_slot_alert(p_alert_id uuid, p_mail jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update private.slot_alerts a set state = 'told', told_at = now() where a.id = p_alert_id and a.state = 'waiting';
  if found then
    perform private.enqueue_job('email', p_mail, 'slot_alert:' || p_alert_id);
  end if;
end
$$;
comment on function public.queue_slot_alert is
  'Enqueues the e-mail of an alert and marks it told, once however often it is called; nothing for one that ended.';

revoke execute on all functions in schema private from public;
revoke execute on function public.merge_favourites, public.ask_slot_alert, public.stop_slot_alert,
  public.my_slot_alerts, public.count_slot_alerts from public, anon;
grant execute on function public.merge_favourites, public.ask_slot_alert, public.stop_slot_alert,
  public.my_slot_alerts, public.count_slot_alerts to authenticated, service_role;
revoke execute on function public.slot_alerts_for_jobs, public.queue_slot_alert from public, anon, authenticated;
grant execute on function public.slot_alerts_for_jobs, public.queue_slot_alert to service_role;
