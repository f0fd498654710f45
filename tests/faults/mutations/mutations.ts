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
    name: 'the look at open sessions before a mentor is unlisted or leaves',
    sql: `create or replace function private.require_no_open_sessions(p_mentor_id uuid) returns void
      language sql set search_path = '' as $$ select $$`,
    covering: ['unlisting follows the rules of leaving, listing again generates the times'],
  },
  {
    name: 'who may list and unlist a mentor',
    sql: `do $$ begin
      execute replace(
        pg_get_functiondef('public.set_listing(uuid,boolean)'::regprocedure), 'perform private.require_admin();', '');
    end $$`,
    covering: ['a draft is listed once it is complete, and no one but an administrator lists or unlists'],
  },
  {
    name: 'what speaks against a time by the mentor’s hours, in create_payment_order',
    sql: `do $$ begin
      execute replace(
        pg_get_functiondef('private.require_free_time(uuid,tstzrange,uuid)'::regprocedure),
        'if v_problem = ', 'if false and v_problem = ');
      execute replace(
        pg_get_functiondef('private.require_free_time(uuid,tstzrange,uuid)'::regprocedure),
        'v_problem is not null', 'false');
    end $$`,
    covering: [
      'with buffers, nothing within them of a sale is on offer or can be held, and beyond them everything can',
      'of two parallel orders twenty minutes apart within the buffers one wins, and the other is held out of sight',
      'fifty buyers of a day with two sessions make two sales, and a hold that ends gives its place back',
      'create-payment-order says what speaks against a time, by the mentor’s hours',
    ],
  },
  {
    name: 'the claims that keep generated rows',
    sql: `create or replace function private.live_claims(p_mentor_id uuid) returns tstzmultirange
      language sql stable set search_path = '' as $$ select '{}'::tstzmultirange $$`,
    covering: [
      'after sequences of saves, pauses, single times, sales and generations, each claim has its row unchanged',
      'length, buffers, limits and zone change no sold session, no hold and no amount',
    ],
  },
  {
    name: 'the skipping of locked jobs in a claim',
    sql: `do $$ begin
      execute replace(pg_get_functiondef('public.claim_jobs(text[],integer)'::regprocedure), ' skip locked', '');
    end $$`,
    covering: ['a worker takes other jobs at once while the claim of another one is not committed'],
  },
  {
    name: 'the check of the attempt in a report',
    sql: `do $$ begin
      execute replace(
        pg_get_functiondef('public.complete_job(uuid,integer)'::regprocedure), ' and attempts = p_attempt', '');
      execute replace(
        pg_get_functiondef('public.fail_job(uuid,integer,text,boolean)'::regprocedure), ' and attempts = p_attempt', '');
    end $$`,
    covering: [
      'can neither complete nor fail the job that another one has taken over',
      'workers that are paused past their claims leave each job with one accepted report',
    ],
  },
  {
    name: 'the lease of the leader',
    sql: `do $$ begin
      execute regexp_replace(
        pg_get_functiondef('private.take_lead(text)'::regprocedure), '\\s+where l\\.holder[^;]+', '');
    end $$`,
    covering: ['is one of eight workers, and another one within 60 seconds after it was killed'],
  },
  {
    name: 'the question to the mentor’s own calendar before a sale',
    sql: `do $$ begin
      execute replace(
        pg_get_functiondef('public.my_chance_of(uuid,date,time,time)'::regprocedure), 'c.state = ''ok''', 'false');
    end $$`,
    covering: ['create-payment-order refuses a time at which the mentor has become busy'],
  },
  {
    name: 'the cutting out of own sessions from busy times',
    sql: `create or replace function private.own_sessions(p_mentor_id uuid, p_during tstzrange) returns tstzmultirange
      language sql stable set search_path = '' as $$ select '{}'::tstzmultirange $$`,
    covering: ['the marketplace’s own events hide nothing'],
  },
  {
    name: 'the lease of a mentor’s calendar that is being read',
    sql: `do $$ begin
      execute replace(
        pg_get_functiondef('public.claim_calendar_checks(integer,uuid)'::regprocedure),
        'coalesce(d.leased_until <= clock_timestamp(), true)', 'true');
    end $$`,
    covering: ['two workers never check one connection at once'],
  },
  {
    name: 'the single use of a mentor’s consent',
    sql: `create or replace function public.consume_calendar_state(p_nonce text, p_expires_at timestamptz) returns boolean
      language sql set search_path = '' as $$ select true $$`,
    covering: ['connect-calendar is finished by the account that began it alone, once'],
  },
  {
    name: 'the choice of the fields that are published',
    sql: `do $$ begin
      execute replace(
        pg_get_functiondef('public.publish_draft(uuid,text[],timestamptz,timestamptz)'::regprocedure),
        'where f.key = any (p_fields)', '');
    end $$`,
    covering: ['publishing selected fields writes those only, to the letter'],
  },
  {
    name: 'the state of a draft that is decided',
    sql: `do $$ begin
      execute replace(
        pg_get_functiondef('private.submitted_draft(uuid,timestamptz)'::regprocedure),
        'v_draft.state <> ''submitted''', 'false');
    end $$`,
    covering: ['a returned draft comes back with its note, and is edited and submitted again'],
  },
  {
    name: 'the days in which a reply can be changed',
    sql: `do $$ begin
      execute replace(
        pg_get_functiondef('public.save_reply(uuid,text)'::regprocedure),
        'v_reply.created_at < now() - interval ''14 days''', 'false');
    end $$`,
    covering: ['a reply is edited 13 days and 23 hours after it was written'],
  },
  {
    name: 'the end of a reply that was removed',
    sql: `do $$ begin
      execute replace(
        pg_get_functiondef('public.save_reply(uuid,text)'::regprocedure),
        'v_reply.removed_at is not null', 'false');
    end $$`,
    covering: ['a reply that an administrator removed is gone for visitors and cannot come back'],
  },
  {
    name: 'the lines that follow a booking',
    sql: 'drop trigger follow_booking_in_ledger on public.bookings',
    covering: ['a completed session has one line with what was captured'],
  },
  {
    name: 'the rule that keeps lines of the ledger',
    sql: 'drop trigger keep_ledger on private.mentor_ledger',
    covering: ['no line is changed or deleted, by any role'],
  },
  {
    name: 'the amount that a payout expects',
    sql: `do $$ begin
      execute replace(
        pg_get_functiondef('public.mark_paid(uuid,date,text,date,bigint)'::regprocedure),
        'p_expected_paise is distinct from v_net', 'false');
    end $$`,
    covering: ['an amount that changed since the screen was read is refused'],
  },
  {
    name: 'the look at holds before a mentor leaves',
    sql: `do $$ begin
      execute replace(
        pg_get_functiondef('public.leave_marketplace(uuid,text)'::regprocedure), 'c.kind = ''hold''', 'false');
    end $$`,
    covering: ['it is refused while a session is pending or ahead, or a time is held'],
  },
  {
    name: 'what mentors do not learn of a founder’s name',
    sql: `create or replace function private.founder_name_for_mentor(p_user_id uuid) returns text
      language sql stable security definer set search_path = '' as $$
        select p.name from public.profiles p where p.id = p_user_id $$`,
    covering: [
      'a statement has no name that was made from the founder’s address',
      'a row names neither address nor payment, and no name that was made from an address',
    ],
  },
  {
    name: 'the pictures that a draft may name',
    sql: `create or replace function private.is_own_portrait(p_mentor_id uuid, p_image text) returns boolean
      language sql stable security definer set search_path = '' as $$ select true $$`,
    covering: ['a draft names no picture but the own ones'],
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
