/** Who may call which function: nothing is callable by default. */
import { describe, expect, test } from 'vitest';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { attempt, personas, rehearse } from '#tests/kit/personas.ts';

const database = provideTestDatabase();

/** Function to the roles that may call it besides service_role, which may call every one of these. */
const callers: Record<string, string[]> = {
  search_mentors: ['anon', 'authenticated'],
  mentor_slots: ['anon', 'authenticated'],
  booking_receipt: ['authenticated'],
  create_missing_profiles: ['authenticated'],
  list_audit_log: ['authenticated'],
  create_payment_order: [],
  attach_provider_order: [],
  release_payment_order: [],
  find_payment_order: [],
  settle_payment: [],
  claim_jobs: [],
  complete_job: [],
  fail_job: [],
  record_refund: [],
  refund_to_send: [],
  record_webhook_event: [],
  process_webhook_event: [],
  settle_webhook_event: [],
  claim_order_checks: [],
  report_order_check: [],
  begin_comparison: [],
  compare_payments: [],
  compare_refunds: [],
  payments_not_seen: [],
  report_missing_payment: [],
  events_to_compare: [],
  compare_events: [],
  finish_comparison: [],
  refund_progress: ['authenticated'],
  retry_refund: ['authenticated'],
  list_refunds: ['authenticated'],
  list_money_findings: ['authenticated'],
  dismiss_money_finding: ['authenticated'],
  repair_money_finding: ['authenticated'],
  list_comparisons: ['authenticated'],
  list_violations: ['authenticated'],
  enqueue_job: [],
  set_up_administrators: [],
  booking_for_jobs: [],
  record_calendar_event: [],
  store_google_token: [],
  read_google_token: [],
  mark_google_token: [],
  search_bookings: ['authenticated'],
  booking_counts: ['authenticated'],
  retry_calendar_event: ['authenticated'],
  save_mentor: ['authenticated'],
  delete_mentor: ['authenticated'],
  set_homepage_feature: ['authenticated'],
  set_display_order: ['authenticated'],
  list_failed_jobs: ['authenticated'],
  retry_job: ['authenticated'],
  admin_overview: ['authenticated'],
  google_token_state: ['authenticated'],
  reorder_partner_logos: ['authenticated'],
  count_submission: [],
  submit_impact_story: [],
  submit_mentor_application: [],
  preview_refund: ['authenticated'],
  record_incident: ['authenticated'],
  list_mentor_reviews: ['authenticated'],
  complete_sessions: [],
  submit_review: ['authenticated'],
  my_session_reviews: ['authenticated'],
  my_session_refunds: ['authenticated'],
  preview_cancellation: ['authenticated'],
  my_holds: ['authenticated'],
  release_hold: ['authenticated'],
  lost_payments: ['authenticated'],
  nearest_free_slots: ['anon', 'authenticated'],
  admin_health: ['authenticated'],
  list_unused_files: [],
  sweep_unused_files: [],
};

/** Those that a signed-in person may call and that answer administrators alone. */
const administratorsOnly = [
  'retry_refund',
  'list_refunds',
  'list_money_findings',
  'dismiss_money_finding',
  'repair_money_finding',
  'list_comparisons',
  'list_violations',
  'list_audit_log',
  'search_bookings',
  'booking_counts',
  'retry_calendar_event',
  'save_mentor',
  'delete_mentor',
  'set_homepage_feature',
  'set_display_order',
  'list_failed_jobs',
  'retry_job',
  'admin_overview',
  'google_token_state',
  'reorder_partner_logos',
  'preview_refund',
  'record_incident',
  'list_mentor_reviews',
  'admin_health',
];

/** Those that look at the caller's own things alone. */
const byDesignForEverybody = [
  'refund_progress',
  'booking_receipt',
  'create_missing_profiles',
  'submit_review',
  'my_session_reviews',
  'my_session_refunds',
  'preview_cancellation',
  'my_holds',
  'release_hold',
  'lost_payments',
];

/** Called by policies, by generated columns or by functions that run as the caller. */
const internalsForClients = [
  'file_key',
  'held_ranges',
  'is_admin',
  'is_client',
  'require_service',
  'session_range',
  'stored_file',
  'today',
  'youtube_id',
];

test('public functions are callable by those named here alone', async () => {
  const rows = await database.sql`
    select p.proname as name,
      array(
        select r from unnest(array['anon', 'authenticated', 'service_role']) r
        where has_function_privilege(r, p.oid, 'execute') order by r
      ) as roles
    from pg_proc p where p.pronamespace = 'public'::regnamespace order by 1`;
  expect(Object.fromEntries(rows.map((row) => [row.name, row.roles]))).toEqual(
    Object.fromEntries(Object.entries(callers).map(([name, roles]) => [name, [...roles, 'service_role']])),
  );
});

test('private functions are callable by those named here alone', async () => {
  const rows = await database.sql`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'private'::regnamespace
      and (has_function_privilege('anon', p.oid, 'execute')
        or has_function_privilege('authenticated', p.oid, 'execute'))
    order by 1`;
  expect(rows.map((row) => row.name)).toEqual(internalsForClients);
});

/** Calls a function with nulls as a persona to whom it was granted. */
async function tryToCall(name: string, persona: (typeof personas)[number]) {
  const [row] = await database.sql`
    select p.oid::regprocedure::text as signature,
      array(select format('null::%s', t::regtype) from unnest(p.proargtypes) t) as nulls
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = ${name}`;
  const { error } = await rehearse(database.sql, async (sql, become) => {
    await sql.unsafe(`grant execute on function ${row?.signature} to anon, authenticated`);
    await become(persona);
    return attempt(sql, (inner) => inner.unsafe(`select public.${name}(${row?.nulls.join(', ')})`));
  });
  return error;
}

test.each(administratorsOnly)(
  'functions of administrators refuse everybody else, though they be granted %s',
  async (name) => {
    for (const persona of ['visitor', 'founder', 'otherFounder'] as const) {
      expect(await tryToCall(name, persona)).toMatchObject({ code: '42501', message: 'admin_only' });
    }
  },
);

test('functions of administrators refuse everybody else, though they be granted, and would not without their lock', async () => {
  const answer = await rehearse(database.sql, async (sql, become) => {
    await sql`
        create or replace function private.require_admin() returns void
        language plpgsql stable set search_path = '' as 'begin end'`;
    await become('founder');
    return attempt(sql, (inner) => inner`select public.booking_counts() as counts`);
  });
  expect(answer).toMatchObject({ rows: [{ counts: expect.anything() }] });
});

test(
  'functions of administrators refuse everybody else, though they be granted: every function of ' +
    'signed-in people that runs as its owner is either theirs by design or in that list',
  async () => {
    const rows = await database.sql`
      select p.proname as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prosecdef
        and has_function_privilege('authenticated', p.oid, 'execute')`;
    expect(rows.map((row) => row.name).sort()).toEqual([...administratorsOnly, ...byDesignForEverybody].sort());
  },
);

describe('functions of the server refuse clients that were granted them all the same', () => {
  const serverOnly = Object.entries(callers).flatMap(([name, roles]) => (roles.length === 0 ? [name] : []));
  test.each(serverOnly)('%s', async (name) => {
    for (const persona of personas) {
      expect(await tryToCall(name, persona)).toMatchObject({ code: '42501', message: 'service_only' });
    }
  });
});
