/** Each word with which the database refuses a person has a sentence, or code that answers it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !file.includes('.test.') && !file.endsWith('database.types.ts'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Refusals have HTTP's status as their SQLSTATE, or are Postgres's own for a missing right. */
const REFUSAL = /errcode\s*=\s*'(?:PT4\d\d|42501)',\s*message\s*=\s*'(?<word>[a-z_]+)'/g;
const raised = new Set(
  filesOf('supabase/migrations/*.sql').flatMap(({ text }) =>
    [...text.matchAll(REFUSAL)].flatMap(({ groups }) => groups?.word ?? []),
  ),
);

/** The words that the copy's tables know, and those that code handles by name. */
const answered = new Set(
  [...filesOf('copy/**/*.ts'), ...filesOf('web/src/**/*.{ts,tsx}'), ...filesOf('supabase/functions/**/*.ts')]
    .concat(filesOf('rules/**/*.ts'))
    .flatMap(({ text }) => text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []),
);

/** Words that need none, each group with its reason. */
const WITHOUT_SENTENCE = {
  'the status alone is answered': ['too_many_name_changes'],
  'only a person who withdraws the same consent again and again is refused so': ['too_many_consents'],
  'only a call by hand is refused so: forms check or offer the values': [
    'agreement_required',
    'answer_length',
    'answer_not_valid',
    'answer_required',
    'answers_within_protected',
    'brief_not_readable',
    'comment_too_long',
    'consent_not_withdrawable',
    'fee_not_valid',
    'holiday_not_valid',
    'incident_unknown',
    'invalid_input',
    'mail_unknown',
    'mentor_invalid',
    'message_too_long',
    'policy_unknown',
    'rating_not_valid',
    'reason_unknown',
    'received_on_not_valid',
    'request_kind_unknown',
    'sort_unknown',
    'source_invalid',
    'state_unknown',
    'story_text_fixed',
    'suggestions_not_valid',
    'unknown_choice',
    'view_unknown',
  ],
  'the screen says that it failed, and reads its list again': [
    'event_not_found',
    'finding_needs_a_person',
    'finding_not_found',
    'finding_resolved',
    'not_found',
    'payout_not_found',
    'refund_not_failed',
    'refund_not_found',
    'report_not_found',
  ],
  'guards of columns and rows that no screen writes': [
    'audit_log_is_kept',
    'audit_personal_value',
    'booking_column_protected',
    'booking_moves_by_reschedule_only',
    'booking_needs_no_event',
    'consent_protected',
    'ledger_is_append_only',
    'listing_state_protected',
    'mentor_account_protected',
    'payout_is_final',
    'profile_column_protected',
    'row_estimates_refused',
    'use_reorder_',
  ],
  'calls of workers and functions, and of a session that is led to the log-in': [
    'calendar_state_unknown',
    'export_not_found',
    'order_not_found',
    'outcome_unknown',
    'payment_of_another_order',
    'rule_missing',
    'rule_out_of_range',
    'rule_unknown',
    'service_only',
    'sign_in_required',
    'token_required',
    'token_state_unknown',
  ],
} as const;
const exempt: string[] = Object.values(WITHOUT_SENTENCE).flat();

test('every word with which the database refuses has a sentence, code that answers it, or a reason for having none', () => {
  expect(raised.size).toBeGreaterThan(150);
  expect([...raised].filter((word) => !answered.has(word) && !exempt.includes(word))).toEqual([]);
});

test('no word that is answered, or is not raised any more, is listed as one without a sentence', () => {
  expect(exempt.filter((word) => answered.has(word) || !raised.has(word))).toEqual([]);
});
