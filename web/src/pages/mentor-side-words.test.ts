/** The words of the mentor's side and of sessions that no screen's test quotes. */
import { expect, it } from 'vitest';
import { mentorCalendar } from '#copy/mentors/calendar.ts';
import { mentorDashboard } from '#copy/mentors/dashboard.ts';
import { mentorDrafts, profileChanges } from '#copy/mentors/drafts.ts';
import { mentorHours } from '#copy/mentors/hours.ts';
import { mentorReviews } from '#copy/mentors/mentor-reviews.ts';
import { mentorToday } from '#copy/mentors/settings.ts';
import { earningsCopy } from '#copy/money/earnings.ts';
import { payoutsCopy } from '#copy/money/payouts.ts';
import { adminMentorAccounts } from '#copy/people/admin-mentor-accounts.ts';
import { adminBookings } from '#copy/sessions/admin-bookings.ts';
import { adminMentorAnswers } from '#copy/sessions/admin-requests.ts';
import { sessionBrief } from '#copy/sessions/briefs.ts';
import { mentorSessions } from '#copy/sessions/mentor-sessions.ts';
import { mentorAnswer, timeProposals } from '#copy/sessions/requests.ts';
import { sessionPage } from '#copy/sessions/session-page.ts';

it.each([
  [mentorDashboard.loginRequired, 'Please log in to access your mentor dashboard.'],
  [mentorDashboard.loadFailed, 'Could not load this page.'],
  [mentorDashboard.names.earnings, 'Earnings'],
  [adminMentorAccounts.states.expired, 'Link expired'],
  [adminMentorAccounts.refuse, 'Refuse'],
  [mentorToday.noneToday, 'No sessions today.'],
  [mentorToday.nextFree('Tue 24 Nov, 10 AM'), 'Your next free time is Tue 24 Nov, 10 AM.'],
  [mentorToday.missing.profile, 'Publish your profile'],
  [mentorToday.missing.price, 'Set a price'],
  [mentorHours.specialDates.other, 'Other hours'],
  [mentorCalendar.errors.notConfigured, 'Calendar connections are not set up here.'],
  [mentorCalendar.others.title, 'Other calendars this Google account can see'],
  [adminBookings.reschedule.warnings.time_off, 'Inside time off'],
  [adminBookings.reschedule.warnings.calendar, 'Busy in their calendar'],
  [mentorAnswer.answerBy('24 Nov, 10 AM'), 'Answer by 24 Nov, 10 AM'],
  [mentorAnswer.overlapsCalendar, 'Overlaps your calendar'],
  [mentorAnswer.reasons.not_my_subject, 'Another mentor would be better for this'],
  [mentorAnswer.done.confirmed, 'The session is confirmed.'],
  [adminMentorAnswers.accepts, 'Mentor accepts'],
  [adminMentorAnswers.unreachable, 'Mentor cannot be reached'],
  [mentorSessions.empty, 'No sessions yet. Founders see you as soon as you have free times.'],
  [timeProposals.propose.sent('Ravi Kumar'), 'Sent to Ravi Kumar.'],
  [timeProposals.keep, 'Keep the time'],
  [mentorDrafts.takeBack, 'Take back'],
  [profileChanges.publishSelected, 'Publish selected fields'],
  [mentorReviews.reasons.not_my_session, 'Not about a session with me'],
  [mentorReviews.reasons.insulting, 'Insulting'],
  [payoutsCopy.title, 'Payouts'],
  [payoutsCopy.share.label, 'Marketplace share'],
  [earningsCopy.paidThisYear, 'Paid this financial year'],
  [sessionBrief.noStage, 'Prefer not to say'],
  [sessionBrief.stages.first_customers, 'First customers'],
  [sessionBrief.stages.funded, 'Funded'],
  [sessionBrief.noLanguage, 'No preference'],
  [sessionBrief.write, 'Say what you want to leave with'],
  [sessionBrief.failed, 'Your changes were not saved. Please check your connection and try again.'],
  [sessionPage.sharing.phone('Asha Rao'), 'Share my phone number with Asha Rao'],
  [sessionPage.notes.hint, 'Only you can read these.'],
  [sessionPage.notes.saving, 'Saving…'],
  [sessionPage.notes.failed, 'Not saved. We try again.'],
  [sessionPage.summary.none('Asha Rao'), 'Asha Rao has not shared a summary yet.'],
  [sessionPage.items.doneOn('24 Nov'), 'Done on 24 Nov'],
  [sessionPage.earlier.title('Asha Rao'), 'Earlier sessions with Asha Rao'],
])('“%s” is said as the specification has it', (said, promised) => {
  expect(said).toBe(promised);
});
