-- The calendar's refresh token, encrypted by the function that stores it; no client ever reads it. Specification:
-- administrator side, section 7 (manual-google-oauth).

create table private.google_credentials (
  is_only_row boolean primary key default true check (is_only_row),
  refresh_token_encrypted text,
  token_state text not null default 'missing' check (token_state in ('ok', 'invalid_grant', 'missing')),
  stored_at timestamptz,
  checked_at timestamptz,
  constraint google_credentials_missing_or_not check ((token_state = 'missing') = (refresh_token_encrypted is null))
);
alter table private.google_credentials enable row level security;
revoke all on table private.google_credentials from public, anon, authenticated, service_role;

comment on table private.google_credentials is 'One row at most: the connection to the calendar.';
comment on column private.google_credentials.refresh_token_encrypted is 'Cipher text; the key is the functions'' secret, not the database''s.';
comment on column private.google_credentials.token_state is 'ok: worked when last tried. invalid_grant: Google refused it, somebody must authorise again.';
comment on column private.google_credentials.checked_at is 'When the token was last tried.';

create function public.store_google_token(p_refresh_token_encrypted text, p_actor uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_service();
  if coalesce(p_refresh_token_encrypted, '') = '' then
    raise exception using errcode = 'PT422', message = 'token_required';
  end if;
  insert into private.google_credentials as g (refresh_token_encrypted, token_state, stored_at, checked_at)
  values (p_refresh_token_encrypted, 'ok', clock_timestamp(), clock_timestamp())
  on conflict (is_only_row) do update
  set refresh_token_encrypted = excluded.refresh_token_encrypted, token_state = 'ok',
    stored_at = excluded.stored_at, checked_at = excluded.checked_at;
  -- The function acts for an administrator; the database cannot see that by itself.
  insert into private.audit_log (actor, action, table_name, row_label, changes)
  values (p_actor, 'update', 'google_credentials', 'Google Calendar', '{"refresh_token": null}');
end
$$;
comment on function public.store_google_token(text, uuid) is
  'Keeps the encrypted refresh token in place of the one before; p_actor is the administrator who fetched it, for the audit log. PT422 token_required.';

create function public.read_google_token()
returns table (refresh_token_encrypted text, token_state text, stored_at timestamptz, checked_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return query
    select g.refresh_token_encrypted, g.token_state, g.stored_at, g.checked_at from private.google_credentials g;
end
$$;
comment on function public.read_google_token() is 'The encrypted refresh token and its state; no row when none was ever stored.';

create function public.mark_google_token(p_refresh_token_encrypted text, p_state text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_service();
  if p_state is null or p_state not in ('ok', 'invalid_grant') then
    raise exception using errcode = 'PT422', message = 'token_state_unknown';
  end if;
  update private.google_credentials g set token_state = p_state, checked_at = clock_timestamp()
  where g.refresh_token_encrypted = p_refresh_token_encrypted;
  return found;
end
$$;
comment on function public.mark_google_token(text, text) is
  'Notes whether the token works (ok or invalid_grant). Answers false, and changes nothing, when another token was stored meanwhile: its predecessor''s failure is not its own. PT422 token_state_unknown.';

create function public.google_token_state()
returns table (token_state text, stored_at timestamptz, checked_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select coalesce(g.token_state, 'missing'), g.stored_at, g.checked_at
    from (select) nothing left join private.google_credentials g on true;
end
$$;
comment on function public.google_token_state() is
  'For administrators: whether a calendar token is stored and works (ok, invalid_grant or missing), never the token. Always one row.';

revoke execute on function
  public.store_google_token(text, uuid), public.read_google_token(), public.mark_google_token(text, text)
from public, anon, authenticated;
grant execute on function
  public.store_google_token(text, uuid), public.read_google_token(), public.mark_google_token(text, text)
to service_role;
revoke execute on function public.google_token_state() from public, anon;
grant execute on function public.google_token_state() to authenticated, service_role;
