set local lock_timeout = '5s';

-- Who is asking: the database checks the session of an access token at each statement, so that a session that has ended
-- loses its access at once. See docs/product/accounts.md#sessions and docs/product/accounts.md#proof.
--
-- A session is live when the row of auth.sessions that the token names exists, belongs to the token's person and is not
-- over. It is complete when the person has no verified second factor, or has passed it in this session: the token and
-- the row both say aal2. A proof is a complete session made, or confirmed with the password, at most 5 minutes ago.

create table private.security_settings (
  is_only_row boolean primary key default true check (is_only_row),
  admin_two_step text not null default 'required' check (admin_two_step in ('required', 'optional'))
);
insert into private.security_settings default values;
alter table private.security_settings enable row level security;
comment on table private.security_settings is
  'One row. The host writes it at each start from its settings; on hosted Supabase the database owner changes it.';
comment on column private.security_settings.admin_two_step is
  'Whether administrators without two-step sign-in are kept out of the back office.';

create table private.identity_proofs (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  confirmed_at timestamptz not null default now()
);
create index identity_proofs_user_idx on private.identity_proofs (user_id);
alter table private.identity_proofs enable row level security;
comment on table private.identity_proofs is
  'When a session''s person last entered the present password (function confirm-identity). Ends with the session.';

create table private.easy_passwords (
  user_id uuid primary key references auth.users (id) on delete cascade,
  noticed_at timestamptz not null default now()
);
alter table private.easy_passwords enable row level security;
comment on table private.easy_passwords is
  'Accounts whose present password is on a list of common ones, as noticed at a sign-in. A new password ends the row.';

revoke all on table private.security_settings, private.identity_proofs, private.easy_passwords
  from public, anon, authenticated, service_role;

create function private.claimed_session() returns uuid
language plpgsql stable set search_path = ''
as $$ begin return nullif(auth.jwt() ->> 'session_id', '')::uuid; end $$;
comment on function private.claimed_session is 'The session that the access token names; null where it names none.';

create function private.has_live_session() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.sessions s
    where s.id = private.claimed_session() and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now())
  );
end
$$;
comment on function private.has_live_session is 'Whether the caller''s session exists, is theirs and is not over.';

create function private.has_factor(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from auth.mfa_factors f where f.user_id = p_user_id and f.status = 'verified');
end
$$;
comment on function private.has_factor is 'Whether two-step sign-in is on for an account.';

create function private.signed_in_user() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_session uuid := private.claimed_session();
  v_user uuid := auth.uid();
begin
  return (
    select s.user_id from auth.sessions s
    where s.id = v_session and s.user_id = v_user
      and (s.not_after is null or s.not_after > now())
      and (
        not exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified')
        -- Both must say so: by the row alone, a token that was copied before the code was entered would have access.
        or (auth.jwt() ->> 'aal' = 'aal2' and s.aal = 'aal2')
      )
  );
end
$$;
comment on function private.signed_in_user is
  'The caller''s account where the session is complete, else null. Policies and functions ask this for access, as '
  '(select private.signed_in_user()), never auth.uid(): a token outlives its session by up to an hour.';

create function private.require_signed_in() returns uuid
language plpgsql stable set search_path = '' as $$
declare
  v_user uuid := private.signed_in_user();
begin
  if v_user is not null then
    return v_user;
  end if;
  if auth.uid() is null then
    raise exception using errcode = '42501', message = 'sign_in_required';
  end if;
  if private.has_live_session() then
    raise exception using errcode = 'PT403', message = 'code_needed';
  end if;
  raise exception using errcode = 'PT401', message = 'session_ended';
end
$$;
comment on function private.require_signed_in is
  'First line of every function for a signed-in person; answers the account. 42501 sign_in_required without a token, '
  'PT401 session_ended, PT403 code_needed where the second step is still to come.';

create function private.session_has_proof(p_session_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions s
    where s.id = p_session_id
      and (s.not_after is null or s.not_after > now())
      and (s.aal = 'aal2' or not private.has_factor(s.user_id))
      and (
        s.created_at > now() - interval '5 minutes'
        or exists (
          select from private.identity_proofs p
          where p.session_id = s.id and p.user_id = s.user_id and p.confirmed_at > now() - interval '5 minutes'
        )
      )
  )
$$;
comment on function private.session_has_proof is
  'Whether a session was made, or confirmed with the password, in the last 5 minutes, and passed the second step where '
  'there is one.';

create function private.account_has_proof(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions s where s.user_id = p_user_id and private.session_has_proof(s.id)
  )
$$;
comment on function private.account_has_proof is
  'As session_has_proof, for any session of the account: triggers on auth.users know the account alone.';

create function private.require_proof() returns uuid
language plpgsql stable set search_path = '' as $$
declare
  v_user uuid := private.require_signed_in();
begin
  if not private.session_has_proof(private.claimed_session()) then
    raise exception using errcode = 'PT403', message = 'proof_needed';
  end if;
  return v_user;
end
$$;
comment on function private.require_proof is
  'As require_signed_in, and PT403 proof_needed unless the session was made or confirmed in the last 5 minutes '
  '(function confirm-identity).';

revoke execute on all functions in schema private from public;
grant execute on function private.is_client, private.require_service, private.session_range, private.today,
  private.claimed_session, private.has_live_session, private.signed_in_user, private.require_signed_in
  to anon, authenticated, service_role;
