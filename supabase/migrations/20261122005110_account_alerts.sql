set local lock_timeout = '5s';

-- Notices of what happens to an account, and the way back for its owner ("This was not me").
-- See docs/product/accounts.md#security-e-mails.
--
-- Triggers on Auth's tables write an alert and its job in the transaction of the change, for every author. The worker
-- makes the secret of the link when it sends the e-mail; only its SHA-256 is stored here.

create table private.account_alerts (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in (
    'password', 'email_change', 'email_changed', 'two_step_on', 'two_step_off', 'recovery_code', 'new_device',
    'payout_details'
  )),
  email text not null,
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
  created_at timestamptz not null default now(),
  token_hash text constraint account_alerts_token_key unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz,
  closed_at timestamptz
);
create index account_alerts_user_idx on private.account_alerts (user_id, id);
create index account_alerts_created_idx on private.account_alerts (created_at);
comment on table private.account_alerts is
  'What accounts'' owners are told of. They cannot be switched off; accounts whose address is not confirmed get none.';
comment on column private.account_alerts.kind is
  'email_change: another address was asked for; email_changed: it counts now; payout_details: where a mentor is paid.';
comment on column private.account_alerts.email is 'The address that the account had before the change.';
comment on column private.account_alerts.detail is
  'new_email; factor_id and others (verified factors besides); left (recovery codes); user_agent and network; '
  'destination (where a mentor is paid now, masked).';
comment on column private.account_alerts.token_hash is
  'SHA-256 of the link''s secret, in hexadecimal; null until the e-mail is written.';
comment on column private.account_alerts.closed_at is
  'When its link was used, or the link of an earlier alert, which also takes back later changes.';
alter table private.account_alerts enable row level security;
revoke all on table private.account_alerts from public, anon, authenticated, service_role;

create function private.write_alert(p_user_id uuid, p_kind text, p_email text, p_detail jsonb default '{}')
returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_id bigint;
begin
  insert into private.account_alerts (user_id, kind, email, detail)
  values (p_user_id, p_kind, p_email, jsonb_strip_nulls(p_detail))
  returning id into v_id;
  perform private.enqueue_job(
    'account_alert', jsonb_build_object('alert_id', v_id), 'account_alert:' || v_id,
    -- Auth ends the other sessions right after it changed the password; the e-mail names the device that is left.
    now() + case p_kind when 'password' then interval '3 seconds' else interval '0' end
  );
end
$$;

create function private.has_no_alerts() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(current_setting('point0.no_alert', true), '') = 'on' $$;
comment on function private.has_no_alerts is
  'Whether this transaction takes a change back: a thief must not get a link to undo that.';

-- Changes of the account --------------------------------------------------------------------------------------------

create function private.password_key(p_stored text) returns text
language sql immutable set search_path = ''
as $$ select case when p_stored like '{%' then coalesce(substring(p_stored from '"key_id"\s*:\s*"([^"]*)"'), '') end $$;
comment on function private.password_key is
  'The id of the key with which hosted Auth encrypted a password''s hash; null for a hash that it did not encrypt.';

create function private.is_only_encrypted_anew(p_old auth.users, p_new auth.users) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(p_old.encrypted_password, '') <> '' and coalesce(p_new.encrypted_password, '') <> '' and (
    private.password_key(p_old.encrypted_password) <> private.password_key(p_new.encrypted_password)
    or (
      (private.password_key(p_old.encrypted_password) is null) <> (private.password_key(p_new.encrypted_password) is null)
      -- Auth clears these when the password itself changes.
      and (p_old.confirmation_token, p_old.recovery_token, p_old.email_change_token_new,
        p_old.email_change_token_current, p_old.reauthentication_token)
        is not distinct from (p_new.confirmation_token, p_new.recovery_token, p_new.email_change_token_new,
        p_new.email_change_token_current, p_new.reauthentication_token)
    )
  )
$$;
comment on function private.is_only_encrypted_anew is
  'Whether hosted Auth stored the same password anew at a sign-in: under another key, or encrypted for the first time.';

create function private.alert_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email_confirmed_at is null or coalesce(old.email, '') = '' or private.has_no_alerts() then
    return null;
  end if;
  if old.encrypted_password is distinct from new.encrypted_password
    and not coalesce(private.is_only_encrypted_anew(old, new), false) then
    perform private.write_alert(new.id, 'password', old.email);
  end if;
  if coalesce(new.email_change, '') <> '' and new.email_change is distinct from old.email_change then
    perform private.write_alert(
      new.id, 'email_change', old.email, jsonb_build_object('new_email', new.email_change)
    );
  end if;
  if new.email is distinct from old.email then
    perform private.write_alert(new.id, 'email_changed', old.email, jsonb_build_object('new_email', new.email));
  end if;
  return null;
end
$$;
create trigger alert_account_change after update on auth.users
for each row when (
  old.encrypted_password is distinct from new.encrypted_password
  or old.email_change is distinct from new.email_change
  or old.email is distinct from new.email
)
execute function private.alert_account_change();

create function private.alert_new_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.has_no_alerts() then
    perform private.write_alert(u.id, 'two_step_on', u.email, jsonb_build_object(
      'factor_id', new.id,
      'others', (
        select count(*) from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified' and f.id <> new.id
      )
    ))
    from auth.users u
    where u.id = new.user_id and u.email_confirmed_at is not null and coalesce(u.email, '') <> '';
  end if;
  return null;
end
$$;
create trigger alert_new_factor after insert on auth.mfa_factors
for each row when (new.status = 'verified') execute function private.alert_new_factor();
create trigger alert_verified_factor after update of status on auth.mfa_factors
for each row when (new.status = 'verified' and old.status is distinct from new.status)
execute function private.alert_new_factor();

create function private.alert_deleted_factors() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.has_no_alerts() then
    -- One e-mail, though a statement deletes several. Accounts that are deleted with them are gone by now.
    perform private.write_alert(u.id, 'two_step_off', u.email, jsonb_build_object(
      'others', (select count(*) from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')
    ))
    from auth.users u
    where u.email_confirmed_at is not null and coalesce(u.email, '') <> ''
      and exists (select from gone g where g.user_id = u.id and g.status = 'verified');
  end if;
  return null;
end
$$;
comment on function private.alert_deleted_factors is
  'No alert for a factor that was never verified, since it protected nothing.';
create trigger alert_deleted_factors after delete on auth.mfa_factors
referencing old table as gone for each statement execute function private.alert_deleted_factors();

-- New devices -------------------------------------------------------------------------------------------------------

create table private.device_key (
  is_only_row boolean primary key default true check (is_only_row),
  key bytea not null default sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))
);
insert into private.device_key default values;
comment on table private.device_key is 'One row: the key of the hashes in seen_devices.';

create table private.seen_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  device_hash bytea not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
comment on table private.seen_devices is
  'From which browser and network an account signed in within 90 days, as keyed hashes alone.';

alter table private.device_key enable row level security;
alter table private.seen_devices enable row level security;
revoke all on table private.device_key, private.seen_devices from public, anon, authenticated, service_role;

create function private.device_hash(p_user_id uuid, p_user_agent text, p_address inet) returns bytea
language sql stable set search_path = '' as $$
  -- Without numbers: a browser that was updated is the same browser.
  select sha256(k.key || sha256(k.key || convert_to(
    concat_ws(E'\n', p_user_id, regexp_replace(p_user_agent, '[0-9][0-9._]*', '', 'g'), private.network_of(p_address)),
    'UTF8'
  )))
  from private.device_key k
$$;

create function private.is_identity_check(p_user_id uuid, p_user_agent text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.account_attempts a
    where a.user_id = p_user_id and a.kind = 'password' and a.at > clock_timestamp() - interval '5 minutes'
      and p_user_agent = 'point-0-confirm-identity/' || a.id
  )
$$;
comment on function private.is_identity_check is
  'Whether a session is that of the function confirm-identity, which ends it at once. Its name is a secret of that '
  'call.';

create function private.notice_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_email text;
  v_is_administrator boolean;
  v_hash bytea;
  v_is_first boolean;
  v_is_known boolean;
begin
  -- Auth writes the browser with each refresh; only the first one is that of the sign-in.
  if coalesce(new.user_agent, '') = '' or (tg_op = 'UPDATE' and coalesce(old.user_agent, '') <> '')
    or private.is_identity_check(new.user_id, new.user_agent)
    -- The session that Auth makes for a mailed link is no sign-in: our page ends it, often on another device.
    or exists (
      select from private.mailed_links l
      where l.user_id = new.user_id and abs(extract(epoch from l.used_at - new.created_at)) < 1
    ) then
    return null;
  end if;
  select u.email, coalesce(p.is_admin, false) into v_email, v_is_administrator
  from auth.users u left join public.profiles p on p.id = u.id
  where u.id = new.user_id and u.email_confirmed_at is not null;
  if coalesce(v_email, '') = '' then
    return null;
  end if;
  v_hash := private.device_hash(new.user_id, new.user_agent, new.ip);
  select count(*) = 0,
    coalesce(bool_or(d.device_hash = v_hash and d.seen_at > now() - interval '90 days'), false)
  into v_is_first, v_is_known
  from private.seen_devices d where d.user_id = new.user_id;
  insert into private.seen_devices (user_id, device_hash) values (new.user_id, v_hash)
  on conflict (user_id, device_hash) do update set seen_at = now();
  delete from private.seen_devices d where d.user_id = new.user_id and d.seen_at < now() - interval '90 days';
  if v_is_administrator or not (v_is_first or v_is_known) then
    perform private.write_alert(new.user_id, 'new_device', v_email, jsonb_build_object(
      'user_agent', left(new.user_agent, 500), 'network', private.network_of(new.ip)
    ));
  end if;
  return null;
exception when others then
  raise warning 'no notice of a sign-in to account %: % (%)', new.user_id, sqlerrm, sqlstate;
  return null;
end
$$;
comment on function private.notice_sign_in is
  'Administrators are told of every sign-in, founders of one from a browser and network not seen within 90 days, '
  'except the first; a pressed link that confirms an address is none. If the notice fails, the sign-in still succeeds.';
create trigger notice_sign_in after insert or update of user_agent on auth.sessions
for each row execute function private.notice_sign_in();

-- For the worker ----------------------------------------------------------------------------------------------------

create function public.account_alert_for_jobs(p_alert_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return (
    select jsonb_build_object('kind', a.kind, 'email', a.email, 'at', a.created_at) || a.detail || case
      -- A changed password ends all other sessions, so the remaining one changed it.
      when a.kind = 'password' then coalesce((
        select jsonb_strip_nulls(
          jsonb_build_object('user_agent', min(s.user_agent), 'network', min(private.network_of(s.ip)))
        )
        from auth.sessions s where s.user_id = a.user_id
        having count(*) = 1 and min(s.created_at) <= a.created_at
      ), '{}')
      else '{}'
    end
    from private.account_alerts a
    where a.id = p_alert_id and a.closed_at is null
  );
end
$$;
comment on function public.account_alert_for_jobs is
  'What an alert''s e-mail says: kind, email, at, and as known new_email, factor_id, others, left, user_agent, '
  'network, destination. Null where there is nothing to send any more.';

create function public.queue_account_alert(p_alert_id bigint, p_token_hash text, p_mail jsonb, p_other_mail jsonb default null)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update private.account_alerts a
  set token_hash = p_token_hash, expires_at = now() + interval '7 days'
  -- Two tries of the job send only one e-mail, so that the link of the first try stays valid.
  where a.id = p_alert_id and a.token_hash is null and a.closed_at is null;
  if not found then
    return;
  end if;
  perform private.enqueue_job('email', p_mail, 'account_alert:' || p_alert_id || ':mail');
  if p_other_mail is not null then
    perform private.enqueue_job('email', p_other_mail, 'account_alert:' || p_alert_id || ':other');
  end if;
end
$$;
comment on function public.queue_account_alert is
  'Enqueues an alert''s e-mail once, with the SHA-256 (hexadecimal) of its link''s secret, and for a changed address '
  'the e-mail to the new one.';

-- "This was not me" -------------------------------------------------------------------------------------------------

create function private.open_alert(p_token_hash text) returns private.account_alerts
language plpgsql stable security definer set search_path = '' as $$
declare
  v_alert private.account_alerts;
begin
  select * into v_alert from private.account_alerts a
  where a.token_hash = p_token_hash and a.closed_at is null and a.expires_at > now();
  if not found then
    raise exception using errcode = 'PT410', message = 'link_over';
  end if;
  return v_alert;
end
$$;

create function public.look_at_account_alert(p_token_hash text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_alert private.account_alerts;
begin
  perform private.require_service();
  v_alert := private.open_alert(p_token_hash);
  return jsonb_build_object('kind', v_alert.kind, 'email', v_alert.email);
end
$$;
comment on function public.look_at_account_alert is
  'Kind and address of the alert whose link''s secret has this SHA-256; changes nothing. PT410 link_over.';

create function private.restore_email(p_user_id uuid, p_email text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from auth.users u where lower(u.email) = lower(p_email) and u.id <> p_user_id) then
    return false;
  end if;
  update auth.users u set email = p_email, email_confirmed_at = coalesce(u.email_confirmed_at, now())
  where u.id = p_user_id;
  update auth.identities i set identity_data = i.identity_data || jsonb_build_object('email', p_email)
  where i.user_id = p_user_id and i.provider = 'email';
  return true;
exception when unique_violation then
  return false;
end
$$;
comment on function private.restore_email is
  'Puts an earlier address of an account back; false where another account has it by now.';

create function public.answer_account_alert(p_token_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_alert private.account_alerts;
  v_is_mailed boolean := true;
  v_job uuid;
begin
  perform private.require_service();
  -- Two presses at once: the second one waits here, and finds the link used.
  perform private.lock_account((private.open_alert(p_token_hash)).user_id);
  v_alert := private.open_alert(p_token_hash);
  perform set_config('point0.no_alert', 'on', true), set_config('point0.factor_reset', 'on', true);
  -- Links of earlier alerts stay: they may be the owner's way back where this one is a thief's.
  update private.account_alerts a set closed_at = now()
  where a.user_id = v_alert.user_id and a.id >= v_alert.id and a.closed_at is null;
  delete from auth.sessions s where s.user_id = v_alert.user_id;
  delete from auth.mfa_factors f
  where f.user_id = v_alert.user_id and f.id in (
    select (a.detail ->> 'factor_id')::uuid from private.account_alerts a
    where a.user_id = v_alert.user_id and a.id >= v_alert.id and a.kind = 'two_step_on'
  );
  -- Of another address, which the account had in between, it would still open the account.
  delete from auth.identities i
  where i.user_id = v_alert.user_id and i.provider <> 'email' and i.created_at >= v_alert.created_at;
  delete from private.payout_details d using public.mentor_private mp
  where mp.mentor_id = d.mentor_id and mp.user_id = v_alert.user_id and d.changed_at >= v_alert.created_at;
  perform private.forget_mailed_tokens(v_alert.user_id, p_only_email_change => false);
  if exists (
    select from auth.users u where u.id = v_alert.user_id and lower(coalesce(u.email, '')) <> lower(v_alert.email)
  ) then
    v_is_mailed := private.restore_email(v_alert.user_id, v_alert.email);
  end if;
  update auth.users u set encrypted_password = null where u.id = v_alert.user_id;
  perform set_config('point0.no_alert', '', true), set_config('point0.factor_reset', '', true);
  if v_is_mailed then
    -- The function asks for the e-mail itself; the job is for a function that stops before that.
    v_job := private.enqueue_job(
      'recovery_mail', jsonb_build_object('alert_id', v_alert.id), 'account_alert:' || v_alert.id || ':recovery',
      now() + interval '20 seconds'
    );
  end if;
  return jsonb_build_object('email', v_alert.email, 'is_mailed', v_is_mailed, 'job_id', v_job);
end
$$;
comment on function public.answer_account_alert is
  'Secures the account of the alert whose link''s secret has this SHA-256: ends all sessions, takes the password, what '
  'Auth mailed, a change of the address, and the factors, the Google accounts and where a mentor is paid of this and later '
  'alerts away, and puts the address of the alert back. is_mailed is false where another account has that address by now; else job_id '
  'asks Auth for the link to choose a password, unless that is done before. Changes nothing for a link that is over: '
  'PT410 link_over.';

create function public.recovery_mail_for_jobs(p_alert_id bigint) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return (
    select u.email from private.account_alerts a join auth.users u on u.id = a.user_id
    where a.id = p_alert_id and lower(u.email) = lower(a.email)
  );
end
$$;
comment on function public.recovery_mail_for_jobs is
  'To which address the link to choose a password goes after an alert was answered; null where it was changed again.';

revoke execute on all functions in schema private from public;
revoke execute on function public.account_alert_for_jobs, public.queue_account_alert, public.look_at_account_alert,
  public.answer_account_alert, public.recovery_mail_for_jobs
  from public, anon, authenticated;
grant execute on function public.account_alert_for_jobs, public.queue_account_alert, public.look_at_account_alert,
  public.answer_account_alert, public.recovery_mail_for_jobs
  to service_role;
