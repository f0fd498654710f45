/**
 * What must exist in a database before our migrations run: the parts that a hosted Supabase project already has.
 *
 * - the request roles `anon`, `authenticated`, `service_role`, and `authenticator`, which may become any of them;
 * - schema `extensions`, on the search path;
 * - schemas `auth` and `storage`, as Supabase Lite defines them;
 * - the default privileges and schema grants of a Supabase project;
 * - schema `lite_host`: the host's own counters, which several hosts on one database share.
 *
 * Everything can be repeated, and runs in one transaction under an advisory lock, so that two hosts may start at the
 * same moment. Lite's own `ensureSystemSchema()` is not used: it runs each statement outside a transaction and hides
 * every error, so that an incomplete schema would be noticed only later, by strange failures.
 */
import { createHash } from 'node:crypto';
import { getAuthSchemaSql, getStorageSchemaSql } from '@supabase/lite';
import type postgres from 'postgres';
import { REQUEST_ROLES } from '../postgres/superuser-sql.ts';
import { whenFree } from '../postgres/when-free.ts';
import { CONTESTED_ACCOUNTS_TABLE } from './auth/contested-accounts.ts';
import { CODE_TABLES } from './auth/factor-codes.ts';
import { PASSWORD_GUESS_TABLES } from './auth/password-guesses.ts';
import { REFRESH_TOKEN_TABLES } from './auth/refresh-tokens.ts';

/**
 * Held by this file and by the migrations while they change the schema: both grant rights on the same schemas, and
 * Postgres refuses the later of two such statements at once. docs/operations/upgrade.md names the number.
 */
export const SCHEMA_LOCK = 727_274_001;

const MEMBERSHIPS = `
do $$
declare
  request_role text;
  member text;
  -- Since Postgres 16 the maker of a role may administer it, which is not yet the right to become it.
  right_to_become text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  -- A superuser may become any role; an ordinary owner of the database must be a member.
  foreach request_role in array array['anon', 'authenticated', 'service_role'] loop
    foreach member in array array['authenticator', current_user] loop
      if not pg_has_role(member, request_role, right_to_become) then
        execute format('grant %I to %I', request_role, member);
      end if;
    end loop;
  end loop;
exception
  when others then
    if sqlerrm not like '%concurrently updated%' then raise; end if;
end $$;
`;

const SCHEMAS = `
create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
grant usage on schema public to anon, authenticated, service_role;
`;

/** Granted only the first time: our migrations revoke most of these, and a restart must not grant them again. */
const DEFAULT_PRIVILEGES = `
do $$ begin
  if to_regnamespace('lite_host') is not null then return; end if;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
end $$;
`;

/**
 * As on hosted Supabase. Lite's versions read only `request.jwt.claim.*`, which PostgREST no longer sets since version
 * 9, and Lite's `auth.email()` reads a setting that Lite never sets.
 */
const AUTH_FUNCTIONS = `
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;
create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), ''),
    '{}'
  )::jsonb
$$;
`;

/** As in Auth. Lite has no second factors; our routes for them (host/lite/auth) use these tables. */
const FACTOR_TABLES = `
do $$ begin
  if to_regtype('auth.factor_type') is null then
    create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
  end if;
  if to_regtype('auth.factor_status') is null then
    create type auth.factor_status as enum ('unverified', 'verified');
  end if;
end $$;
create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text,
  phone text,
  last_challenged_at timestamptz unique
);
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index if not exists mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet not null
);
create index if not exists mfa_challenge_created_at_idx on auth.mfa_challenges (created_at desc);
create index if not exists mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create table if not exists auth.mfa_amr_claims (
  id uuid primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);
`;

const SYSTEM_GRANTS = `
grant usage on schema auth to anon, authenticated, service_role;
grant execute on all functions in schema auth to anon, authenticated, service_role;
revoke all on all tables in schema auth from anon, authenticated;

grant usage on schema storage to anon, authenticated, service_role;
grant execute on all functions in schema storage to anon, authenticated, service_role;
grant all on all tables in schema storage to anon, authenticated, service_role;
`;

/** Unlogged: losing the counters in a crash of the database does no harm, and each request writes less. */
const HOST_TABLES = `
create schema if not exists lite_host;
create table if not exists lite_host.prepared (digest text primary key, prepared_at timestamptz not null default now());
create unlogged table if not exists lite_host.rate_limits (
  key text not null,
  window_start timestamptz not null,
  hits integer not null default 1,
  primary key (key, window_start)
);
create index if not exists rate_limits_window_start_idx on lite_host.rate_limits (window_start);
create unlogged table if not exists lite_host.mail_windows (
  key text primary key,
  sent_at timestamptz not null default now()
);
`;

/** Checked first, because the statements take locks, and so stop other hosts, even when nothing is left to do. */
async function isPrepared(sql: postgres.TransactionSql, digest: string): Promise<boolean> {
  const [table] = await sql`select to_regclass('lite_host.prepared') is not null as exists`;
  if (!table?.exists) return false;
  const rows = await sql`select from lite_host.prepared where digest = ${digest}`;
  return rows.length > 0;
}

/**
 * Prepares the database behind `sql` for our migrations. Safe to repeat and to run from two hosts at once.
 *
 * @param sql a connection as a superuser, or as the database's owner with the rights that examineDatabase() asks for
 * @throws PostgresError when the connection lacks those rights
 */
export async function prepareDatabase(sql: postgres.Sql): Promise<void> {
  const changes = [
    SCHEMAS,
    DEFAULT_PRIVILEGES,
    getAuthSchemaSql(),
    FACTOR_TABLES,
    AUTH_FUNCTIONS,
    getStorageSchemaSql(),
    SYSTEM_GRANTS,
    HOST_TABLES,
    REFRESH_TOKEN_TABLES,
    CODE_TABLES,
    PASSWORD_GUESS_TABLES,
    CONTESTED_ACCOUNTS_TABLE,
  ].join('\n');
  const digest = createHash('sha256').update(changes).digest('hex');
  await whenFree(() =>
    sql.begin(async (transaction) => {
      const run = (statements: string) => transaction.unsafe(statements).simple();
      // No limit: another host may be migrating, which can take long.
      await run('set local statement_timeout = 0');
      await run(`select pg_advisory_xact_lock(${SCHEMA_LOCK})`);
      await run("set local client_min_messages = warning; set local lock_timeout = '5s'");
      // Roles belong to the server, and the database may have been moved to another server.
      await run(REQUEST_ROLES + MEMBERSHIPS);
      if (await isPrepared(transaction, digest)) return;
      await run(changes);
      await transaction`insert into lite_host.prepared (digest) values (${digest}) on conflict do nothing`;
    }),
  );
  // Later connections (migrations, seeds, psql) find extensions without naming their schema, as on hosted Supabase.
  await sql.unsafe(`
    do $$ begin
      execute format(
        'alter role %I in database %I set search_path to "$user", public, extensions', current_user, current_database()
      );
    exception when others then
      if sqlerrm not like '%concurrently updated%' then raise; end if;
    end $$
  `);
}
