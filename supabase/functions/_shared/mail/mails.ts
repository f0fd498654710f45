import { doctorMail } from '#copy/office/doctor-mail.ts';
import { accountAlert, accountDeleted } from './account.ts';
import { alert, claimAsked, mailCheck, thirdCancellation } from './administrator.ts';
import { alarmMail } from './alarm.ts';
import { type AuthMailName, type AuthMailVariables, renderAuthMail } from './auth-mail.ts';
import { bookingMails } from './booking.ts';
import type { Mail } from './layout.ts';
import {
  calendarLost,
  claimDecided,
  draftDecided,
  hoursChanged,
  invitation,
  newReview,
  payout,
  reportDecided,
  statement,
  weeklyOverview,
} from './mentor.ts';
import {
  briefChanged,
  checkInAsked,
  helpRequestAnswered,
  helpRequestReceived,
  newTimes,
  offerEnded,
  paymentReturned,
  requestAnswered,
  storyApproved,
  storyName,
  summaryShared,
  summaryWanted,
  timeKept,
  timesOffered,
} from './session.ts';

const doctorTest: Mail<null> = { render: async () => ({ ...doctorMail, attachments: [] }) };

function authMail(name: AuthMailName): Mail<Omit<AuthMailVariables, 'SiteURL'>> {
  return {
    render: async (variables, SiteURL) => ({ ...renderAuthMail(name, { ...variables, SiteURL }), attachments: [] }),
  };
}

/**
 * Every e-mail of the product, by who gets it, for previews and tests: nothing that is deployed imports it. They share
 * files by recipient and subject because an upload of a function has at most 60 files (docs/decisions/028).
 */
export const MAILS = {
  founder: {
    booking_submitted: bookingMails.founder.submitted,
    booking_confirmed: bookingMails.founder.confirmed,
    booking_rescheduled: bookingMails.founder.rescheduled,
    booking_rejected: bookingMails.founder.rejected,
    booking_unanswered: bookingMails.founder.unanswered,
    booking_cancelled: bookingMails.founder.cancelled,
    booking_reminder24: bookingMails.founder.reminder24,
    booking_reminder1: bookingMails.founder.reminder1,
    booking_missed: bookingMails.founder.missed,
    request_answered: requestAnswered,
    times_offered: timesOffered,
    payment_returned: paymentReturned,
    new_times: newTimes,
    check_in: checkInAsked,
    summary_shared: summaryShared.founder,
    story_approved: storyApproved,
    help_request_received: helpRequestReceived,
    help_request_answered: helpRequestAnswered,
  },
  mentor: {
    booking_submitted: bookingMails.mentor.submitted,
    booking_confirmed: bookingMails.mentor.confirmed,
    booking_rescheduled: bookingMails.mentor.rescheduled,
    booking_rejected: bookingMails.mentor.rejected,
    booking_unanswered: bookingMails.mentor.unanswered,
    booking_cancelled: bookingMails.mentor.cancelled,
    booking_reminder24: bookingMails.mentor.reminder24,
    booking_reminder1: bookingMails.mentor.reminder1,
    booking_missed: bookingMails.mentor.missed,
    brief_changed: briefChanged,
    summary_shared: summaryShared.mentor,
    summary_wanted: summaryWanted,
    story_name: storyName,
    time_kept: timeKept,
    offer_ended: offerEnded,
    invitation,
    claim_decided: claimDecided,
    draft_decided: draftDecided,
    new_review: newReview,
    report_decided: reportDecided,
    hours_changed: hoursChanged,
    calendar_lost: calendarLost,
    weekly_overview: weeklyOverview,
    statement,
    payout,
  },
  administrator: { alert, claim_asked: claimAsked, mail_check: mailCheck, third_cancellation: thirdCancellation },
  account: {
    confirmation: authMail('confirmation'),
    recovery: authMail('recovery'),
    email_change: authMail('email_change'),
    account_alert: accountAlert,
    account_deleted: accountDeleted,
  },
  operator: { alarm: alarmMail, doctor_test: doctorTest },
} satisfies Record<string, Record<string, Mail<never>>>;

type Mails = typeof MAILS;
type DataOf<Entry> = Entry extends Mail<infer Data> ? Data : never;

/** Data for each e-mail, several where its text depends on them. */
export type MailSamples = {
  [Reader in keyof Mails]: { [Name in keyof Mails[Reader]]: readonly DataOf<Mails[Reader][Name]>[] };
};
