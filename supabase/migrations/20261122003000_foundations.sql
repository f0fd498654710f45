-- What every other migration uses: schemas, default privileges, and functions about the caller and about time.
--
-- `public` is what the API exposes: row-level security on every table, grants spelled out. `private` holds money, jobs
-- and the functions behind triggers and policies; no API serves it. API roles get USAGE on it, because policies and
-- triggers call functions there, and nothing else.
--
-- An error that a client acts on is raised with SQLSTATE PTxyz (PostgREST turns it into HTTP xyz) and a message that
-- is a machine-readable code. 40001 is never raised: PostgREST would retry it without end.

create schema if not exists extensions;
create extension if not exists btree_gist with schema extensions;
create extension if not exists pg_trgm with schema extensions;

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;
grant usage on schema extensions to anon, authenticated, service_role;

comment on schema private is 'Money, jobs, and the functions behind policies and triggers. Not exposed by the API.';

-- An object whose migration forgets its grants is closed. Hosted Supabase grants everything to these roles by default.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;

create function private.is_client() returns boolean
language sql stable set search_path = '' as $$
  -- The setting survives SECURITY DEFINER, where current_user does not: a client's call stays a client's call.
  select coalesce(current_setting('role', true), 'none') in ('anon', 'authenticated')
$$;
comment on function private.is_client is
  'True when the statement comes from a browser (visitor or signed-in), false for the service role and the database '
  'itself.';

create function private.require_service() returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.is_client() then
    raise exception using errcode = '42501', message = 'service_only';
  end if;
end
$$;
comment on function private.require_service is
  'Second lock on functions meant for the server alone: holds even where a host grants EXECUTE to everybody.';

create function private.session_range(p_date date, p_start time, p_end time) returns tstzrange
language sql immutable parallel safe set search_path = '' as $$
  select case
    when p_end > p_start then tstzrange(
      (p_date + p_start) at time zone 'Asia/Kolkata',
      (p_date + p_end) at time zone 'Asia/Kolkata',
      '[)'
    )
  end
$$;
comment on function private.session_range is
  'The instants of a session given in Indian Standard Time; null when it does not end after it starts.';

create function private.today() returns date
language sql stable set search_path = ''
as $$ select (now() at time zone 'Asia/Kolkata')::date $$;
comment on function private.today is 'Today''s date in India, where every session''s date is meant.';

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;

revoke execute on all functions in schema private from public;
grant execute on function private.is_client, private.require_service, private.session_range, private.today
  to anon, authenticated, service_role;
