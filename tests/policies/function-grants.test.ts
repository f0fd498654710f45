/** Who may call which function: nothing is callable by default. */
import { beforeAll, describe, expect, test } from 'vitest';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { attempt, personas, rehearse, seedPeople } from '#tests/kit/personas.ts';
import { ANSWERS_VISITORS } from '#tests/parity/policy-checks.ts';

const database = provideTestDatabase();
beforeAll(() => seedPeople(database.sql));

/** Who calls a function, and which signed-in people it answers: administrators alone, or all about their own. */
const callers: Record<string, 'server' | 'administrators' | 'own' | 'everyone'> = {
  search_mentors: 'everyone',
  nearest_mentors: 'everyone',
  mentor_ratings: 'everyone',
  mentor_reviews_page: 'everyone',
  keep_search: 'server',
  promise: 'everyone',
  promise_with_cases: 'administrators',
  count_figures: 'administrators',
  count_nightly: 'server',
  save_synonym: 'administrators',
  delete_synonym: 'administrators',
  wall_stories: 'everyone',
  share_story: 'own',
  withdraw_story: 'own',
  my_story_names: 'own',
  answer_story_name: 'own',
  story_facts: 'administrators',
  story_for_service: 'server',
  answer_story_name_by_link: 'server',
  queue_story_mail: 'server',
  mentor_slots: 'everyone',
  mentor_slots_preview: 'everyone',
  slots_to_come: 'everyone',
  look_at_mailed_link: 'everyone',
  booking_receipt: 'own',
  create_missing_profiles: 'own',
  my_account_state: 'own',
  my_mentor: 'own',
  // Of the own profile, and for administrators of any.
  read_hours: 'own',
  save_hours: 'own',
  preview_hours: 'own',
  save_single_times: 'own',
  set_pause: 'own',
  read_draft: 'own',
  save_draft: 'own',
  submit_draft: 'own',
  take_back_draft: 'own',
  discard_draft: 'own',
  list_drafts: 'administrators',
  publish_draft: 'administrators',
  return_draft: 'administrators',
  save_reply: 'own',
  delete_reply: 'own',
  report_review: 'own',
  remove_reply: 'administrators',
  decide_report: 'administrators',
  save_holiday: 'administrators',
  time_warnings: 'administrators',
  generate_availability_now: 'administrators',
  generate_due_availability: 'server',
  end_pauses: 'server',
  create_mentor_invitation: 'server',
  invitation_for_jobs: 'server',
  queue_mentor_invitation: 'server',
  take_invitation: 'server',
  expire_invitations: 'server',
  list_mentor_accounts: 'administrators',
  revoke_invitation: 'administrators',
  decide_claim: 'administrators',
  unlink_mentor: 'administrators',
  create_mentor_from_application: 'administrators',
  submit_mentor_request: 'server',
  list_mentor_requests: 'administrators',
  count_mentor_requests: 'administrators',
  answer_mentor_request: 'administrators',
  close_mentor_request: 'administrators',
  mentor_sessions: 'own',
  sessions_on_days_off: 'own',
  mentor_today: 'own',
  report_founder_absence: 'own',
  preview_mentor_cancellation: 'own',
  cancel_session_as_mentor: 'own',
  mentors_who_cancelled: 'administrators',
  my_mentor_preferences: 'own',
  save_mentor_preferences: 'own',
  use_account_email: 'own',
  leave_marketplace: 'own',
  set_listing: 'administrators',
  wants_mentor_mail: 'server',
  plan_weekly_overviews: 'server',
  session_page: 'own',
  save_session_brief: 'own',
  my_last_brief: 'own',
  save_session_note: 'own',
  save_session_summary: 'own',
  share_session_summary: 'own',
  save_action_item: 'own',
  delete_action_item: 'own',
  mark_action_item: 'own',
  share_contact: 'own',
  remove_brief: 'administrators',
  summary_for_jobs: 'server',
  my_earnings: 'own',
  statement: 'own',
  list_payouts: 'administrators',
  refund_totals: 'administrators',
  mark_paid: 'administrators',
  my_payout_details: 'own',
  store_payout_details: 'server',
  renew_payout_details: 'server',
  open_payout_details: 'administrators',
  open_bank_file: 'administrators',
  correct_payout_reference: 'administrators',
  mentor_fee: 'administrators',
  set_mentor_fee: 'administrators',
  plan_statements: 'server',
  my_chance_of: 'own',
  my_order: 'own',
  my_calendar_account: 'own',
  mentor_calendar: 'own',
  disconnect_calendar: 'own',
  save_calendar_list: 'own',
  ask_calendar_check: 'own',
  consume_calendar_state: 'server',
  store_mentor_calendar: 'server',
  record_busy_times: 'server',
  claim_calendar_checks: 'server',
  mark_mentor_calendar: 'server',
  forget_unread_calendars: 'server',
  sweep_mentor_calendars: 'server',
  calendar_for_order: 'server',
  note_skipped_calendar_check: 'server',
  calendar_revoke: 'server',
  end_calendar_revoke: 'server',
  list_audit_log: 'administrators',
  list_people: 'administrators',
  export_people: 'administrators',
  list_audit_actors: 'administrators',
  person_details: 'administrators',
  export_person: 'administrators',
  add_person_record: 'administrators',
  close_person_record: 'administrators',
  seal_audit_log: 'server',
  check_audit_chain: 'server',
  create_payment_order: 'server',
  attach_provider_order: 'server',
  release_payment_order: 'server',
  settle_payment: 'server',
  mentor_mail_facts: 'server',
  marketplace_settings: 'administrators',
  save_marketplace_settings: 'administrators',
  mentor_requests: 'own',
  answer_request: 'own',
  request_by_link: 'server',
  answer_by_link: 'server',
  send_proposals: 'administrators',
  propose_times: 'own',
  withdraw_proposals: 'own',
  answer_proposal: 'own',
  decline_proposals: 'own',
  expire_proposals: 'server',
  begin_round: 'server',
  renew_lead: 'server',
  end_round: 'server',
  worker_pulse: 'everyone',
  is_mail_away: 'everyone',
  claim_alarm_mails: 'server',
  finish_alarm_mail: 'server',
  count_jobs: 'server',
  metrics: 'server',
  count_violations: 'server',
  deployment_report: 'server',
  claim_jobs: 'server',
  complete_job: 'server',
  fail_job: 'server',
  postpone_job: 'server',
  record_refund: 'server',
  refund_to_send: 'server',
  record_webhook_event: 'server',
  process_webhook_event: 'server',
  settle_webhook_event: 'server',
  claim_order_checks: 'server',
  report_order_check: 'server',
  begin_comparison: 'server',
  compare_payments: 'server',
  compare_refunds: 'server',
  payments_not_seen: 'server',
  report_missing_payment: 'server',
  events_to_compare: 'server',
  compare_events: 'server',
  finish_comparison: 'server',
  refund_progress: 'own',
  retry_refund: 'administrators',
  record_outside_refund: 'administrators',
  list_refunds: 'administrators',
  list_payments: 'administrators',
  list_money_findings: 'administrators',
  dismiss_money_finding: 'administrators',
  repair_money_finding: 'administrators',
  list_comparisons: 'administrators',
  list_violations: 'administrators',
  enqueue_job: 'server',
  set_up_administrators: 'server',
  booking_for_jobs: 'server',
  record_calendar_event: 'server',
  record_hidden_guests: 'server',
  plan_calendar_jobs: 'server',
  plan_alerts: 'server',
  alert_for_jobs: 'server',
  alert_choices: 'administrators',
  choose_alert: 'administrators',
  store_google_token: 'server',
  read_google_token: 'server',
  mark_google_token: 'server',
  search_bookings: 'administrators',
  booking_counts: 'administrators',
  booking_details: 'administrators',
  retry_calendar_event: 'administrators',
  save_mentor: 'administrators',
  delete_mentor: 'administrators',
  set_homepage_feature: 'administrators',
  set_display_order: 'administrators',
  list_failures: 'administrators',
  outcome_of_retry: 'administrators',
  retry_job: 'administrators',
  put_aside_job: 'administrators',
  admin_overview: 'administrators',
  hide_marketplace_opening: 'administrators',
  marketplace_opening: 'administrators',
  send_mail_check: 'administrators',
  google_token_state: 'administrators',
  reorder_partner_logos: 'administrators',
  list_categories: 'administrators',
  reorder_categories: 'administrators',
  count_submission: 'server',
  match_mentors: 'server',
  submit_impact_story: 'server',
  submit_mentor_application: 'server',
  preview_refund: 'administrators',
  record_incident: 'administrators',
  list_mentor_reviews: 'administrators',
  complete_sessions: 'server',
  submit_review: 'own',
  my_session_reviews: 'own',
  my_session_refunds: 'own',
  preview_cancellation: 'own',
  my_holds: 'own',
  release_hold: 'own',
  my_times: 'own',
  lost_payments: 'own',
  nearest_free_slots: 'everyone',
  mentor_of_slug: 'everyone',
  category_of_slug: 'everyone',
  sitemap_entries: 'everyone',
  admin_health: 'administrators',
  mentors_without_times: 'administrators',
  reject_booking: 'administrators',
  my_suggested_times: 'own',
  undo_approval: 'administrators',
  grant_request: 'administrators',
  decline_request: 'administrators',
  end_unanswered_bookings: 'server',
  begin_invitations: 'server',
  expire_requests: 'server',
  request_for_jobs: 'server',
  cancel_session: 'own',
  move_session: 'own',
  ask_for_change: 'own',
  withdraw_request: 'own',
  read_receipt: 'own',
  my_receipts: 'own',
  list_unused_files: 'server',
  sweep_unused_files: 'server',
  my_sessions: 'own',
  end_session: 'own',
  end_other_sessions: 'own',
  change_my_name: 'own',
  cancel_email_change: 'own',
  my_notifications: 'own',
  my_mail_stops: 'own',
  set_my_mail_stop: 'own',
  set_mail_stop: 'administrators',
  mail_stop_by_link: 'server',
  merge_favourites: 'own',
  ask_slot_alert: 'own',
  stop_slot_alert: 'own',
  my_slot_alerts: 'own',
  count_slot_alerts: 'administrators',
  slot_alerts_for_jobs: 'server',
  queue_slot_alert: 'server',
  answer_my_check_in: 'own',
  list_check_ins: 'administrators',
  check_in_for_jobs: 'server',
  queue_check_in: 'server',
  summary_wanted_for_jobs: 'server',
  check_in_by_link: 'server',
  set_notifications: 'own',
  wants_reminders: 'server',
  account_alert_for_jobs: 'server',
  queue_account_alert: 'server',
  look_at_account_alert: 'server',
  answer_account_alert: 'server',
  recovery_mail_for_jobs: 'server',
  new_recovery_codes: 'own',
  recovery_codes_left: 'own',
  use_recovery_code: 'own',
  list_administrators: 'administrators',
  end_sessions_of: 'administrators',
  begin_identity_check: 'server',
  finish_identity_check: 'server',
  my_consents: 'own',
  withdraw_consent: 'own',
  my_policy_changes: 'own',
  accept_policy: 'own',
  require_my_proof: 'own',
  delete_account: 'server',
  apply_retention: 'server',
  export_my_data: 'own',
};

/** Those who may call each besides service_role, which may call every one. */
const roles = {
  server: [],
  administrators: ['authenticated'],
  own: ['authenticated'],
  everyone: ['anon', 'authenticated'],
};

const calledBy = (...kinds: (keyof typeof roles)[]) =>
  Object.keys(callers).filter((name) => kinds.includes(callers[name] ?? 'everyone'));
const administratorsOnly = calledBy('administrators');

/** Called by policies, by generated columns or by functions that run as the caller. */
const internalsForClients = [
  'bookable_from',
  'booking_limits',
  'claimed_session',
  'clean_line',
  'clean_text',
  'counts_demonstration',
  'default_min_notice_minutes',
  'file_key',
  'has_live_session',
  'held_ranges',
  'hours_limits',
  'is_admin',
  'is_client',
  'is_email',
  'is_name_list',
  'language_codes',
  'least_notice',
  'my_mentor_id',
  'plain_words',
  'profile_limits',
  'refuse_row_estimates',
  'require_service',
  'require_signed_in',
  'review_limits',
  'session_range',
  'signed_in_user',
  'stored_file',
  'takes_bookings',
  'today',
  'words_of',
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
    Object.fromEntries(Object.entries(callers).map(([name, kind]) => [name, [...roles[kind], 'service_role']])),
  );
});

test('functions that run as their owner and answer visitors are those that the run on a hosted project expects', async () => {
  const rows = await database.sql`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef and has_function_privilege('anon', p.oid, 'execute')
    order by 1`;
  expect(rows.map((row) => row.name)).toEqual(ANSWERS_VISITORS);
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
    for (const persona of ['visitor', 'founder', 'otherFounder', 'mentor'] as const) {
      expect(await tryToCall(name, persona)).toMatchObject({ code: '42501', message: 'admin_only' });
    }
  },
);

test('functions of administrators refuse all others, though granted, and would not without their check', async () => {
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
    // search_mentors, nearest_mentors, mentor_of_slug, wall_stories and sitemap_entries leave out what policies would hide, former
    // slugs of categories are no secret, and everybody reads reviews and the promise. worker_pulse and is_mail_away read what only their owner
    // may, and answer facts that everybody may know. look_at_mailed_link tells the holder of a mailed link whether it was used.
    expect(rows.map((row) => row.name).sort()).toEqual(
      [
        ...calledBy('administrators', 'own'),
        'category_of_slug',
        'is_mail_away',
        'look_at_mailed_link',
        'mentor_of_slug',
        'mentor_ratings',
        'mentor_reviews_page',
        'nearest_mentors',
        'promise',
        'search_mentors',
        'sitemap_entries',
        'wall_stories',
        'worker_pulse',
      ].sort(),
    );
  },
);

describe('functions of the server refuse clients that were granted them all the same', () => {
  test.each(calledBy('server'))('%s', async (name) => {
    for (const persona of personas) {
      expect(await tryToCall(name, persona)).toMatchObject({ code: '42501', message: 'service_only' });
    }
  });
});
