import { faultTable } from '../faults.ts';
import { CALENDAR_TABLES } from './calendar/schema.ts';

/** Part of createSandboxTables. */
export const GOOGLE_TABLES = `
      create table if not exists sandbox.google_keys (
        kid text primary key,
        private_key text not null,
        created_at timestamptz not null default now()
      );
      create table if not exists sandbox.google_accounts (
        sub text primary key,
        email text not null,
        name text not null,
        is_verified boolean not null
      );
      create unique index if not exists google_accounts_email_idx on sandbox.google_accounts (lower(email));
      create table if not exists sandbox.google_consents (
        sub text not null references sandbox.google_accounts (sub) on delete cascade,
        client_id text not null,
        scopes text[] not null,
        primary key (sub, client_id)
      );
      create table if not exists sandbox.google_codes (
        code text primary key,
        client_id text not null,
        redirect_uri text not null,
        sub text not null references sandbox.google_accounts (sub) on delete cascade,
        scopes text[] not null,
        nonce text,
        code_challenge text,
        code_challenge_method text,
        has_refresh_token boolean not null,
        created_at timestamptz not null default now(),
        used_at timestamptz
      );
      create table if not exists sandbox.google_tokens (
        token text primary key,
        kind text not null check (kind in ('access', 'refresh')),
        client_id text not null,
        sub text not null references sandbox.google_accounts (sub) on delete cascade,
        scopes text[] not null,
        expires_at timestamptz
      );
      ${CALENDAR_TABLES}
      ${faultTable('google_faults')}`;
