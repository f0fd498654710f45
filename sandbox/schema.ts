import type { Sql } from 'postgres';
import { faultTable } from './faults.ts';
import { GOOGLE_TABLES } from './google/schema.ts';

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
      ${GOOGLE_TABLES}
    `);
  });
}
