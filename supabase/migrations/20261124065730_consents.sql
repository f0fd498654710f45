set local lock_timeout = '5s';

-- Which text of the terms, the privacy policy, the refund rules and the investors' sentence a person agreed to, where
-- and when. See docs/product/privacy.md#consents.

create table private.policy_versions (
  kind text not null check (kind in ('terms', 'privacy', 'refunds', 'investors')),
  version text not null check (version ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}(\.[0-9]+)?$'),
  published_at timestamptz not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (kind, version),
  constraint policy_versions_published_once unique (kind, published_at)
);

comment on table private.policy_versions is
  'Each text that was ever published, written by a migration alone. The check policy-versions (npm run check) compares '
  'the newest one of a kind with the text in copy/.';
comment on column private.policy_versions.version is 'The day it came into effect; a second one of a day ends with .2.';
comment on column private.policy_versions.sha256 is 'Of the text as scripts/checks/policy-versions.ts writes it.';

alter table private.policy_versions enable row level security;
revoke all on table private.policy_versions from public, anon, authenticated, service_role;

insert into private.policy_versions (kind, version, published_at, sha256) values
  ('terms', '2026-11-24', '2026-11-24 00:00+05:30', '2ddd24b6e30c791fd30ba914e00760d9d97c9305ff33779181ef718d069cff26'),
  ('privacy', '2026-11-24', '2026-11-24 00:00+05:30', '927a4aff1b01f65b93a5b3bf8a1980953a85a146b041f6a0c96b20fcf6752bdd'),
  ('refunds', '2026-11-24', '2026-11-24 00:00+05:30', 'c462e94341884c092bf9c0bb68568efbc2c8d59d468abc3ac028dc47beff7067'),
  ('investors', '2026-11-24', '2026-11-24 00:00+05:30', '18c17d6773c577406febf365b1f67ded46d8841b36ac6417a45738069ed8a716');

create table private.consents (
  id bigint generated always as identity primary key,
  -- No foreign key: the record of what was agreed outlives the account by three years.
  user_id uuid not null,
  kind text not null,
  version text not null,
  given_at timestamptz not null default now(),
  place text not null check (place in ('sign_up', 'google', 'payment', 'investor_form', 'bar')),
  withdrawn_at timestamptz,
  account_closed_at timestamptz,
  constraint consents_version_fkey foreign key (kind, version) references private.policy_versions (kind, version)
);
create unique index consents_given_once on private.consents (user_id, kind, version, place) where withdrawn_at is null;
create index consents_version_idx on private.consents (kind, version);
create index consents_closed_idx on private.consents (account_closed_at) where account_closed_at is not null;

comment on table private.consents is
  'What each person agreed to. The sentence stands above the button, which is the act: there is no box to tick.';
comment on column private.consents.user_id is 'The account; not a foreign key, so that the record outlives it.';
comment on column private.consents.account_closed_at is
  'When the account was deleted; the record is kept for three years from then.';

alter table private.consents enable row level security;
revoke all on table private.consents from public, anon, authenticated, service_role;

create function private.guard_consent() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (new.id, new.user_id, new.kind, new.version, new.given_at, new.place)
      is distinct from (old.id, old.user_id, old.kind, old.version, old.given_at, old.place)
    or (old.withdrawn_at is not null and new.withdrawn_at is distinct from old.withdrawn_at)
  then
    raise exception using errcode = '42501', message = 'consent_protected';
  end if;
  return new;
end
$$;
comment on function private.guard_consent is 'A consent is withdrawn, never changed: 42501 consent_protected.';
create trigger guard_consent before update on private.consents
for each row execute function private.guard_consent();

create function private.newest_policies() returns setof private.policy_versions
language plpgsql stable set search_path = '' as $$
begin
  return query select distinct on (v.kind) v.* from private.policy_versions v order by v.kind, v.published_at desc;
end
$$;

create function private.record_consent(p_user_id uuid, p_kinds text[], p_place text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.consents (user_id, kind, version, place)
  select p_user_id, v.kind, v.version, p_place from private.newest_policies() v where v.kind = any (p_kinds)
  on conflict (user_id, kind, version, place) where withdrawn_at is null do nothing;
end
$$;
comment on function private.record_consent is
  'Records that a person agreed to the newest texts of these kinds, once for each text and place.';

-- Where people agree ------------------------------------------------------------------------------------------------

create function private.record_sign_up_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_consent(
    new.id, array['terms', 'privacy'],
    case when new.raw_app_meta_data ->> 'provider' = 'google' then 'google' else 'sign_up' end);
  return null;
end
$$;
create trigger record_sign_up_consent after insert on auth.users
for each row execute function private.record_sign_up_consent();

create function private.record_investor_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A consent that was withdrawn is kept, so giving it is counted: withdrawing it is always possible.
  if (
    select count(*) >= 10 from private.consents c
    where c.user_id = new.id and c.kind = 'investors' and c.given_at > now() - interval '24 hours'
  ) then
    raise exception using errcode = 'PT429', message = 'too_many_consents';
  end if;
  perform private.record_consent(new.id, array['investors'], 'investor_form');
  return null;
end
$$;
comment on function private.record_investor_consent is
  'PT429 too_many_consents after ten consents to introductions of the person within 24 hours.';
-- A trigger, so that every writer of the row records the consent in the same transaction.
create trigger record_investor_consent after update of vc_interest_submitted on public.profiles
for each row when (new.vc_interest_submitted) execute function private.record_investor_consent();

create function private.close_consents() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.consents c set account_closed_at = now() where c.user_id = old.id and c.account_closed_at is null;
  return null;
end
$$;
comment on function private.close_consents is
  'After an account is deleted, in any way, its consents are kept for three years from then.';
create trigger close_consents after delete on auth.users
for each row execute function private.close_consents();

-- For the person ----------------------------------------------------------------------------------------------------

create function public.my_consents()
returns table (id bigint, kind text, version text, given_at timestamptz, place text, withdrawn_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := private.require_signed_in();
begin
  return query
    select c.id, c.kind, c.version, c.given_at, c.place, c.withdrawn_at
    from private.consents c where c.user_id = v_user
    order by c.given_at desc, c.id desc;
end
$$;
comment on function public.my_consents is
  'What the caller agreed to, the latest first: kind terms, privacy, refunds or investors; place sign_up, google, '
  'payment, investor_form or bar.';

create function public.withdraw_consent(p_kind text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_signed_in();
begin
  if p_kind is distinct from 'investors' then
    raise exception using errcode = 'PT422', message = 'consent_not_withdrawable', detail = 'kind';
  end if;
  update public.profiles p
  set phone = case when p.is_phone_kept then p.phone end, startup_name = null, idea = null, industry = null,
    profile_completed = false, vc_interest_submitted = false
  where p.id = v_user;
  update private.consents c set withdrawn_at = now()
  where c.user_id = v_user and c.kind = 'investors' and c.withdrawn_at is null;
end
$$;
comment on function public.withdraw_consent is
  'Takes the caller''s consent back and deletes what it was about. investors: startup, idea and industry go, the phone '
  'too unless it was saved on the account page, and the form shows again. Repeating it changes nothing. PT422 '
  'consent_not_withdrawable: without the others there '
  'is no account.';

create function public.my_policy_changes() returns table (kind text, published_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := private.require_signed_in();
begin
  return query
    select v.kind, v.published_at from private.newest_policies() v
    where v.kind in ('terms', 'privacy') and not exists (
      select from private.consents c
      where c.user_id = v_user and c.kind = v.kind and c.version = v.version and c.withdrawn_at is null
    )
    order by v.kind;
end
$$;
comment on function public.my_policy_changes is
  'The terms and the privacy policy whose newest text the caller has not agreed to. Nothing is refused because of it.';

create function public.accept_policy(p_kind text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_signed_in();
begin
  if p_kind is null or p_kind not in ('terms', 'privacy') then
    raise exception using errcode = 'PT422', message = 'policy_unknown', detail = 'kind';
  end if;
  perform private.record_consent(v_user, array[p_kind], 'bar');
end
$$;
comment on function public.accept_policy is
  'The caller agrees to the newest terms or privacy policy, in the bar about its change. PT422 policy_unknown.';

revoke execute on all functions in schema private from public;
revoke execute on function public.my_consents, public.withdraw_consent, public.my_policy_changes, public.accept_policy
  from public, anon;
grant execute on function public.my_consents, public.withdraw_consent, public.my_policy_changes, public.accept_policy
  to authenticated, service_role;
