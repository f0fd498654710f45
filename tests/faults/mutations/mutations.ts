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

/** Replaces texts in a function's definition. Where a text is not there any more, the run says that no test noticed. */
function without(signature: string, ...texts: [text: string, replacement: string][]): string {
  const definition = texts.reduce(
    (before, [text, replacement]) => `replace(${before}, $text$${text}$text$, $text$${replacement}$text$)`,
    `pg_get_functiondef('${signature}'::regprocedure)`,
  );
  return `do $do$ begin execute ${definition}; end $do$;`;
}

export const MUTATIONS: Mutation[] = [
  {
    name: 'the exclusion constraint over mentor and time',
    sql: 'alter table private.slot_claims drop constraint slot_claims_sold_once',
    covering: [
      'a reschedule onto a sold slot is refused whole',
      'an offered time holds nothing: sold first, the choice answers slot_taken, and nothing moves',
    ],
  },
  {
    name: 'the lock of the order’s row',
    sql: without('private.settle(text,text,integer,text)', [' for update', '']),
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
    name: 'the limit of unpaid holds of a day',
    sql: `create or replace function private.require_few_holds(p_user_id uuid) returns void
      language sql set search_path = '' as $$ select $$`,
    covering: ['the thirty-first unpaid hold of a day is refused, of one order that is used again and again too'],
  },
  {
    name: 'the look at the hold before the provider’s order is attached',
    sql:
      'alter table private.payment_orders drop constraint payment_orders_abandoned_unpayable;' +
      without('public.attach_provider_order(uuid,text)', ["v_order.state <> 'open' or", 'false and']),
    covering: [
      'gives up at the very moment gets no order of the provider',
      'create-payment-order holds the slot anew when another request of the person gave it back meanwhile',
    ],
  },
  {
    name: 'the look at open sessions before a mentor is unlisted or leaves',
    sql: `create or replace function private.require_no_open_sessions(p_mentor_id uuid) returns void
      language sql set search_path = '' as $$ select $$`,
    covering: [
      'unlisting follows the rules of leaving, listing again generates the times',
      'it is refused while a session is pending or ahead, or a time is held, and changes nothing then',
    ],
  },
  {
    name: 'who may list and unlist a mentor',
    sql: without('public.set_listing(uuid,boolean)', ['perform private.require_admin();', '']),
    covering: ['a draft is listed once it is complete, and no one but an administrator lists or unlists'],
  },
  {
    name: 'what speaks against a time by the mentor’s hours, in create_payment_order',
    sql: without(
      'private.require_free_time(uuid,tstzrange,uuid)',
      ['if v_problem = ', 'if false and v_problem = '],
      ['v_problem is not null', 'false'],
    ),
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
    sql: without('public.claim_jobs(text[],integer)', [' skip locked', '']),
    covering: ['a worker takes other jobs at once while the claim of another one is not committed'],
  },
  {
    name: 'the check of the attempt in a report',
    sql:
      without('public.complete_job(uuid,integer)', [' and attempts = p_attempt', '']) +
      without('public.fail_job(uuid,integer,text,boolean)', [' and attempts = p_attempt', '']),
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
    sql: without('public.my_chance_of(uuid,date,time,time)', ["c.state = 'ok'", 'false']),
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
    sql: without('public.claim_calendar_checks(integer,uuid)', [
      'coalesce(d.leased_until <= clock_timestamp(), true)',
      'true',
    ]),
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
    sql: without('public.publish_draft(uuid,text[],timestamptz,timestamptz)', ['where f.key = any (p_fields)', '']),
    covering: ['publishing selected fields writes those only, to the letter'],
  },
  {
    name: 'the state of a draft that is decided',
    sql: without('private.submitted_draft(uuid,timestamptz)', ["v_draft.state <> 'submitted'", 'false']),
    covering: ['a returned draft comes back with its note, and is edited and submitted again'],
  },
  {
    name: 'the days in which a reply can be changed',
    sql: without('public.save_reply(uuid,text)', [
      'v_reply.created_at < now() -',
      'false and v_reply.created_at < now() -',
    ]),
    covering: ['a reply is edited 13 days and 23 hours after it was written'],
  },
  {
    name: 'the end of a reply that was removed',
    sql: without('public.save_reply(uuid,text)', ['v_reply.removed_at is not null', 'false']),
    covering: ['a reply that an administrator removed is gone for visitors and cannot come back'],
  },
  {
    name: 'the lines that follow a booking',
    sql: 'drop trigger follow_booking_in_ledger on public.bookings',
    covering: ['a completed session has one line with what was captured'],
  },
  {
    name: 'the end of an offer whose time is sold',
    sql: 'drop trigger lose_proposals on private.slot_claims',
    covering: ['an offered time holds nothing: sold first, the choice answers slot_taken, and nothing moves'],
  },
  {
    name: 'the look at a payment that was settled before',
    sql: without('private.settle(text,text,integer,text)', ['if v_payment.id is null then', 'if false then']),
    covering: ['settle called five times confirms once, and nobody is asked'],
  },
  {
    name: 'the way of approval that each booking keeps',
    sql: without('private.record_answer(public.bookings,text,text,text,text,jsonb)', [
      "p_booking.approval_mode = 'mentor'",
      "(select s.approval = 'mentor' from private.marketplace_settings s)",
    ]),
    covering: ['changing approval changes no booking that was paid before'],
  },
  {
    name: 'the 15 minutes before which a booking is approved automatically',
    sql: without('private.settle(text,text,integer,text)', [
      ' and now() <= private.approval_ends(lower(v_order.during))',
      '',
    ]),
    covering: ['a session that starts in less than 15 minutes stays pending'],
  },
  {
    name: 'the account that alone makes a mentor',
    sql: `create or replace function private.my_mentor_id() returns uuid
      language sql stable security definer set search_path = '' as $$
        select coalesce(
          (select mp.mentor_id from public.mentor_private mp where mp.user_id = private.signed_in_user()),
          (select (u.raw_user_meta_data ->> 'mentor_id')::uuid from auth.users u where u.id = private.signed_in_user()))
      $$`,
    covering: ['metadata of an account makes nobody a mentor'],
  },
  {
    name: 'the look at the account that a profile has, in the acceptance of an invitation',
    sql: without(
      'public.take_invitation(text,uuid,text)',
      ['v_account_id is distinct from p_user_id', 'false'],
      ['v_account_id is not null', 'false'],
    ),
    covering: ['20 acceptances of one invitation at once by two accounts link exactly one'],
  },
  {
    name: 'the end of an invitation that was withdrawn',
    sql: without('public.take_invitation(text,uuid,text)', ["v_invitation.state = 'revoked'", 'false']),
    covering: ['revoked, replaced, expired and foreign tokens link nobody'],
  },
  {
    name: 'the lock of an application of which a profile is made',
    sql: without('public.create_mentor_from_application(uuid,text)', [' for no key update', '']),
    covering: ['"Create profile and invite" twice at once makes one draft and one invitation'],
  },
  {
    name: 'the guard of a time’s source and of what hides it',
    sql: 'drop trigger guard_times on public.mentor_availability',
    covering: ['no client says where a time comes from or why it is hidden, whatever it was granted'],
  },
  {
    name: 'the deletion of busy times with the connection',
    sql: `create or replace function private.forget_busy_times(p_mentor_id uuid) returns void
      language sql set search_path = '' as $$ select $$`,
    covering: ['disconnecting deletes token and busy times at once, and leaves a job that gives the permission back'],
  },
  {
    name: 'what the refund policy says of a mentor’s cancellation',
    sql: without('private.refund_decision(text,text,timestamptz,timestamptz)', [
      "when 'mentor_cancels' then v_is_set and not v_has_begun",
      "when 'mentor_cancels' then true",
    ]),
    covering: ['a pending booking, another mentor’s and one that is over are refused, and nothing is refunded'],
  },
  {
    name: 'the end of a mentor’s writing with their leaving',
    sql: `create or replace function private.require_present_mentor() returns uuid
      language sql stable security definer set search_path = '' as $$ select private.require_mentor() $$`,
    covering: ['a mentor who has left reads all, and every write is refused'],
  },
  {
    name: 'the unique keys of the ledger',
    sql: `alter table private.mentor_ledger
      drop constraint mentor_ledger_once, drop constraint mentor_ledger_reverses_key`,
    covering: ['the ledger takes no line twice, and without its unique keys it would'],
  },
  {
    name: 'the keeping of the ledger’s lines',
    sql: 'drop trigger keep_ledger on private.mentor_ledger',
    covering: ['no line is changed or deleted, by any role, paid or not'],
  },
  {
    name: 'the keeping of payouts',
    sql: 'drop trigger keep_payout on private.mentor_payouts',
    covering: ['a mistyped reference is corrected with a reason, and nothing else of a payout'],
  },
  {
    name: 'the look at a payout that was recorded before',
    sql: without('public.mark_paid(uuid,date,text,date,bigint)', ['if found then', 'if false then']),
    covering: [
      'a payout pays the unpaid lines up to the month’s end, once, however often two administrators record it',
    ],
  },
  {
    name: 'the amount that the administrator read before paying',
    sql: without('public.mark_paid(uuid,date,text,date,bigint)', ['p_expected_paise is distinct from v_net', 'false']),
    covering: ['an amount that changed since the screen was read is refused'],
  },
  {
    name: 'the wait before changed payout details are used',
    sql: `alter table private.payout_details drop constraint payout_details_wait,
      alter usable_from set default now()`,
    covering: [
      'details that were changed are not opened for 24 hours, and the database keeps no shorter wait',
      'the bank file has who may be paid, once each, and says why the others are left out',
    ],
  },
  {
    name: 'the entry of the audit log for each reading of payout details',
    sql: `create or replace function private.record_payout_details(
      p_actor uuid, p_action text, p_mentors uuid[], p_changes jsonb) returns void language sql as $$ select $$`,
    covering: [
      'a mentor reads the mask alone, and an administrator opens it after 24 hours, each time with an entry',
      'the bank file has who may be paid, once each, and says why the others are left out',
    ],
  },
  {
    name: 'the end of payout details with their account',
    sql: 'drop trigger end_payout_details on public.mentor_private',
    covering: ['where a mentor is paid ends with the account: unlinked, given to another account, or deleted'],
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
    name: 'the share that each payment keeps',
    sql: without('private.add_session_line(uuid,timestamptz)', [
      'coalesce(p.fee_bps, 0)',
      'private.fee_bps_of(b.mentor_id, now())',
    ]),
    covering: ['a changed share leaves payments captured before as they were'],
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
