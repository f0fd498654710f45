set local lock_timeout = '5s';

-- Recovery codes of two-step sign-in, and what administrators can do about each other's sessions.
-- See docs/product/accounts.md#two-step-sign-in.

create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, hash)
);
comment on table private.recovery_codes is
  'SHA-256 of each code. A code has 120 random bits, which no guessing reaches, so that a plain hash is enough.';
alter table private.recovery_codes enable row level security;
revoke all on table private.recovery_codes from public, anon, authenticated, service_role;

create function private.recovery_code_hash(p_code text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(regexp_replace(upper(coalesce(p_code, '')), '[^A-Z0-9]', '', 'g'), 'UTF8')), 'hex')
$$;
comment on function private.recovery_code_hash is 'Hyphens, spaces and small letters do not matter.';

create function private.random_recovery_code() returns text
language sql volatile set search_path = '' as $$
  -- 24 of 32 signs; without I, O, 0 and 1, which look alike. Two random uuids have 244 random bits.
  select string_agg(
    substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + (get_byte(r.bytes, n) & 31), 1), '' order by n
  )
  from (
    select sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')) as bytes
  ) r, generate_series(0, 23) n
$$;

create function public.new_recovery_codes() returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_proof();
  v_codes text[];
begin
  if not private.has_factor(v_user) then
    raise exception using errcode = 'PT403', message = 'set_up_needed';
  end if;
  perform private.lock_account(v_user);
  v_codes := array(select private.random_recovery_code() from generate_series(1, 10) n where n > 0);
  delete from private.recovery_codes c where c.user_id = v_user;
  insert into private.recovery_codes (user_id, hash)
  select v_user, private.recovery_code_hash(code) from unnest(v_codes) code;
  return array(select regexp_replace(code, '(.{4})(?=.)', '\1-', 'g') from unnest(v_codes) code);
end
$$;
comment on function public.new_recovery_codes is
  'Ten new recovery codes in place of the caller''s earlier ones, in groups of four; they are shown this once. Needs a '
  'proof, and a session that passed the second step (PT403 set_up_needed where there is none).';

create function public.recovery_codes_left() returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := private.require_signed_in();
begin
  return (select count(*) from private.recovery_codes c where c.user_id = v_user and c.used_at is null);
end
$$;
comment on function public.recovery_codes_left is 'How many of the caller''s recovery codes are not used yet.';

create function private.take_factors(p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Administrators cannot take their last factor away themselves while it is required: the trigger on this table lets
  -- this transaction do it.
  perform set_config('point0.factor_reset', 'on', true);
  delete from auth.mfa_factors f where f.user_id = p_user_id;
  perform set_config('point0.factor_reset', '', true);
end
$$;

create function public.use_recovery_code(p_code text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := auth.uid();
  v_tries integer;
  v_left integer;
begin
  if v_user is null then
    raise exception using errcode = '42501', message = 'sign_in_required';
  end if;
  if not private.has_live_session() then
    raise exception using errcode = 'PT401', message = 'session_ended';
  end if;
  perform private.lock_account(v_user);
  if not private.has_factor(v_user) then
    raise exception using errcode = 'PT409', message = 'two_step_off';
  end if;
  v_tries := private.recent_attempts(v_user, 'recovery_code', interval '15 minutes');
  if v_tries >= 5 then
    raise exception using errcode = 'PT429', message = 'too_many_codes';
  end if;
  update private.recovery_codes c set used_at = now()
  where c.user_id = v_user and c.hash = private.recovery_code_hash(p_code) and c.used_at is null;
  if not found then
    -- An answer, not an exception, which would undo the count of this try.
    insert into private.account_attempts (user_id, kind) values (v_user, 'recovery_code');
    return jsonb_build_object('wrong', true, 'tries_left', 4 - v_tries);
  end if;
  select count(*) into v_left from private.recovery_codes c where c.user_id = v_user and c.used_at is null;
  -- The e-mail about the recovery code is enough: no second one that two-step sign-in is off.
  perform set_config('point0.no_alert', 'on', true);
  perform private.take_factors(v_user);
  perform set_config('point0.no_alert', '', true);
  delete from auth.sessions s where s.user_id = v_user and s.id <> private.claimed_session();
  -- A session that passed the second step before would count as passed once a new factor is set up.
  update auth.sessions s set aal = 'aal1', factor_id = null where s.id = private.claimed_session();
  delete from auth.mfa_amr_claims m
  where m.session_id = private.claimed_session() and m.authentication_method like '%totp%';
  perform private.write_alert(v_user, 'recovery_code', u.email, jsonb_build_object('left', v_left))
  from auth.users u where u.id = v_user and u.email_confirmed_at is not null and coalesce(u.email, '') <> '';
  return jsonb_build_object('left', v_left);
end
$$;
comment on function public.use_recovery_code is
  'In place of the code of an app: two-step sign-in is off and every other session ends; {"left": n} codes. A code '
  'that is wrong or used: {"wrong": true, "tries_left": n}. Any live session may ask. PT401 session_ended, PT409 '
  'two_step_off, PT429 too_many_codes after five wrong ones in 15 minutes.';

create function private.reset_two_step(p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  perform private.lock_account(p_user_id);
  if not exists (select from auth.users u where u.id = p_user_id) then
    raise exception using errcode = 'PT404', message = 'not_found';
  end if;
  perform private.take_factors(p_user_id);
  delete from private.recovery_codes c where c.user_id = p_user_id;
  delete from auth.sessions s where s.user_id = p_user_id;
  perform private.record_act('two_step_reset', 'profiles', p_user_id::text);
end
$$;
comment on function private.reset_two_step is
  'For an account that lost its device and its recovery codes: two-step sign-in is off, its recovery codes and '
  'sessions are gone. Only the database owner can call it (docs/security/administrators.md); it is in the audit log, '
  'and the account gets the e-mail "Two-step sign-in was turned off".';

-- For administrators ------------------------------------------------------------------------------------------------

create function public.list_administrators()
returns table (id uuid, name text, is_two_step_on boolean, last_sign_in_at timestamptz, open_sessions integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select p.id, p.name, private.has_factor(p.id),
      greatest(u.last_sign_in_at, (select max(s.created_at) from auth.sessions s where s.user_id = p.id)),
      (
        select count(*)::integer from auth.sessions s
        where s.user_id = p.id and (s.not_after is null or s.not_after > now())
      )
    from public.profiles p join auth.users u on u.id = p.id
    where p.is_admin
    order by lower(p.name), p.id;
end
$$;
comment on function public.list_administrators is
  'All administrators by name, for administrators: whether two-step sign-in is on, the last sign-in, open sessions.';

create function public.end_sessions_of(p_user_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_reason text := private.clean_line(coalesce(p_reason, ''));
  v_count integer;
begin
  perform private.require_admin();
  if char_length(v_reason) not between 10 and 200 then
    raise exception using errcode = 'PT422', message = 'invalid_input', detail = 'reason';
  end if;
  if not exists (select from auth.users u where u.id = p_user_id) then
    raise exception using errcode = 'PT404', message = 'not_found';
  end if;
  delete from auth.sessions s where s.user_id = p_user_id;
  get diagnostics v_count = row_count;
  perform private.record_act(
    'end_sessions', 'profiles', p_user_id::text, jsonb_build_object('reason', v_reason, 'sessions', v_count)
  );
  return jsonb_build_object('ended', v_count);
end
$$;
comment on function public.end_sessions_of is
  'Signs a person out of every device, for administrators: {"ended": n}. The reason (10 to 200 characters) stands in '
  'the audit log. PT422 invalid_input, PT404 not_found.';

revoke execute on all functions in schema private from public;
revoke execute on function public.new_recovery_codes, public.recovery_codes_left, public.use_recovery_code,
  public.list_administrators, public.end_sessions_of
  from public, anon;
grant execute on function public.new_recovery_codes, public.recovery_codes_left, public.use_recovery_code,
  public.list_administrators, public.end_sessions_of
  to authenticated, service_role;
