import type { Sql } from 'postgres';
import { faultTable } from './faults.ts';

const SCHEMA_LOCK = 727_274_010;

/** Makes the tables of the stand-ins. Safe to repeat, and safe when two hosts start at once on one database. */
export async function createSandboxTables(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${SCHEMA_LOCK})`;
    await tx.unsafe(`
      set local client_min_messages = warning;
      create schema if not exists sandbox;
      revoke all on schema sandbox from public;

      create table if not exists sandbox.razorpay_orders (
        id text primary key,
        amount integer not null,
        amount_paid integer not null default 0,
        currency text not null,
        receipt text,
        status text not null default 'created',
        attempts integer not null default 0,
        notes jsonb not null default '{}',
        created_at timestamptz not null default now()
      );
      create table if not exists sandbox.razorpay_payments (
        id text primary key,
        order_id text not null references sandbox.razorpay_orders (id),
        amount integer not null,
        currency text not null,
        status text not null,
        captured boolean not null default false,
        method text not null,
        amount_refunded integer not null default 0,
        email text,
        contact text,
        description text,
        notes jsonb not null default '{}',
        error jsonb,
        created_at timestamptz not null default clock_timestamp()
      );
      create index if not exists razorpay_payments_order_idx on sandbox.razorpay_payments (order_id, created_at);
      create table if not exists sandbox.razorpay_refunds (
        id text primary key,
        payment_id text not null references sandbox.razorpay_payments (id),
        amount integer not null,
        currency text not null,
        status text not null,
        speed text not null,
        receipt text,
        notes jsonb not null default '{}',
        idempotency_key text unique,
        request_hash text,
        created_at timestamptz not null default now()
      );
      create index if not exists razorpay_refunds_payment_idx on sandbox.razorpay_refunds (payment_id);
      create table if not exists sandbox.razorpay_events (
        position bigint generated always as identity primary key,
        id text not null unique,
        event text not null,
        body text not null,
        delivered_at timestamptz
      );
      alter table sandbox.razorpay_events
        add column if not exists attempts integer not null default 0,
        add column if not exists next_attempt_at timestamptz not null default now(),
        add column if not exists recorded_at timestamptz not null default now();
      create index if not exists razorpay_events_waiting_idx on sandbox.razorpay_events (next_attempt_at)
        where delivered_at is null;
      ${faultTable('razorpay_faults')}

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
      create table if not exists sandbox.google_calendars (
        id text primary key,
        owner_sub text not null references sandbox.google_accounts (sub) on delete cascade,
        summary text not null,
        time_zone text not null,
        is_primary boolean not null
      );
      create unique index if not exists google_calendars_primary_idx
        on sandbox.google_calendars (owner_sub) where is_primary;
      create table if not exists sandbox.google_events (
        calendar_id text not null references sandbox.google_calendars (id) on delete cascade,
        id text not null,
        status text not null,
        sequence integer not null default 0,
        version bigint not null default 1,
        fields jsonb not null,
        attendees jsonb not null,
        starts_at timestamptz not null,
        ends_at timestamptz not null,
        start_zone text,
        end_zone text,
        conference jsonb,
        created_at timestamptz not null default clock_timestamp(),
        updated_at timestamptz not null default clock_timestamp(),
        primary key (calendar_id, id)
      );
      create index if not exists google_events_start_idx on sandbox.google_events (calendar_id, starts_at);
      create table if not exists sandbox.google_meet_rooms (
        calendar_id text not null references sandbox.google_calendars (id) on delete cascade,
        request_id text not null,
        code text not null unique,
        primary key (calendar_id, request_id)
      );
      create table if not exists sandbox.google_invitations (
        id bigint generated always as identity primary key,
        calendar_id text not null,
        event_id text not null,
        kind text not null check (kind in ('invitation', 'update', 'cancellation')),
        email text not null,
        summary text not null,
        starts_at timestamptz not null,
        sent_at timestamptz not null default clock_timestamp(),
        foreign key (calendar_id, event_id) references sandbox.google_events (calendar_id, id) on delete cascade
      );
      create index if not exists google_invitations_event_idx on sandbox.google_invitations (calendar_id, event_id);
      ${faultTable('google_faults')}
    `);
  });
}
