set local lock_timeout = '5s';

-- Mentors' own calendars: the connection to Google, and when they are busy (docs/product/calendars.md#own-calendar).
-- A function that locks both locks the mentor first, then the connection.

create table private.mentor_calendars (
  mentor_id uuid primary key references public.mentors (id) on delete cascade,
  connection uuid not null default gen_random_uuid(),
  google_email text not null check (char_length(google_email) between 3 and 320),
  refresh_token_encrypted text,
  state text not null default 'ok' check (state in ('ok', 'lost')),
  calendars text[] not null default '{}' check (
    cardinality(calendars) <= 4 and array_position(calendars, null) is null
  ),
  unread_calendars jsonb not null default '{}' check (jsonb_typeof(unread_calendars) = 'object'),
  connected_at timestamptz not null default now(),
  checked_at timestamptz,
  wholly_checked_at timestamptz,
  next_check_at timestamptz not null default now(),
  leased_until timestamptz,
  asked_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  last_error text,
  lost_at timestamptz,
  constraint mentor_calendars_token_until_lost check ((state = 'ok') = (refresh_token_encrypted is not null)),
  constraint mentor_calendars_lost_or_not check ((state = 'lost') = (lost_at is not null))
);
create index mentor_calendars_due_idx on private.mentor_calendars (next_check_at) where state = 'ok';

comment on table private.mentor_calendars is
  'Mentors who let Point 0 see when they are busy, one row each. No client reads it: public.mentor_calendar tells its '
  'state.';
comment on column private.mentor_calendars.connection is
  'A new id with each consent and each change of the calendars: a report about an earlier id changes nothing.';
comment on column private.mentor_calendars.google_email is 'Which Google account is connected.';
comment on column private.mentor_calendars.refresh_token_encrypted is
  'Cipher text; the key is the functions'' secret, not the database''s. Null once the permission is lost.';
comment on column private.mentor_calendars.state is 'lost: Google does not accept the permission any more.';
comment on column private.mentor_calendars.calendars is
  'Addresses of further calendars that are asked, beside the primary one.';
comment on column private.mentor_calendars.unread_calendars is
  'Calendars that Google does not show at present, each with the time since when.';
comment on column private.mentor_calendars.checked_at is 'When the calendar was last read; null while it was not.';
comment on column private.mentor_calendars.wholly_checked_at is
  'When it was last read to the end of the booking window, and not only for the next four weeks.';
comment on column private.mentor_calendars.leased_until is
  'Until then the calendar belongs to the worker that reads it; null while no worker does.';
comment on column private.mentor_calendars.asked_at is 'When the mentor last asked for a check.';
comment on column private.mentor_calendars.failures is 'Failed checks since the last successful one.';
comment on column private.mentor_calendars.lost_at is 'Since when the permission is lost.';

alter table private.mentor_calendars enable row level security;
revoke all on table private.mentor_calendars from public, anon, authenticated, service_role;

alter table private.mentor_busy add column calendar text not null default 'primary';
comment on column private.mentor_busy.calendar is
  'The calendar of this time, primary or its address: a calendar that cannot be read keeps its times.';

-- The token of a connection that has ended, until Google knows of it.
create table private.calendar_revokes (
  id uuid primary key default gen_random_uuid(),
  refresh_token_encrypted text not null,
  google_account text not null check (google_account ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
comment on table private.calendar_revokes is 'Permissions that are to be given back to Google; a job each.';
comment on column private.calendar_revokes.google_account is
  'SHA-256 of the Google account: if it is connected again before Google was told, Google is not told any more. Not '
  'the address, which would stay here after the account was deleted.';

create function private.google_account_hash(p_google_email text) returns text
language sql immutable set search_path = '' as $$ select encode(sha256(convert_to(lower(p_google_email), 'UTF8')), 'hex') $$;
alter table private.calendar_revokes enable row level security;
revoke all on table private.calendar_revokes from public, anon, authenticated, service_role;

create table private.used_calendar_states (
  nonce text primary key check (char_length(nonce) between 10 and 100),
  expires_at timestamptz not null
);
comment on table private.used_calendar_states is
  'OAuth states that were used: each finishes one connection. Kept until they expire.';
alter table private.used_calendar_states enable row level security;
revoke all on table private.used_calendar_states from public, anon, authenticated, service_role;

create table private.live_calendar_checks (
  at timestamptz not null default now(),
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  outcome text not null check (outcome ~ '^[a-z_]{1,40}$')
);
create index live_calendar_checks_at_idx on private.live_calendar_checks (at);
create index live_calendar_checks_mentor_idx on private.live_calendar_checks (mentor_id);
comment on table private.live_calendar_checks is
  'Orders before which the mentor''s own calendar was asked. Kept for a week.';
comment on column private.live_calendar_checks.outcome is
  'free or busy; else why it was not read in time, so that what was stored decided (docs/operations/logs.md).';
alter table private.live_calendar_checks enable row level security;
revoke all on table private.live_calendar_checks from public, anon, authenticated, service_role;

create table private.left_times (
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  during tstzrange not null,
  left_at timestamptz not null default clock_timestamp()
);
create index left_times_mentor_idx on private.left_times (mentor_id);
comment on table private.left_times is
  'Earlier times of moved sessions: the mentor''s calendar may still show their event for a while. Kept for a day.';
alter table private.left_times enable row level security;
revoke all on table private.left_times from public, anon, authenticated, service_role;

create function private.note_left_time() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.left_times (mentor_id, during) values (old.mentor_id, old.during);
  return null;
end
$$;
create trigger note_left_time after update of during on private.slot_claims
for each row when (old.kind = 'sale' and old.mentor_id is not null and old.during is distinct from new.during)
execute function private.note_left_time();

-- Connecting and disconnecting --------------------------------------------------------------------------------------

create function private.plan_calendar_revoke(p_refresh_token_encrypted text, p_google_email text) returns void
language plpgsql set search_path = '' as $$
declare
  v_id uuid;
begin
  insert into private.calendar_revokes (refresh_token_encrypted, google_account)
  values (p_refresh_token_encrypted, private.google_account_hash(p_google_email)) returning id into v_id;
  perform private.enqueue_job('revoke_calendar', jsonb_build_object('revoke_id', v_id), 'revoke-calendar:' || v_id);
end
$$;

create function private.revoke_ended_calendar() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.plan_calendar_revoke(old.refresh_token_encrypted, old.google_email);
  return null;
end
$$;
comment on function private.revoke_ended_calendar is
  'Google is told of each connection that has ended, also when the mentor is deleted.';
create trigger revoke_ended_calendar after delete on private.mentor_calendars
for each row when (old.refresh_token_encrypted is not null) execute function private.revoke_ended_calendar();

create function private.forget_busy_times(p_mentor_id uuid, p_calendars text[] default null) returns void
language plpgsql set search_path = '' as $$
begin
  delete from private.mentor_busy b
  where b.mentor_id = p_mentor_id and (p_calendars is null or b.calendar = any (p_calendars));
  if found then
    perform private.refresh_hidden_times(p_mentor_id);
  end if;
end
$$;
comment on function private.forget_busy_times is
  'Shows the slots again that these calendars hid, by default all. Call with the mentor locked.';

create function private.disconnect_mentor_calendar(p_mentor_id uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform private.lock_mentor(p_mentor_id);
  delete from private.mentor_calendars c where c.mentor_id = p_mentor_id;
  if not found then
    return false;
  end if;
  perform private.forget_busy_times(p_mentor_id);
  perform private.record_act('delete', 'mentor_calendars', p_mentor_id::text);
  return true;
end
$$;
comment on function private.disconnect_mentor_calendar is
  'Ends the connection, deletes the busy times and shows their slots, now; a job tells Google. Answers whether there '
  'was one. Called when a mentor disconnects or leaves, and when the account is unlinked.';

create function private.disconnect_unlinked_calendar() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.disconnect_mentor_calendar(old.mentor_id);
  return null;
end
$$;
comment on function private.disconnect_unlinked_calendar is
  'The calendar belongs to the account: it is disconnected when the account is unlinked or deleted.';
create trigger disconnect_unlinked_calendar after update of user_id on public.mentor_private
for each row when (old.user_id is not null and old.user_id is distinct from new.user_id)
execute function private.disconnect_unlinked_calendar();

create function public.my_calendar_account() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.my_mentor_id();
begin
  return public.my_account_state() || jsonb_build_object(
    'mentor_id', v_mentor_id,
    'email', (select p.email from public.profiles p where p.id = private.signed_in_user()),
    'has_left', (select m.listing_state = 'left' from public.mentors m where m.id = v_mentor_id)
  );
end
$$;
comment on function public.my_calendar_account is
  'my_account_state(), and whose calendar the caller may connect: mentor_id (null if not a mentor), the account''s '
  'email, has_left.';

create function public.consume_calendar_state(p_nonce text, p_expires_at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  insert into private.used_calendar_states (nonce, expires_at) values (p_nonce, p_expires_at) on conflict do nothing;
  return found;
end
$$;
comment on function public.consume_calendar_state is
  'Whether this state of a consent, whose signature the function has checked, is used for the first time.';

create function public.store_mentor_calendar(
  p_user_id uuid, p_mentor_id uuid, p_refresh_token_encrypted text, p_google_email text
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_before private.mentor_calendars;
  v_connection uuid;
begin
  perform private.require_service();
  perform private.lock_mentor(p_mentor_id);
  if p_user_id is null or not exists (
    select from public.mentor_private mp where mp.mentor_id = p_mentor_id and mp.user_id = p_user_id
  ) then
    raise exception using errcode = 'PT403', message = 'mentor_only';
  end if;
  select * into v_before from private.mentor_calendars c where c.mentor_id = p_mentor_id for update;
  -- The server function makes the first check itself; if it dies, a worker does.
  insert into private.mentor_calendars as c (mentor_id, refresh_token_encrypted, google_email, next_check_at)
  values (p_mentor_id, p_refresh_token_encrypted, p_google_email, now() + interval '1 minute')
  on conflict (mentor_id) do update
  set connection = gen_random_uuid(), refresh_token_encrypted = excluded.refresh_token_encrypted,
    google_email = excluded.google_email, state = 'ok', lost_at = null, unread_calendars = '{}',
    connected_at = clock_timestamp(), checked_at = null, wholly_checked_at = null,
    next_check_at = excluded.next_check_at, leased_until = null, asked_at = null, failures = 0, last_error = null,
    calendars = case when lower(c.google_email) = lower(excluded.google_email) then c.calendars else '{}' end
  returning c.connection into v_connection;
  if lower(v_before.google_email) <> lower(p_google_email) then
    -- Only for another account: for the same one, revoking the old permission would also end the new one.
    if v_before.refresh_token_encrypted is not null then
      perform private.plan_calendar_revoke(v_before.refresh_token_encrypted, v_before.google_email);
    end if;
    perform private.forget_busy_times(p_mentor_id);
  end if;
  -- For the same reason, earlier permissions of this account that still wait to be revoked are kept.
  delete from private.calendar_revokes r where r.google_account = private.google_account_hash(p_google_email);
  -- The function acts for the mentor, whom the database cannot see; so it writes the entry here.
  insert into private.audit_log (actor, action, table_name, row_id, changes)
  values (
    p_user_id, case when v_before.mentor_id is null then 'insert' else 'update' end, 'mentor_calendars',
    p_mentor_id::text, '{"refresh_token": null}'
  );
  return v_connection;
end
$$;
comment on function public.store_mentor_calendar is
  'Keeps the encrypted refresh token of a mentor''s Google account in place of the one before; answers the connection. '
  'PT403 mentor_only where the account is not the mentor''s (any more).';

create function public.disconnect_calendar() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  return private.disconnect_mentor_calendar(private.require_mentor());
end
$$;
comment on function public.disconnect_calendar is
  'For mentors: private.disconnect_mentor_calendar of the own profile. 42501 mentor_only.';

create function public.save_calendar_list(p_calendars text[], p_was text[] default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_present_mentor();
  v_calendars text[];
  v_before private.mentor_calendars;
begin
  perform private.lock_mentor(v_mentor_id);
  select * into v_before from private.mentor_calendars c where c.mentor_id = v_mentor_id for update;
  if not found then
    raise exception using errcode = 'PT409', message = 'calendar_not_connected';
  end if;
  select coalesce(array_agg(d.address order by d.place), '{}') into v_calendars
  from (
    select lower(private.clean_line(g.address)) as address, min(g.place) as place
    from unnest(case when p_was is null then p_calendars else array(
      -- What this page added and removed, upon what is there now.
      select b from unnest(v_before.calendars) b where b = any (p_calendars) or b <> all (p_was)
      union all
      select n from unnest(p_calendars) n where n <> all (p_was || v_before.calendars)
    ) end) with ordinality g (address, place)
    where lower(private.clean_line(g.address)) not in ('', 'primary', lower(v_before.google_email))
    group by 1
  ) d;
  if cardinality(v_calendars) > 4 then
    raise exception using errcode = 'PT422', message = 'too_many_calendars';
  end if;
  if exists (select from unnest(v_calendars) a where private.is_email(a) is not true) then
    raise exception using errcode = 'PT422', message = 'calendar_address_not_valid';
  end if;
  if v_calendars = v_before.calendars then
    return;
  end if;
  update private.mentor_calendars c
  set calendars = v_calendars, connection = gen_random_uuid(), leased_until = null, wholly_checked_at = null,
    next_check_at = now() + interval '1 minute',
    unread_calendars = c.unread_calendars - array(select unnest(c.calendars) except select unnest(v_calendars))
  where c.mentor_id = v_mentor_id;
  perform private.forget_busy_times(
    v_mentor_id, array(select unnest(v_before.calendars) except select unnest(v_calendars))
  );
  perform private.record_act(
    'update', 'mentor_calendars', v_mentor_id::text, jsonb_build_object('calendars', cardinality(v_calendars))
  );
end
$$;
comment on function public.save_calendar_list is
  'For mentors: which further calendars of the connected account are asked, at most four addresses; the busy times of '
  'those left out go at once. With p_was, the list that the page began with, what another page has added since stays. '
  'PT409 calendar_not_connected, PT422 too_many_calendars | calendar_address_not_valid; '
  'else as private.require_present_mentor.';

create function public.ask_calendar_check() returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_present_mentor();
begin
  update private.mentor_calendars c set asked_at = clock_timestamp()
  where c.mentor_id = v_mentor_id and c.state = 'ok'
    and (c.asked_at is null or c.asked_at <= clock_timestamp() - interval '1 minute');
  if found then
    return;
  end if;
  if exists (select from private.mentor_calendars c where c.mentor_id = v_mentor_id and c.state = 'ok') then
    raise exception using errcode = 'PT429', message = 'checked_just_now';
  end if;
  raise exception using errcode = 'PT409', message = 'calendar_not_connected';
end
$$;
comment on function public.ask_calendar_check is
  'For mentors: notes that they ask for a check now. PT429 checked_just_now within a minute of the last one, PT409 '
  'calendar_not_connected; else as private.require_present_mentor.';

create function public.mentor_calendar(p_mentor_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_mentor_or_admin(p_mentor_id);
begin
  return coalesce((
    select jsonb_build_object(
      'state', case
        when c.state = 'ok' and coalesce(c.checked_at, c.connected_at) < now() - interval '24 hours' then 'unread'
        else c.state
      end,
      'google_email', c.google_email,
      'calendars', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'address', a.address, 'unread_since', c.unread_calendars -> a.address
        ) order by a.place), '[]')
        from unnest(c.calendars) with ordinality a (address, place)
      ),
      'connected_at', c.connected_at,
      'checked_at', c.checked_at,
      'since', case when c.state = 'lost' then c.lost_at else coalesce(c.checked_at, c.connected_at) end
    )
    from private.mentor_calendars c where c.mentor_id = v_mentor_id
  ), '{"state": "none"}');
end
$$;
comment on function public.mentor_calendar is
  'How the connection to a mentor''s own calendar stands, never its token: state (none | ok | lost | unread, the last '
  'for one that could not be read for 24 hours), google_email, calendars [{address, unread_since (null where it is '
  'read)}], connected_at, checked_at (null until the first), since (when it was lost, or last read). By default the '
  'caller''s; refuses as private.require_mentor_or_admin.';

-- Busy times --------------------------------------------------------------------------------------------------------

create function private.own_sessions(p_mentor_id uuid, p_during tstzrange) returns tstzmultirange
language sql stable set search_path = '' as $$
  select coalesce(range_agg(s.during), '{}')
  from (
    select c.during from private.slot_claims c
    where c.mentor_id = p_mentor_id and c.during && p_during and c.kind = 'sale'
      and (c.released_at is null or c.released_at > now() - interval '20 minutes')
    union all
    select l.during from private.left_times l
    where l.mentor_id = p_mentor_id and l.during && p_during and l.left_at > now() - interval '20 minutes'
  ) s
$$;
comment on function private.own_sessions is
  'The mentor''s sessions here, and those that were given back or moved away within 20 minutes: Google may still show '
  'their event.';

create function private.busy_ranges(p_times jsonb) returns tstzmultirange
language sql stable set search_path = '' as $$
  select coalesce(range_agg(tstzrange(t.starts_at, t.ends_at)), '{}')
  from (
    select (one ->> 0)::timestamptz as starts_at, (one ->> 1)::timestamptz as ends_at
    from jsonb_array_elements(p_times) one
  ) t
  where t.ends_at > t.starts_at
$$;

create function private.store_busy_times(p_mentor_id uuid, p_calendar text, p_during tstzrange, p_busy tstzmultirange)
returns boolean
language plpgsql set search_path = '' as $$
declare
  v_before tstzmultirange := (
    select coalesce(range_agg(b.during), '{}') from private.mentor_busy b
    where b.mentor_id = p_mentor_id and b.calendar = p_calendar and b.during && p_during
  );
  v_whole tstzmultirange := tstzmultirange(p_during);
  v_now tstzmultirange := p_busy * v_whole - private.own_sessions(p_mentor_id, p_during);
begin
  if v_before * v_whole = v_now then
    return false;
  end if;
  delete from private.mentor_busy b
  where b.mentor_id = p_mentor_id and b.calendar = p_calendar and b.during && p_during;
  insert into private.mentor_busy (mentor_id, calendar, during)
  select p_mentor_id, p_calendar, r from unnest((v_before - v_whole) + v_now) r;
  return true;
end
$$;
comment on function private.store_busy_times is
  'Puts what a calendar says of a range in place of what was stored for it. Answers whether that differs. Call with '
  'the mentor locked.';

create function public.record_busy_times(
  p_mentor_id uuid, p_connection uuid, p_from timestamptz, p_to timestamptz, p_busy jsonb, p_unread text[] default '{}',
  p_is_live boolean default false
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_during tstzrange := tstzrange(p_from, p_to);
  v_row private.mentor_calendars;
  v_calendar text;
  v_has_changed boolean := false;
  v_is_busy boolean;
begin
  perform private.require_service();
  if p_from is null or p_to is null or p_to <= p_from or p_to > p_from + interval '28 days' then
    raise exception using errcode = 'PT422', message = 'range_not_valid';
  end if;
  perform private.lock_mentor(p_mentor_id);
  select * into v_row from private.mentor_calendars c
  where c.mentor_id = p_mentor_id and c.connection = p_connection and c.state = 'ok'
  for update;
  if not found then
    return null;
  end if;
  for v_calendar in select k from jsonb_object_keys(p_busy) k where k = 'primary' or k = any (v_row.calendars) loop
    v_has_changed := private.store_busy_times(
      p_mentor_id, v_calendar, v_during, private.busy_ranges(p_busy -> v_calendar)
    ) or v_has_changed;
  end loop;
  if v_has_changed then
    -- One hour more on each side, for the buffers of sessions.
    perform private.refresh_hidden_times(p_mentor_id, p_from - interval '1 hour', p_to + interval '1 hour');
  end if;
  update private.mentor_calendars c set unread_calendars = u.unread
  from (
    select coalesce(jsonb_object_agg(a, coalesce(v_row.unread_calendars -> a, to_jsonb(now()))), '{}') as unread
    from unnest(p_unread) a where a = 'primary' or a = any (v_row.calendars)
  ) u
  where c.mentor_id = p_mentor_id and c.unread_calendars <> u.unread;
  v_is_busy := exists (
    select from private.mentor_busy b where b.mentor_id = p_mentor_id and b.during && v_during
  );
  -- A calendar that could not be read counts as skipped.
  if p_is_live and not 'primary' = any (p_unread) then
    insert into private.live_calendar_checks (mentor_id, outcome)
    values (p_mentor_id, case when v_is_busy then 'busy' else 'free' end);
  end if;
  return v_is_busy;
end
$$;
comment on function public.record_busy_times is
  'Stores when a mentor is busy between p_from and p_to (28 days at most), in place of what was stored for that '
  'range: p_busy has [[from, to]] for each calendar that Google showed, p_unread those that it did not, whose times '
  'stay. Own sessions are cut out. Answers whether the mentor is busy at any time of the range; null, and nothing is '
  'stored, where the connection has ended. p_is_live: it was asked before a sale, which is counted. PT422 '
  'range_not_valid.';

create function public.claim_calendar_checks(p_limit integer default 20, p_mentor_id uuid default null)
returns table (
  mentor_id uuid, connection uuid, refresh_token_encrypted text, calendars text[],
  checks_from timestamptz, checks_to timestamptz, is_whole boolean
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_service();
  return query
    update private.mentor_calendars c
    set leased_until = clock_timestamp() + interval '2 minutes'
    from public.mentor_settings s
    where s.mentor_id = c.mentor_id and c.mentor_id in (
      select d.mentor_id from private.mentor_calendars d
      where d.state = 'ok' and coalesce(d.leased_until <= clock_timestamp(), true)
        and case when p_mentor_id is null then d.next_check_at <= clock_timestamp() else d.mentor_id = p_mentor_id end
      order by d.next_check_at
      limit least(greatest(coalesce(p_limit, 20), 1), 20)
      for update skip locked
    )
    returning c.mentor_id, c.connection, c.refresh_token_encrypted, c.calendars, now(),
      now() + case
        when coalesce(c.wholly_checked_at <= now() - interval '6 hours', true) or p_mentor_id is not null then s.window_weeks
        else least(s.window_weeks, 4)
      end * interval '7 days',
      coalesce(c.wholly_checked_at <= now() - interval '6 hours', true) or p_mentor_id is not null;
end
$$;
comment on function public.claim_calendar_checks is
  'Takes up to 20 connections that are due for two minutes, or the one of p_mentor_id due or not; two workers never '
  'get the same one in that time. checks_from to checks_to is what is to be read: to the end of the booking window '
  'where that is due (is_whole, every six hours), else four weeks.';

create function public.mark_mentor_calendar(
  p_mentor_id uuid, p_connection uuid, p_outcome text, p_error text default null, p_retry_after_seconds integer default null,
  p_is_whole boolean default false, p_renewed text default null
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_lost_at timestamptz;
begin
  perform private.require_service();
  if p_outcome is null or p_outcome not in ('checked', 'failed', 'lost') then
    raise exception using errcode = 'PT422', message = 'outcome_unknown';
  end if;
  if p_outcome = 'lost' then
    perform private.lock_mentor(p_mentor_id);
    update private.mentor_calendars c
    set state = 'lost', lost_at = clock_timestamp(), refresh_token_encrypted = null, leased_until = null,
      unread_calendars = '{}', last_error = left(p_error, 500)
    where c.mentor_id = p_mentor_id and c.connection = p_connection and c.state = 'ok'
    returning c.lost_at into v_lost_at;
    if not found then
      return false;
    end if;
    perform private.forget_busy_times(p_mentor_id);
    perform private.enqueue_job(
      'mentor_mail',
      jsonb_build_object('mail', 'calendar_lost', 'mentor_id', p_mentor_id, 'since', v_lost_at),
      format('calendar-lost:%s:%s', p_mentor_id, floor(extract(epoch from v_lost_at) * 1000)::bigint)
    );
    return true;
  end if;
  update private.mentor_calendars c
  set leased_until = null,
    checked_at = case when p_outcome = 'checked' then clock_timestamp() else c.checked_at end,
    wholly_checked_at = case
      when p_outcome = 'checked' and p_is_whole then clock_timestamp() else c.wholly_checked_at
    end,
    failures = case when p_outcome = 'checked' then 0 else c.failures + 1 end,
    last_error = case when p_outcome = 'failed' then left(p_error, 500) end,
    next_check_at = clock_timestamp() + case
      when p_outcome = 'checked' then interval '15 minutes'
      else greatest(
        least(interval '15 minutes' * power(2, least(c.failures, 10)), interval '6 hours'),
        coalesce(p_retry_after_seconds, 0) * interval '1 second'
      )
    end,
    refresh_token_encrypted = coalesce(nullif(p_renewed, ''), c.refresh_token_encrypted)
  where c.mentor_id = p_mentor_id and c.connection = p_connection and c.state = 'ok';
  return found;
end
$$;
comment on function public.mark_mentor_calendar is
  'The end of a check: checked (the next one in 15 minutes), failed (in 15, 30, 60 minutes … up to 6 hours, not '
  'before p_retry_after_seconds), or lost: the busy times go, their slots are shown, and the mentor gets one e-mail. '
  'p_renewed is the same token encrypted with a newer key. Answers false, and changes nothing, for a connection that '
  'has ended. PT422 outcome_unknown.';

create function public.forget_unread_calendars() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor_id uuid;
  v_count integer := 0;
  v_row private.mentor_calendars;
  v_calendars text[];
begin
  perform private.require_service();
  for v_mentor_id in
    select c.mentor_id from private.mentor_calendars c
    where c.state = 'ok' and exists (
      select from private.mentor_busy b
      where b.mentor_id = c.mentor_id and (
        coalesce(c.checked_at, c.connected_at) < now() - interval '24 hours'
        or (c.unread_calendars ->> b.calendar)::timestamptz < now() - interval '24 hours'
      )
    )
    -- In the order of the mentors' locks, so that two workers cannot wait for each other.
    order by private.mentor_lock_key(c.mentor_id), c.mentor_id
  loop
    perform private.lock_mentor(v_mentor_id);
    select * into v_row from private.mentor_calendars c where c.mentor_id = v_mentor_id and c.state = 'ok';
    if coalesce(v_row.checked_at, v_row.connected_at) < now() - interval '24 hours' then
      v_calendars := null;
    else
      v_calendars := array(
        select k.key from jsonb_each_text(v_row.unread_calendars) k
        where k.value::timestamptz < now() - interval '24 hours'
      );
    end if;
    perform private.forget_busy_times(v_mentor_id, v_calendars);
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.forget_unread_calendars is
  'Deletes the busy times of calendars that could not be read for 24 hours, and shows their slots. The leading worker '
  'calls it each round; answers for how many mentors.';

create function public.sweep_mentor_calendars() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  delete from private.mentor_busy b where upper(b.during) <= now();
  delete from private.left_times l where l.left_at < now() - interval '1 day';
  delete from private.used_calendar_states s where s.expires_at < now();
  delete from private.live_calendar_checks s where s.at < now() - interval '7 days';
  -- Google could not be told in a month of tries.
  delete from private.calendar_revokes r where r.created_at < now() - interval '30 days';
end
$$;
comment on function public.sweep_mentor_calendars is
  'Deletes, each night, what is over: busy times, places of moved sessions, used states, live checks.';

-- The check of one time, before it is sold --------------------------------------------------------------------------

create function public.calendar_for_order(p_mentor_id uuid, p_date date, p_start_time time, p_end_time time)
returns table (
  connection uuid, refresh_token_encrypted text, calendars text[], checks_from timestamptz, checks_to timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_during tstzrange := private.session_range(p_date, p_start_time, p_end_time);
begin
  perform private.require_service();
  return query
    select c.connection, c.refresh_token_encrypted, c.calendars,
      lower(v_during) - s.buffer_before_minutes * interval '1 minute',
      upper(v_during) + s.buffer_after_minutes * interval '1 minute'
    from private.mentor_calendars c join public.mentor_settings s on s.mentor_id = c.mentor_id
    where c.mentor_id = p_mentor_id and c.state = 'ok';
end
$$;
comment on function public.calendar_for_order is
  'The connection to ask before this time is sold, and what to ask about: the time widened by the mentor''s buffers. '
  'No row where there is none.';

create function public.note_skipped_calendar_check(p_mentor_id uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  insert into private.live_calendar_checks (mentor_id, outcome) values (p_mentor_id, p_reason);
  if p_reason = 'revoked' then
    -- Makes the calendar due, so that the next round finds out whether it can be read.
    update private.mentor_calendars c set next_check_at = least(c.next_check_at, now()) where c.mentor_id = p_mentor_id;
  end if;
end
$$;
comment on function public.note_skipped_calendar_check is
  'Counts a time that is sold without having asked the mentor''s calendar, and why: create_payment_order decides by '
  'the stored busy times.';

-- For the worker ----------------------------------------------------------------------------------------------------

create function public.calendar_revoke(p_revoke_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return (select r.refresh_token_encrypted from private.calendar_revokes r where r.id = p_revoke_id);
end
$$;
comment on function public.calendar_revoke is
  'The encrypted token of a permission to revoke at Google; null once that is done.';

create function public.end_calendar_revoke(p_revoke_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  delete from private.calendar_revokes r where r.id = p_revoke_id;
end
$$;
comment on function public.end_calendar_revoke is 'Deletes the token after Google has revoked the permission.';

create function private.mail_calendar_lost(p_payload jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'recipients', jsonb_build_array(jsonb_build_object('to', mp.email, 'role', 'mentor')),
    'facts', jsonb_build_object('google_email', c.google_email)
  )
  from private.mentor_calendars c join public.mentor_private mp on mp.mentor_id = c.mentor_id
  where c.mentor_id = (p_payload ->> 'mentor_id')::uuid and c.lost_at = (p_payload ->> 'since')::timestamptz
$$;
comment on function private.mail_calendar_lost is
  'The e-mail about a calendar that is lost; null after it was connected again, or lost again.';

create function private.mentor_calendar_health() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'lost', count(*) filter (where c.state = 'lost'),
    'unread', count(*) filter (
      where c.state = 'ok' and coalesce(c.checked_at, c.connected_at) < now() - interval '24 hours'
    ),
    'skipped', (
      select count(*) from private.live_calendar_checks s
      where s.at > now() - interval '24 hours' and s.outcome not in ('free', 'busy')
    ),
    'oldest_check_at', min(coalesce(c.checked_at, c.connected_at)) filter (where c.state = 'ok')
  )
  from private.mentor_calendars c
$$;
comment on function private.mentor_calendar_health is
  'The state of mentors'' own calendars: lost, unread for 24 hours, live checks skipped in 24 hours, and the oldest '
  'last check.';

revoke execute on all functions in schema private from public;
revoke execute on function public.my_calendar_account, public.disconnect_calendar, public.save_calendar_list,
  public.ask_calendar_check, public.mentor_calendar from public, anon;
grant execute on function public.my_calendar_account, public.disconnect_calendar, public.save_calendar_list,
  public.ask_calendar_check, public.mentor_calendar to authenticated, service_role;
revoke execute on function public.consume_calendar_state, public.store_mentor_calendar, public.record_busy_times,
  public.claim_calendar_checks, public.mark_mentor_calendar, public.forget_unread_calendars,
  public.sweep_mentor_calendars, public.calendar_for_order, public.note_skipped_calendar_check, public.calendar_revoke,
  public.end_calendar_revoke from public, anon, authenticated;
grant execute on function public.consume_calendar_state, public.store_mentor_calendar, public.record_busy_times,
  public.claim_calendar_checks, public.mark_mentor_calendar, public.forget_unread_calendars,
  public.sweep_mentor_calendars, public.calendar_for_order, public.note_skipped_calendar_check, public.calendar_revoke,
  public.end_calendar_revoke to service_role;
