set local lock_timeout = '5s';

-- Wrong passwords and codes counted for each account, where Supabase Auth calls a function at each attempt (its hooks
-- "Password Verification Attempt" and "MFA Verification Attempt"). The embedded host counts by itself, and calls
-- neither.
--
-- A hook is not told the address that asks. So unlike the embedded host it cannot let the owner's own devices go on
-- while a stranger guesses; a forgotten password can be replaced by e-mail all the same.

create table private.auth_attempts (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('password', 'code')),
  wrong_at timestamptz[] not null default '{}',
  locked_until timestamptz,
  primary key (user_id, kind)
);
alter table private.auth_attempts enable row level security;
comment on table private.auth_attempts is
  'Wrong passwords and codes of the last minutes, for each account; written by the hooks of Supabase Auth alone.';

create function private.count_attempt(p_event jsonb, p_kind text, p_most integer, p_within interval) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := (p_event ->> 'user_id')::uuid;
  v_row private.auth_attempts;
begin
  insert into private.auth_attempts (user_id, kind) values (v_user, p_kind) on conflict do nothing;
  -- Attempts at one moment are counted one after the other.
  select * into v_row from private.auth_attempts where user_id = v_user and kind = p_kind for update;
  if v_row.locked_until > clock_timestamp() then
    return jsonb_build_object(
      'decision', 'reject',
      'message', 'Too many attempts for this account. Please wait 15 minutes or reset your password.',
      'should_logout_user', false
    );
  end if;
  if (p_event ->> 'valid')::boolean then
    delete from private.auth_attempts where user_id = v_user and kind = p_kind;
    return jsonb_build_object('decision', 'continue');
  end if;
  v_row.wrong_at := array(
    select t from unnest(v_row.wrong_at || clock_timestamp()) t where t > clock_timestamp() - p_within order by t
  );
  update private.auth_attempts
  set wrong_at = v_row.wrong_at,
    locked_until = case
      when cardinality(v_row.wrong_at) >= p_most then clock_timestamp() + interval '15 minutes'
    end
  where user_id = v_user and kind = p_kind;
  return jsonb_build_object('decision', 'continue');
end
$$;
comment on function private.count_attempt is
  'Answers a hook of Supabase Auth: rejects for 15 minutes after p_most wrong attempts within p_within.';

create function private.password_verification_attempt(event jsonb) returns jsonb
language sql security definer set search_path = '' as $$
  select private.count_attempt(event, 'password', 10, interval '15 minutes')
$$;
comment on function private.password_verification_attempt is
  'Hook of Supabase Auth: 10 wrong passwords in 15 minutes refuse further ones for 15 minutes, right ones too.';

create function private.mfa_verification_attempt(event jsonb) returns jsonb
language sql security definer set search_path = '' as $$
  select private.count_attempt(event, 'code', 5, interval '5 minutes')
$$;
comment on function private.mfa_verification_attempt is
  'Hook of Supabase Auth: 5 wrong codes in 5 minutes refuse further ones for 15 minutes, right ones too.';

revoke execute on function private.count_attempt, private.password_verification_attempt,
  private.mfa_verification_attempt from public;
do $$
begin
  -- The role that Supabase Auth connects as; the embedded database has none.
  if exists (select from pg_catalog.pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.password_verification_attempt, private.mfa_verification_attempt
      to supabase_auth_admin;
  end if;
end
$$;
