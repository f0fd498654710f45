/** The protections of money and time, and how to remove each one: `npm run faults -- --only=mutations`. */

export interface Mutation {
  /** The protection that is removed. */
  name: string;
  /** Run in each test's database before the test. */
  sql?: string;
  /** A file beside this one that each host loads before its own code. */
  hostImport?: string;
  /** Titles of tests, or parts of them: each must fail without the protection. */
  covering: string[];
}

export const MUTATIONS: Mutation[] = [
  {
    name: 'the exclusion constraint over mentor and time',
    sql: 'alter table private.slot_claims drop constraint slot_claims_sold_once',
    covering: ['a reschedule onto a sold slot is refused whole'],
  },
  {
    name: 'the lock of the order’s row',
    sql: `do $$ begin
      execute replace(pg_get_functiondef('private.settle(text,text,integer,text)'::regprocedure), ' for update', '');
    end $$`,
    covering: ['of two captures at once: one booking, one refund'],
  },
  {
    name: 'the lock of the mentor',
    sql: `create or replace function private.lock_mentor(p_mentor_id uuid) returns void
      language sql set search_path = '' as $$ select $$`,
    covering: ['marks the slots of a mentor that is saved at that very moment'],
  },
  {
    name: 'the lock of the person',
    sql: `create or replace function private.lock_person(p_user_id uuid) returns void
      language sql set search_path = '' as $$ select $$`,
    covering: ['an order that is begun while the account is being deleted finds no account'],
  },
  {
    name: 'the trigger that requires an outcome of each payment',
    sql: 'drop trigger require_payment_outcome on private.payments',
    covering: ['that forgot the refund is refused whole by the database, and done when it is asked again'],
  },
  {
    name: 'the end of what nobody answers',
    sql: `create or replace function public.end_unanswered_bookings(p_limit integer default 100) returns integer
      language sql set search_path = '' as $$ select 0 $$`,
    covering: ['what nobody answers ends once, whoever looks, and each side gets one e-mail'],
  },
  {
    name: 'the look at the invitations before an approval is taken back',
    sql: `create or replace function private.withdraw_approval(p_booking_id uuid) returns void
      language sql set search_path = '' as $$ select $$`,
    covering: ['an approval that is taken back at once sends nothing, and can be made again'],
  },
  {
    name: 'the limit of new orders of a day',
    sql: `create or replace function private.require_few_orders(p_user_id uuid) returns void
      language sql set search_path = '' as $$ select $$`,
    covering: ['create-payment-order asks a person who began twenty orders within a day to wait'],
  },
  {
    name: 'the check of signatures',
    hostImport: 'without-signatures.ts',
    covering: [
      'payment-webhook refuses every body that the provider has not signed, to the byte, and stores nothing of it',
      'verify-payment refuses a forged signature',
    ],
  },
];
