/** What a person reads for each refusal of the database, from the call that a screen makes. */

import { expect, test, vi } from 'vitest';
import { profileChanges } from '#copy/mentors/drafts.ts';
import { mentorHours } from '#copy/mentors/hours.ts';
import { mentorReviews } from '#copy/mentors/mentor-reviews.ts';
import { mentorRefusals } from '#copy/mentors/settings.ts';
import { sessionBrief } from '#copy/sessions/briefs.ts';
import { mentorSessions } from '#copy/sessions/mentor-sessions.ts';
import { timeProposals } from '#copy/sessions/requests.ts';
import { sessionPage } from '#copy/sessions/session-page.ts';
import { refusedEntries, saveHours } from '#features/mentors/hours/hours.data.ts';
import { deleteMentor } from '#features/mentors/listing/admin/mentors.data.ts';
import { payoutRefusals } from '#features/money/earnings/admin/payouts.data.ts';
import {
  createMentorFromApplication,
  decideClaim,
  unlinkMentor,
} from '#features/people/mentor-accounts/admin/mentor-accounts.data.ts';
import { refusalSentence } from '#features/people/mentor-accounts/mentor-call.ts';
import { saveBrief } from '#features/sessions/briefs/briefs.data.ts';
import { answerRequest } from '#features/sessions/requests/mentor-requests.data.ts';
import { markItem, shareContact, type WriteRefusal } from '#features/sessions/session-page/session-page.data.ts';
import { chooseOffer, proposeTimes } from '#features/sessions/time-proposals/time-proposals.data.ts';
import type { ApiError } from '#lib/api-error.ts';
import { knownRefusal, type Refusals, takeAnswer } from '#lib/refusals.ts';
import { inYear } from '#tests/kit/in-year.ts';

const database = vi.hoisted(() => ({ answer: { data: null as unknown, error: null as unknown, status: 409 } }));
vi.mock('#lib/supabase.ts', () => ({ supabase: () => ({ rpc: async () => database.answer }) }));

/** What a call throws, or undefined. */
async function thrownBy(call: () => Promise<unknown>): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
}
const sentenceThrown = async (call: () => Promise<unknown>) => ((await thrownBy(call)) as ApiError).message;

/** As the dialogs of the mentor's area say it. */
const inArea = (sentences: Refusals) => async () =>
  refusalSentence(await thrownBy(() => takeAnswer(Promise.resolve(database.answer as never))), 'Failed.', sentences);
const inAnswer = async () => {
  const outcome = await answerRequest('booking', { answer: 'accept', times: [] });
  return 'sentence' in outcome ? outcome.sentence : outcome.kind;
};
const inHours = async () => {
  const error = (await thrownBy(() => saveHours('mentor', {} as never, ''))) as ApiError;
  if (error.code === 'changed') return mentorHours.changed.title;
  return refusedEntries(error)[0]?.sentence;
};
const onSessionPage = async (call: () => Promise<{ refusal: WriteRefusal | null }>) => {
  const { refusal } = await call();
  return refusal === null ? undefined : sessionPage.refusals[refusal];
};
const fromTables =
  (call: () => Promise<unknown>, ...tables: Refusals[]) =>
  async () =>
    knownRefusal(await thrownBy(call), ...tables) ?? undefined;
const onItem = () => onSessionPage(() => markItem('booking', { id: 'item', revision: 1 } as never, true));
const onContact = () => onSessionPage(() => shareContact('booking', { email: true, phone: true }));
const onOffer = fromTables(() => chooseOffer('offer'), timeProposals.refusals);
const onProposal = fromTables(() => proposeTimes('booking', []), timeProposals.propose.refusals, mentorRefusals);
const onBrief = async () => {
  const saving = await saveBrief('booking', {} as never, 1);
  return { closed: sessionBrief.closed, changed: sessionBrief.changed, saved: undefined }[saving.kind];
};
const inPayouts = async () => knownRefusal(database.answer.error, payoutRefusals) ?? undefined;
const onDeletion = () => sentenceThrown(() => deleteMentor('mentor'));
const onClaim = () => sentenceThrown(() => decideClaim('invitation', true, true));
const onUnlinking = () => sentenceThrown(() => unlinkMentor('mentor'));
const onApplication = () => sentenceThrown(() => createMentorFromApplication('application', null));

const settings = inArea({});
const sessions = inArea(mentorSessions.refusals);
const reviews = inArea(mentorReviews.refusals);
const changes = inArea(profileChanges.refusals);

type Case = [code: string, ask: () => Promise<string | undefined>, sentence: string, details?: string];
const LEFT = 'You have left Point 0. Write to us to come back.';
const CASES: Case[] = [
  ['mentor_left', settings, LEFT],
  ['mentor_left', sessions, LEFT],
  ['mentor_left', reviews, LEFT],
  ['mentor_left', inAnswer, LEFT],
  ['mentor_left', onProposal, LEFT],
  ['mentor_left', onItem, LEFT],
  ['mentor_only', settings, 'This area is for mentors.'],
  ['email_not_confirmed', settings, 'Please confirm your e-mail address first.'],
  ['mentor_has_open_bookings', settings, 'Please hold or cancel your coming sessions first.'],
  [
    'mentor_has_open_payments',
    settings,
    'Somebody is paying for a session with you right now. Try again in 15 minutes.',
  ],
  ['mentor_has_earnings', onDeletion, 'This mentor has earnings. Unlist the mentor instead.'],

  ['account_has_mentor', onClaim, 'This account already belongs to another mentor profile.'],
  ['mentor_has_account', onClaim, 'This profile already has an account.'],
  ['mentor_not_linked', onUnlinking, 'This profile has no account any more.'],
  ['application_has_mentor', onApplication, 'This application already has a profile.', 'mentor'],
  ['email_invalid', onApplication, 'Please enter a valid email address.'],

  ['time_zone_unknown', inHours, 'Please choose a time zone from the list.'],
  ['range_not_valid', inHours, 'End time must be later than start time'],
  ['ranges_overlap', inHours, 'These hours overlap.'],
  ['range_too_short', inHours, 'This range is shorter than one session.'],
  ['too_many_ranges', inHours, 'At most six ranges a day.'],
  ['override_in_past', inHours, 'This day has passed.'],
  ['time_off_in_past', inHours, 'This day has passed.'],
  ['override_twice', inHours, 'This date has its own hours already.'],
  ['time_off_too_long', inHours, 'Time off covers at most 180 days.'],
  ['setting_not_valid', inHours, 'Please choose one of the offered values.'],
  ['hours_changed_meanwhile', inHours, 'Your hours were changed elsewhere. Load the latest version.'],

  ['answer_unknown', inAnswer, 'This link is not valid.'],
  ['answer_too_late', inAnswer, 'The time to answer has passed.'],
  ['already_answered', inAnswer, 'You have answered already: Accept.', 'accept'],
  ['already_answered', inAnswer, 'You have answered already: Decline.', 'decline'],
  ['booking_decided', inAnswer, 'Our team has already decided about this booking.'],
  [
    'too_late',
    inAnswer,
    'This session starts too soon to approve. Reject it with a full refund, or offer another time.',
  ],
  ['proposal_not_valid', inAnswer, 'times'],
  ['reason_text_length', inAnswer, 'Please say why in a few words.'],

  ['incident_not_possible', sessions, 'This cannot be recorded for this session any more.'],
  ['incident_exists', sessions, 'There is a report about this session already. Our team looks at both sides.'],
  ['proposal_closed', onOffer, 'This offer is no longer open.'],
  ['proposal_not_found', onOffer, 'This offer is no longer open.'],
  ['slot_taken', onOffer, 'This time was just taken. Please choose another one.'],
  ['incident_not_possible', onProposal, 'A new time can be proposed until 2 hours before the start.'],
  ['booking_not_found', onProposal, 'This session does not exist, or it belongs to somebody else.'],

  ['mentor_changed_meanwhile', changes, 'The public profile changed after you opened this page. Please read it again.'],
  ['reply_final', reviews, 'A reply can be changed for 14 days.'],
  ['reply_removed', reviews, 'Our team removed your reply.'],
  ['too_many_reports', reviews, 'Please wait until our team has checked your reports.'],

  ['payout_changed', inPayouts, 'The balance has changed. Please look again.'],
  ['nothing_to_pay', inPayouts, 'Nothing to pay: the balance is carried over.'],
  ['period_open', inPayouts, `This month can be paid from Fri 4 Dec${inYear(2026)}.`, '2026-12-04'],
  ['already_paid', inPayouts, 'This month is paid: AXIS0001234567.', 'AXIS0001234567'],
  ['utr_not_valid', inPayouts, 'Please enter the bank reference (UTR), 10 to 30 letters and digits.'],

  ['brief_closed', onBrief, 'The session is too close to change this. Tell your mentor at the start.'],
  ['brief_changed', onBrief, 'You changed this in another window. Here is the newer text.'],
  ['changed_meanwhile', onItem, 'This was changed meanwhile.'],
  ['session_closed', onItem, 'This can no longer be changed.'],
  ['too_many_items', onItem, 'A session has at most 5 action items.'],
  ['item_day_not_valid', onItem, 'Please choose a day from today on.'],
  ['mail_limit', onItem, 'This summary was sent three times already.'],
  ['phone_missing', onContact, 'Add a phone number first.'],
];

test.for(CASES)('the refusal %s is read as its sentence', async ([code, ask, sentence, details]) => {
  const isHours = ask === inHours && code !== 'hours_changed_meanwhile';
  const error = isHours
    ? { code: 'PT422', message: code, details: JSON.stringify({ field: 'time_zone' }) }
    : { code: 'PT409', message: code, details: details ?? null };
  database.answer = { data: null, error, status: isHours ? 422 : 409 };
  expect(await ask()).toBe(sentence);
});
