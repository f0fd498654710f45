set local lock_timeout = '5s';

-- What people do with their own account: devices, name, notifications; and the counting of tries.
-- See docs/product/accounts.md#account-page and docs/product/accounts.md#proof.

-- Counting ----------------------------------------------------------------------------------------------------------

create table private.account_attempts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('password', 'recovery_code', 'name')),
  at timestamptz not null default clock_timestamp(),
  is_running boolean not null default false
);
create index account_attempts_user_idx on private.account_attempts (user_id, kind, at);
comment on table private.account_attempts is
  'What an account may do only so often: wrong confirmations of the password, recovery codes that were tried, changes '
  'of the name. Rows of more than a day are deleted with the next one.';
comment on column private.account_attempts.is_running is
  'Auth is being asked whether a password is right: the session that this makes is no sign-in.';
alter table private.account_attempts enable row level security;
revoke all on table private.account_attempts from public, anon, authenticated, service_role;

create function private.lock_account(p_user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$ begin perform from auth.users u where u.id = p_user_id for no key update; end $$;
comment on function private.lock_account is
  'Acts on one account wait here for each other. Sessions can still be made: a foreign key does not wait.';

create function private.recent_attempts(p_user_id uuid, p_kind text, p_span interval) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.account_attempts a where a.user_id = p_user_id and a.at < now() - interval '1 day';
  return (
    select count(*) from private.account_attempts a
    where a.user_id = p_user_id and a.kind = p_kind and a.at > clock_timestamp() - p_span
  );
end
$$;
comment on function private.recent_attempts is
  'How many tries an account had in the last p_span; call it under lock_account.';

-- Signed-in devices -------------------------------------------------------------------------------------------------

create table private.ended_sessions (
  session_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  ended_at timestamptz not null default now()
);
create index ended_sessions_user_idx on private.ended_sessions (user_id);
create index ended_sessions_ended_idx on private.ended_sessions (ended_at);
comment on table private.ended_sessions is
  'Sessions that were deleted in the last 30 days: ending one of them once more is no error, while an unknown id is.';
alter table private.ended_sessions enable row level security;
revoke all on table private.ended_sessions from public, anon, authenticated, service_role;

create function private.remember_ended_sessions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.ended_sessions e where e.ended_at < now() - interval '30 days';
  insert into private.ended_sessions (session_id, user_id)
  -- Sessions of a deleted account are not recorded.
  select g.id, g.user_id from gone g join auth.users u on u.id = g.user_id
  on conflict (session_id) do nothing;
  return null;
exception when others then
  raise warning 'ended sessions are not remembered: % (%)', sqlerrm, sqlstate;
  return null;
end
$$;
create trigger remember_ended_sessions after delete on auth.sessions
referencing old table as gone for each statement execute function private.remember_ended_sessions();

create function private.network_of(p_address inet) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_address is null then null
    when family(p_address) = 4 then network(set_masklen(p_address, 24))::text
    -- An IPv4 address that is written as an IPv6 one.
    when p_address <<= inet '::ffff:0:0/96' then
      network(set_masklen(inet '0.0.0.0' + (set_masklen(p_address, 128) - inet '::ffff:0.0.0.0'), 24))::text
    else network(set_masklen(p_address, 48))::text
  end
$$;
comment on function private.network_of is
  'The network of an address, which says roughly where a device is: /24 of IPv4, /48 of IPv6.';

create function public.my_sessions()
returns table (
  id uuid, user_agent text, network text, signed_in_at timestamptz, last_used_at timestamptz, is_this_device boolean,
  is_two_step boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := private.require_signed_in();
begin
  return query
    select s.id, s.user_agent, private.network_of(s.ip), s.created_at,
      greatest(s.refreshed_at at time zone 'UTC', s.created_at), s.id = private.claimed_session(),
      coalesce(s.aal = 'aal2', false)
    from auth.sessions s
    where s.user_id = v_user and (s.not_after is null or s.not_after > now())
    order by 6 desc, 5 desc, s.id;
end
$$;
comment on function public.my_sessions is
  'Where the caller is signed in, this device first, then the last used. user_agent is as the device wrote it; network '
  'is /24 of IPv4, /48 of IPv6; both null where they are not known.';

create function public.end_session(p_session_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_proof();
begin
  delete from auth.sessions s where s.id = p_session_id and s.user_id = v_user;
  if found then
    return jsonb_build_object('ended', 1);
  end if;
  if exists (select from private.ended_sessions e where e.session_id = p_session_id and e.user_id = v_user) then
    return jsonb_build_object('ended', 0);
  end if;
  raise exception using errcode = 'PT404', message = 'not_found';
end
$$;
comment on function public.end_session is
  'Signs one of the caller''s devices out at once: {"ended": 1}, or 0 where it was signed out already. Needs a proof. '
  'PT404 not_found for unknown ids and those of other people.';

create function public.end_other_sessions() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_proof();
  v_count integer;
begin
  delete from auth.sessions s where s.user_id = v_user and s.id <> private.claimed_session();
  get diagnostics v_count = row_count;
  return jsonb_build_object('ended', v_count);
end
$$;
comment on function public.end_other_sessions is
  'Signs out every device of the caller but this one: {"ended": n}. Needs a proof.';

-- The name ----------------------------------------------------------------------------------------------------------

create function public.change_my_name(p_name text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_signed_in();
  v_name text := private.clean_line(coalesce(p_name, ''));
begin
  if char_length(v_name) not between 2 and 120 then
    raise exception using errcode = 'PT422', message = 'invalid_input', detail = 'name';
  end if;
  perform private.lock_account(v_user);
  if exists (select from public.profiles p where p.id = v_user and p.name = v_name) then
    return;
  end if;
  if private.recent_attempts(v_user, 'name', interval '24 hours') >= 5 then
    raise exception using errcode = 'PT429', message = 'too_many_name_changes';
  end if;
  insert into private.account_attempts (user_id, kind) values (v_user, 'name');
  update public.profiles p set name = v_name where p.id = v_user;
  -- Bookings look the name up; reviews carry it shortened.
  update public.mentor_reviews r set author_name = private.review_author(v_user)
  from private.review_authors a where a.review_id = r.id and a.user_id = v_user;
end
$$;
comment on function public.change_my_name is
  'Changes the caller''s name (2 to 120 characters, spaces and control characters made one space), which bookings and '
  'reviews show. PT422 invalid_input, PT429 too_many_name_changes after five in 24 hours.';

create trigger audit_profile_name after update of name on public.profiles
for each row when (auth.uid() is not null and old.name is distinct from new.name)
execute function private.record_audit();

-- The address -------------------------------------------------------------------------------------------------------

create function private.forget_mailed_tokens(p_user_id uuid, p_only_email_change boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- Hosted Auth cannot read null in these columns; the embedded one writes null where there is no token.
  v_none text := case when to_regclass('auth.one_time_tokens') is not null then '' end;
begin
  update auth.users u
  set email_change = v_none, email_change_token_new = v_none, email_change_token_current = v_none,
    email_change_confirm_status = 0, email_change_sent_at = null
  where u.id = p_user_id;
  if not p_only_email_change then
    update auth.users u
    set recovery_token = v_none, recovery_sent_at = null, confirmation_token = v_none, reauthentication_token = v_none
    where u.id = p_user_id;
    -- A mailed link that was opened, and waits for the browser to take its session.
    delete from auth.flow_state f where f.user_id = p_user_id;
  end if;
  if v_none is not null then
    execute 'delete from auth.one_time_tokens t where t.user_id = $1 and (not $2 or t.token_type::text like ''email_change%'')'
      using p_user_id, p_only_email_change;
  end if;
end
$$;
comment on function private.forget_mailed_tokens is
  'Makes the links that Auth mailed to an account invalid, and ends a waiting change of its address. With '
  'p_only_email_change, other links stay valid.';

create function public.cancel_email_change() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.forget_mailed_tokens(private.require_signed_in(), p_only_email_change => true);
end
$$;
comment on function public.cancel_email_change is
  'Ends the change of the caller''s address that waits for confirmation; its links no longer work.';

-- Notifications -----------------------------------------------------------------------------------------------------

create table private.notification_choices (
  user_id uuid primary key references auth.users (id) on delete cascade,
  reminders boolean not null,
  updated_at timestamptz not null default now()
);
comment on table private.notification_choices is
  'Which e-mails a founder wants. Without a row reminders are sent. All others are always sent.';
alter table private.notification_choices enable row level security;
revoke all on table private.notification_choices from public, anon, authenticated, service_role;

create function private.wants_reminders(p_user_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select coalesce((select c.reminders from private.notification_choices c where c.user_id = p_user_id), true)
$$;

create function public.my_notifications() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object('reminders', private.wants_reminders(private.require_signed_in()));
end
$$;
comment on function public.my_notifications is
  'The caller''s choices: {"reminders": boolean}, true unless switched off.';

create function public.set_notifications(p_reminders boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_signed_in();
begin
  if p_reminders is null then
    raise exception using errcode = 'PT422', message = 'invalid_input', detail = 'reminders';
  end if;
  insert into private.notification_choices (user_id, reminders) values (v_user, p_reminders)
  on conflict (user_id) do update set reminders = excluded.reminders, updated_at = now();
end
$$;
comment on function public.set_notifications is
  'Whether the caller gets reminders 24 hours and 1 hour before a session; also those that are planned already.';

create function public.wants_reminders(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return private.wants_reminders(p_user_id);
end
$$;
comment on function public.wants_reminders is 'For the worker, when a reminder is due: whether the founder wants it.';

-- Optional e-mails --------------------------------------------------------------------------------------------------

create function private.mail_stop_kinds() returns text[]
language sql immutable set search_path = '' as $$ select array['check_ins', 'session_summaries', 'slot_alerts'] $$;
comment on function private.mail_stop_kinds is
  'The optional e-mails; copy/people/mail-stops.ts has words for each, and a test compares them.';

create table private.mail_stops (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null check (kind = any (private.mail_stop_kinds())),
  created_at timestamptz not null default now(),
  unique (user_id, kind)
);
comment on table private.mail_stops is
  'Who does not want an optional e-mail. It is asked when the e-mail is composed and, in claim_jobs(), when it is '
  'delivered. Mentors get optional e-mails only where they have an account (docs/decisions/076).';
alter table private.mail_stops enable row level security;
revoke all on table private.mail_stops from public, anon, authenticated, service_role;

create function private.set_mail_stop(p_user_id uuid, p_kind text, p_is_stopped boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if p_is_stopped is null or p_kind <> all (private.mail_stop_kinds()) is not false then
    raise exception using errcode = 'PT422', message = 'invalid_input', detail = 'kind';
  end if;
  if p_is_stopped then
    insert into private.mail_stops (user_id, kind) values (p_user_id, p_kind) on conflict (user_id, kind) do nothing;
  else
    delete from private.mail_stops s where s.user_id = p_user_id and s.kind = p_kind;
  end if;
end
$$;

create function public.my_mail_stops() returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := private.require_signed_in();
begin
  return array(select s.kind from private.mail_stops s where s.user_id = v_user order by s.kind);
end
$$;
comment on function public.my_mail_stops is 'The kinds of optional e-mails that the caller does not want.';

create function public.set_my_mail_stop(p_kind text, p_is_stopped boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.set_mail_stop(private.require_signed_in(), p_kind, p_is_stopped);
end
$$;
comment on function public.set_my_mail_stop is
  'Stops an optional e-mail to the caller, or allows it again. PT422 invalid_input for an unknown kind.';

create function public.set_mail_stop(p_user_id uuid, p_kind text, p_is_stopped boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if not exists (select from public.profiles p where p.id = p_user_id) then
    raise exception using errcode = 'PT404', message = 'account_not_found';
  end if;
  perform private.set_mail_stop(p_user_id, p_kind, p_is_stopped);
  perform private.record_act('update', 'profiles', p_user_id::text,
    jsonb_build_object('mail_stop', jsonb_build_array(null, case when p_is_stopped then p_kind end)));
end
$$;
comment on function public.set_mail_stop is
  'The same for another person, for administrators; an entry of the audit log. PT404 account_not_found, PT422 '
  'invalid_input.';

create function public.mail_stop_by_link(p_user_id uuid, p_kind text, p_is_stopped boolean default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  if p_is_stopped is not null and exists (select from public.profiles p where p.id = p_user_id) then
    perform private.set_mail_stop(p_user_id, p_kind, p_is_stopped);
  end if;
  return (
    select jsonb_build_object(
      'email', case
        when p_kind = 'session_summaries'
          then (select mp.email from public.mentor_private mp where mp.user_id = p.id)
        else private.confirmed_email(p.id)
      end,
      'is_stopped', not private.wants_mail(p.id, p_kind))
    from public.profiles p where p.id = p_user_id
  );
end
$$;
comment on function public.mail_stop_by_link is
  'For the function stop-mail, which has checked the link: stops or allows an optional e-mail (null changes nothing) and '
  'answers {email, is_stopped}; null where the account is gone.';

revoke execute on all functions in schema private from public;
revoke execute on function public.my_sessions, public.end_session, public.end_other_sessions, public.change_my_name,
  public.cancel_email_change, public.my_notifications, public.set_notifications, public.my_mail_stops,
  public.set_my_mail_stop, public.set_mail_stop
  from public, anon;
grant execute on function public.my_sessions, public.end_session, public.end_other_sessions, public.change_my_name,
  public.cancel_email_change, public.my_notifications, public.set_notifications, public.my_mail_stops,
  public.set_my_mail_stop, public.set_mail_stop
  to authenticated, service_role;
revoke execute on function public.wants_reminders, public.mail_stop_by_link from public, anon, authenticated;
grant execute on function public.wants_reminders, public.mail_stop_by_link to service_role;
