/** What protects money and time, and how to take it away: `npm run faults -- --only=controls`. */

export interface Control {
  /** What is missing. */
  name: string;
  /** Run in each test's database before anybody uses it. */
  sql?: string;
  /** A file beside this one that each host loads before its own code. */
  hostImport?: string;
  /** Each of these tests fails then; they pass with everything in place. */
  proofs: { file: string; test: string }[];
}

const settling = 'tests/faults/cases/settling.test.ts';

export const CONTROLS: Control[] = [
  {
    name: 'the exclusion constraint over mentor and time',
    sql: 'alter table private.slot_claims drop constraint slot_claims_sold_once',
    proofs: [
      {
        file: 'tests/faults/cases/deciding.test.ts',
        test: 'a reschedule onto a sold slot is refused, and changes nothing',
      },
    ],
  },
  {
    name: 'the lock of the order’s row',
    sql: `do $$ begin
      execute replace(pg_get_functiondef('private.settle(text,text,integer,text)'::regprocedure), ' for update', '');
    end $$`,
    proofs: [
      { file: settling, test: 'of two captures of one order at the same moment: one booking, one refund' },
    ],
  },
  {
    name: 'the lock of the mentor',
    sql: `create or replace function private.lock_mentor(p_mentor_id uuid) returns void
      language sql set search_path = '' as $$ select $$`,
    proofs: [{ file: settling, test: 'marks the slots of a mentor that is saved at that very moment' }],
  },
  {
    name: 'the trigger that asks for an outcome',
    sql: 'drop trigger require_payment_outcome on private.payments',
    proofs: [
      {
        file: settling,
        test: 'that forgot the refund is refused whole by the database, and done when it is asked again',
      },
    ],
  },
  {
    name: 'the check of signatures',
    hostImport: 'without-signatures.ts',
    proofs: [
      {
        file: 'supabase/functions/payment-webhook/index.test.ts',
        test: 'payment-webhook refuses every body that the provider has not signed, to the byte, and stores nothing of it',
      },
      {
        file: 'supabase/functions/verify-payment/index.test.ts',
        test: 'verify-payment refuses a forged signature',
      },
    ],
  },
];
