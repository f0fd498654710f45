set local lock_timeout = '5s';

-- A person's profile, which the database makes together with the account, and who is an administrator.
-- See docs/product/accounts.md#sign-up and docs/product/back-office.md#administrators.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  email text,
  name text,
  phone text check (
    char_length(phone) <= 60
    and phone ~ '^([ +(),./;\u2010-\u2015\u2212-]*[0-9]){10,15}[ +(),./;\u2010-\u2015\u2212-]*$'
  ),
  is_phone_kept boolean not null default false check (phone is not null or not is_phone_kept),
  startup_name text check (char_length(startup_name) between 2 and 100),
  idea text check (char_length(idea) between 10 and 500),
  industry text check (char_length(industry) between 2 and 50),
  is_admin boolean not null default false,
  profile_completed boolean not null default false,
  vc_interest_submitted boolean not null default false,
  created_at timestamptz not null default now(),
  search_text text generated always as (
    lower(
      coalesce(name, '') || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone, '') || E'\n'
      || coalesce(startup_name, '') || E'\n' || coalesce(industry, '') || E'\n' || coalesce(idea, '') || E'\n'
      || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g') || E'\n'
      || private.plain_words(coalesce(name, '') || ' ' || coalesce(startup_name, ''))
    )
  ) stored
);
create index profiles_email_idx on public.profiles (lower(email));
create index profiles_created_at_idx on public.profiles (created_at desc);
create index profiles_name_search_idx on public.profiles using gin (lower(name) extensions.gin_trgm_ops);
create index profiles_email_search_idx on public.profiles using gin (lower(email) extensions.gin_trgm_ops);
create index profiles_search_idx on public.profiles using gin (search_text extensions.gin_trgm_ops);

comment on table public.profiles is 'One row a person. The account itself is in auth.users.';
comment on column public.profiles.id is 'The account''s id in auth.users.';
comment on column public.profiles.email is 'Copied from the account; follows it when the account''s address changes.';
comment on column public.profiles.name is
  'From sign-up: full_name, else name, else the address before the at-sign, else User.';
comment on column public.profiles.phone is
  'From the account page or the investor form, as typed: 10 to 15 digits, and what people write between them.';
comment on column public.profiles.is_phone_kept is
  'The phone was saved on the account page: it stays when the consent to introductions is withdrawn.';
comment on column public.profiles.startup_name is 'From the investor form; 2 to 100 characters.';
comment on column public.profiles.idea is 'From the investor form; 10 to 500 characters.';
comment on column public.profiles.industry is 'From the investor form; 2 to 50 characters.';
comment on column public.profiles.is_admin is
  'Administrator. Set by the database owner or the service role only; no client, administrators included, can write '
  'it.';
comment on column public.profiles.profile_completed is 'The investor form was submitted.';
comment on column public.profiles.vc_interest_submitted is 'The person asked to be connected with investors.';
comment on column public.profiles.created_at is 'When the profile was made.';
comment on column public.profiles.search_text is
  'Lower-cased name, e-mail, phone, startup, industry, idea and the phone''s digits, one a line, and name and startup '
  'without accents; computed. For search by administrators.';

-- Administrators ----------------------------------------------------------------------------------------------------

create function private.admin_state() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_session uuid := private.claimed_session();
  v_user uuid := auth.uid();
begin
  return coalesce((
    select case
      -- raw_user_meta_data is never consulted: its owner can write it.
      when not coalesce(p.is_admin, u.raw_app_meta_data -> 'is_admin' = 'true'::jsonb, false) then 'not_admin'
      when f.has_factor and not (auth.jwt() ->> 'aal' = 'aal2' and s.aal = 'aal2') then 'code_needed'
      when s.created_at <= now() - interval '12 hours' then 'sign_in_again'
      when not f.has_factor
        and (select t.admin_two_step from private.security_settings t) = 'required' then 'set_up_needed'
      else 'ok'
    end
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    left join public.profiles p on p.id = u.id
    cross join lateral (
      select exists (
        select from auth.mfa_factors m where m.user_id = s.user_id and m.status = 'verified'
      ) as has_factor
    ) f
    where s.id = v_session and s.user_id = v_user and (s.not_after is null or s.not_after > now())
  ), 'not_admin');
end
$$;
comment on function private.admin_state is
  'What keeps the caller out of the back office, the first that applies: not_admin (profiles.is_admin, and app '
  'metadata only where the profile is missing; also without a live session), code_needed, sign_in_again (12 hours '
  'after the sign-in), set_up_needed; ok where nothing does (docs/product/back-office.md#administrators).';

create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.admin_state() = 'ok';
end
$$;
comment on function private.is_admin is 'Whether the caller is an administrator and may use the back office now.';

create function private.require_admin() returns void
language plpgsql stable set search_path = '' as $$
declare
  v_state text;
begin
  if not private.is_client() then
    return;
  end if;
  v_state := private.admin_state();
  if v_state = 'ok' then
    return;
  end if;
  if v_state in ('code_needed', 'set_up_needed') then
    raise exception using errcode = 'PT403', message = v_state;
  end if;
  if v_state = 'sign_in_again' then
    raise exception using errcode = 'PT401', message = v_state;
  end if;
  if auth.uid() is not null and not private.has_live_session() then
    raise exception using errcode = 'PT401', message = 'session_ended';
  end if;
  raise exception using errcode = '42501', message = 'admin_only';
end
$$;
comment on function private.require_admin is
  'First line of every function meant for administrators: 42501 admin_only, PT401 session_ended or sign_in_again, '
  'PT403 code_needed or set_up_needed. The service role passes. Reads the profile at each call, so a flag that is '
  'taken away ends access with the next request.';

create function private.session_state() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_complete uuid := private.signed_in_user();
begin
  return jsonb_build_object(
    'user_id', v_complete,
    'is_signed_in', v_complete is not null,
    'is_code_needed', v_complete is null and private.has_live_session()
  );
end
$$;
comment on function private.session_state is 'What my_account_state() begins with: the session alone.';

create function public.my_account_state() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_state jsonb := private.session_state();
  -- The account of a live session, though its second step may be still to come.
  v_user uuid := case
    when (v_state ->> 'is_signed_in')::boolean or (v_state ->> 'is_code_needed')::boolean then auth.uid()
  end;
begin
  return v_state || jsonb_build_object(
    'is_two_step_on', v_user is not null and private.has_factor(v_user),
    'admin_state', private.admin_state(),
    'has_password', exists (
      select from auth.users u where u.id = v_user and nullif(u.encrypted_password, '') is not null
    ),
    'must_change_password', exists (select from private.easy_passwords e where e.user_id = v_user),
    'is_mentor', private.my_mentor_id() is not null
  );
end
$$;
comment on function public.my_account_state is
  'The state of the caller''s session, for any token: is_signed_in (a complete session), then its account (user_id), '
  'is_code_needed (the second step is still to come), is_two_step_on, admin_state, has_password, '
  'must_change_password, is_mentor. Without a live session all are false and admin_state is not_admin.';

create function public.set_up_administrators(p_emails text[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_count integer;
begin
  perform private.require_service();
  -- Unconfirmed addresses are ignored: anyone can enter any address.
  update public.profiles p set is_admin = true
  from auth.users u
  where u.id = p.id and not p.is_admin and u.email_confirmed_at is not null
    and lower(u.email) in (select lower(private.clean_email(e)) from unnest(p_emails) e);
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
comment on function public.set_up_administrators is
  'Makes the accounts with these confirmed addresses administrators (docs/product/back-office.md#administrators) and '
  'answers for how many it did so. It never takes the right away.';

-- Making profiles ---------------------------------------------------------------------------------------------------

create function private.ensure_profile(p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.profiles p where p.id = p_user_id) then
    return;
  end if;
  insert into public.profiles (id, email, name, created_at)
  select
    u.id,
    u.email,
    left(coalesce(
      nullif(private.clean_line(u.raw_user_meta_data ->> 'full_name'), ''),
      nullif(private.clean_line(u.raw_user_meta_data ->> 'name'), ''),
      nullif(private.clean_line(u.raw_app_meta_data ->> 'full_name'), ''),
      nullif(split_part(u.email, '@', 1), ''),
      'User'
    ), 120),
    coalesce(u.created_at, now())
  from auth.users u
  where u.id = p_user_id
  on conflict (id) do nothing;
end
$$;
comment on function private.ensure_profile is
  'Makes the profile of an account that lacks one. Sign-up data gives the name and nothing else: an is_admin in it is '
  'ignored.';

create function private.create_profile_at_sign_up() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  begin
    perform private.ensure_profile(new.id);
  exception when others then
    -- An account without a profile can be repaired (create_missing_profiles); a sign-up that fails cannot.
    raise warning 'no profile for account %: % (%)', new.id, sqlerrm, sqlstate;
  end;
  return null;
end
$$;
create trigger create_profile_at_sign_up after insert on auth.users
for each row execute function private.create_profile_at_sign_up();

create function private.follow_account_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return null;
exception when others then
  raise warning 'profile % keeps its old address: % (%)', new.id, sqlerrm, sqlstate;
  return null;
end
$$;
create trigger follow_account_email after update of email on auth.users
for each row when (old.email is distinct from new.email) execute function private.follow_account_email();

create function public.create_missing_profiles() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.ensure_profile(private.require_signed_in());
end
$$;
comment on function public.create_missing_profiles is
  'Makes only the caller''s own profile, when it is missing (docs/product/accounts.md#sign-up).';

-- What a client may read and change ---------------------------------------------------------------------------------

alter table public.profiles enable row level security;

create policy "Founders read their own profile" on public.profiles
for select to authenticated using (id = (select private.signed_in_user()));
create policy "Founders update their own profile" on public.profiles
for update to authenticated
using (id = (select private.signed_in_user())) with check (id = (select private.signed_in_user()));

revoke all on table public.profiles from public, anon, authenticated;
grant select on table public.profiles to anon;
grant select on table public.profiles to authenticated;
grant update (phone, is_phone_kept, startup_name, idea, industry, profile_completed, vc_interest_submitted)
  on table public.profiles to authenticated;
grant select, insert, update, delete on table public.profiles to service_role;

create trigger clean_columns before insert or update of name, phone, startup_name, industry, idea on public.profiles
for each row execute function private.clean_columns('name', 'phone', 'startup_name', 'industry', 'idea*');

create function private.guard_profile() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_client() then
    return new;
  end if;
  if tg_op = 'INSERT' then
    if new.is_admin then
      raise exception using errcode = '42501', message = 'profile_column_protected', detail = 'is_admin';
    end if;
    return new;
  end if;
  if (new.id, new.email, new.is_admin, new.created_at)
    is distinct from (old.id, old.email, old.is_admin, old.created_at)
    -- The name is changed by change_my_name alone, which runs as its owner.
    or (new.name is distinct from old.name and current_user in ('anon', 'authenticated')) then
    raise exception using errcode = '42501', message = 'profile_column_protected',
      detail = 'Only phone, is_phone_kept, startup_name, idea, industry, profile_completed and '
        'vc_interest_submitted can be changed.';
  end if;
  return new;
end
$$;
comment on function private.guard_profile is
  'Column grants are not enough for this rule: a host may grant every column again, and administrators share the role.';
create trigger guard_profile before insert or update on public.profiles
for each row execute function private.guard_profile();

revoke execute on all functions in schema private from public;
grant execute on function private.is_admin to anon, authenticated, service_role;
revoke execute on function public.my_account_state from public, anon;
grant execute on function public.my_account_state to authenticated, service_role;
revoke execute on function public.create_missing_profiles from public, anon;
grant execute on function public.create_missing_profiles to authenticated, service_role;
revoke execute on function public.set_up_administrators from public, anon, authenticated;
grant execute on function public.set_up_administrators to service_role;
