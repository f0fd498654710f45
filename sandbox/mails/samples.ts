import type { MailSamples } from '#functions/_shared/mail/mails.ts';

/** Sample data for each e-mail. `MailSamples` demands one of each; more stand where the text depends on the data. */

const starts_at = new Date('2026-11-24T04:30:00Z');
const ends_at = new Date('2026-11-24T05:30:00Z');
const answer_by = new Date('2026-11-22T10:00:00Z');
const session = { date: '2026-11-24', start_time: '10:00:00', end_time: '11:00:00' };
const earlier = { date: '2026-11-23', start_time: '18:30:00', end_time: '19:30:00' };
const later = { date: '2026-11-26', start_time: '08:00:00', end_time: '09:00:00' };
const bookingId = '9b2d1c5e-0a43-4f8e-8d65-7c3a1f2e4b90';
const mentorId = '3f1c2b8e-1111-4222-8333-944455566699';
const code = 'P0-7K2QXA';
const question = 'We want to sell our hand-made toys in Germany. Who knows the rules?';
const helpMentors = [{ id: mentorId, slug: 'asha-rao', name: 'Asha Rao', title: 'Founder of Toy Trade' }];

const LONG = {
  founder: 'Venkatanarasimharajuvaripeta Subrahmanyam-Ramachandran',
  mentor: 'Dr. Thiruvananthapuram Padmanabhaswamy Lakshminarayanan Iyer',
};
const FROM_RIGHT = 'آشا راؤ';

type BookingData = MailSamples['founder']['booking_submitted'][number];

const booking: BookingData['booking'] = {
  id: bookingId,
  status: 'confirmed',
  ...session,
  starts_at,
  ends_at,
  notes: null,
  created_at: '2026-11-21T10:00:00Z',
  founder_id: '0e6a5dc1-77a5-4f0a-9f55-0f2d3a1b5c11',
  founder_name: 'Ravi Kumar',
  founder_email: 'ravi.k@startup.example',
  mentor_id: mentorId,
  mentor_name: 'Asha Rao',
  mentor_email: 'asha@mentors.example',
  google_meet_link: 'https://meet.google.com/abc-defg-hij',
  calendar_state: 'created',
  sequence: 0,
  amount_paise: 700_000,
  payment_id: 'pay_SampleOfAnEmail',
  refund_state: null,
  incident: null,
  code,
  answer_by,
  decision_cause: null,
  decision_reason: null,
  suggestions: null,
  min_working_days: 5,
  max_working_days: 10,
  brief: {
    question: 'Should we raise now, or after the first ten paying customers? We have money until June.',
    stage: 'revenue',
    link: 'https://deck.example/ravi',
    language: 'en',
  },
  brief_revision: 1,
  mentor_has_account: true,
  approval_mode: 'administrator',
  mentor_zone: 'America/New_York',
};
const of = (changes: Partial<BookingData['booking']> = {}): BookingData => ({
  booking: { ...booking, ...changes },
  answerToken: 'sample-of-a-token',
});
const longNames = of({ founder_name: LONG.founder, mentor_name: LONG.mentor });
const fromRight = of({ founder_name: FROM_RIGHT, mentor_name: FROM_RIGHT });
const withoutLink = of({ google_meet_link: null, calendar_state: 'pending' });
const refunded = { refund_state: 'queued' };
const suggestions = [later, earlier].map((time) => ({
  ...time,
  mentor_id: mentorId,
  mentor_name: 'Asha Rao',
  mentor_slug: 'asha-rao',
}));
const incidents = (status: string, kinds: string[]) =>
  kinds.map((incident) => of({ status, incident, notes: 'I have to travel that day.', ...refunded }));
const MOVES = ['founder_cancels', 'mentor_cancels', 'technical_issue', 'mentor_no_show', 'founder_no_show'];
const CANCELLATIONS = ['founder_cancels', 'mentor_cancels', 'technical_issue', 'mentor_no_show'];

const submitted = of({ status: 'pending_admin_review', google_meet_link: null, calendar_state: null });
const bookings = {
  booking_confirmed: [of(), withoutLink, longNames, fromRight],
  booking_rescheduled: [
    of({ status: 'rescheduled', notes: 'The mentor is at a conference in the morning.' }),
    ...incidents('rescheduled', MOVES),
  ],
  booking_cancelled: [
    of({ status: 'cancelled', ...refunded }),
    of({ status: 'cancelled' }),
    ...incidents('cancelled', CANCELLATIONS),
  ],
  booking_reminder24: [of(), withoutLink],
  booking_reminder1: [of()],
  booking_missed: [of({ status: 'completed', incident: 'founder_no_show' })],
};
const rejected = of({
  status: 'rejected',
  decision_cause: 'other',
  decision_reason: 'Asha writes on another subject now.',
  suggestions,
  ...refunded,
});
const unanswered = of({ status: 'rejected', decision_cause: 'unanswered', suggestions, ...refunded });

const summary = {
  body: 'Raise after the first ten customers. They tell you what to say to investors.\n\nKeep six months of money.',
  items: [
    { owner: 'founder' as const, text: 'Call the five customers who asked for a price', due_on: '2026-12-01' },
    { owner: 'mentor' as const, text: 'Introduce Ravi to two investors', due_on: null },
  ],
};

const alertBooking = {
  booking_id: bookingId,
  code,
  founder: 'Ravi Kumar',
  mentor: 'Asha Rao',
  starts_at,
  ends_at,
  answer_by,
};
const paid = { ...alertBooking, amount_paise: 700_000 };
const now = new Date('2026-11-22T06:40:00Z');
type Alerts = MailSamples['administrator']['alert'][number];
const waiting: Alerts['items'][number] = { topic: 'waiting_booking', ...paid };
const news: Alerts['items'] = [
  { topic: 'new_booking', ...paid },
  { topic: 'mentor_declined', ...paid, mentor: LONG.mentor },
  { topic: 'change_request', ...paid },
  { topic: 'new_application', name: 'Kiran Desai' },
  { topic: 'new_story', name: 'Meera Iyer' },
  { topic: 'new_help_request', email: 'asha@startup.example' },
];
const failures: Alerts['items'] = [
  { topic: 'failed_job', job_kind: 'booking_confirmed' },
  { topic: 'failed_refund', amount_paise: 700_000, currency: 'INR', payment_id: 'pay_SampleOfAnEmail' },
  { topic: 'discrepancy', finding: 'event_missing', subject: bookingId },
  { topic: 'broken_promise', rule: 'time_booked_twice' },
];
const alerts = (...items: Alerts['items']): Alerts => ({ items, now });

const auth = {
  Token: '',
  TokenHash: 'sample-of-a-token',
  Email: 'ravi.k@startup.example',
  NewEmail: 'ravi@new.example',
  RedirectTo: 'https://point-0.example/mentors',
};

const safety = {
  email: 'ravi.k@startup.example',
  at: starts_at,
  new_email: 'ravi@new.example',
  network: '203.0.113.0/24',
  user_agent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
};
const token = 'sample-of-a-token';

const alarm = { kind: 'worker_stopped', news: 'opened', opened_at: starts_at, closed_at: null, value: 305 } as const;
const closed = { ...alarm, news: 'closed', closed_at: ends_at } as const;

const story =
  'I came with three prices and no idea.\nAfter one hour I had one price, and three paying customers a month later.';

export const SAMPLES: MailSamples = {
  founder: {
    ...bookings,
    booking_submitted: [submitted, longNames, of({ payment_id: null, amount_paise: null, brief: null })],
    booking_rejected: [rejected, of({ status: 'rejected', payment_id: null, amount_paise: null })],
    booking_unanswered: [unanswered],
    request_answered: [
      { request: { kind: 'move', state: 'declined', decline_reason: 'Asha travels then.' }, booking },
      { request: { kind: 'cancel', state: 'declined', decline_reason: null }, booking },
      { request: { kind: 'move', state: 'expired', decline_reason: null }, booking },
    ],
    times_offered: [
      { mentor: 'Asha Rao', kind: 'decline', session, times: [earlier, later], answer_by },
      { mentor: LONG.mentor, kind: 'move', session, times: [later], answer_by },
    ],
    payment_returned: [
      { mentor: 'Asha Rao', reason: 'slot_taken', amount_paise: 700_000 },
      { mentor: LONG.mentor, reason: 'order_already_paid', amount_paise: null },
    ].map((payment) => ({ ...payment, booking_id: booking.id, session, min_working_days: 5, max_working_days: 10 })),
    new_times: [
      {
        mentor: { id: mentorId, slug: 'asha-rao', name: 'Asha Rao' },
        times: [session, earlier, later],
        stop: 'slot_alerts.1.sample',
      },
      { mentor: { id: mentorId, slug: 'asha-rao', name: LONG.mentor }, times: [later], stop: 'slot_alerts.1.sample' },
    ],
    check_in: [
      { booking, days: 7, items: summary.items, token: 'sample-of-a-token', stop: 'check_ins.1.sample' },
      { booking: longNames.booking, days: 31, items: [], token: 'sample-of-a-token', stop: 'check_ins.1.sample' },
    ],
    summary_shared: [{ booking, summary }],
    story_approved: [{ experience: story }],
    help_request_received: [{}],
    help_request_answered: [
      { text: question, answer: 'Two mentors know this well.\nPlease have a look at them.', mentors: helpMentors },
      { text: question, answer: 'Please write to Startup India first: they answer this for free.', mentors: [] },
    ],
  },
  mentor: {
    ...bookings,
    booking_submitted: [submitted, longNames, of({ approval_mode: 'automatic' })],
    booking_rejected: [rejected],
    booking_unanswered: [unanswered],
    // A mentor reads nothing about the refund.
    booking_cancelled: bookings.booking_cancelled.slice(1),
    brief_changed: [{ booking }, { booking: { ...booking, mentor_has_account: false } }],
    summary_shared: [{ booking, summary }],
    summary_wanted: [{ booking, stop: 'session_summaries.1.sample' }],
    story_name: [
      { name: 'Ravi K.', experience: story, token: `1.${token}` },
      { name: LONG.founder, experience: story, token: `1.${token}` },
    ],
    time_kept: [{ founder: 'Ravi Kumar', session, zone: 'America/New_York' }],
    offer_ended: [{ founder: null, session, zone: 'Asia/Kolkata' }],
    invitation: [{ mentor: 'Asha Rao', expires_at: '2026-12-05T10:00:00Z', token }],
    claim_decided: [
      { mentor: 'Asha Rao', is_confirmed: true },
      { mentor: 'Asha Rao', is_confirmed: false },
    ],
    draft_decided: (['published', 'returned'] as const).map((state) => ({
      state,
      note: 'Please name the company in which you were a founder.',
      fields: ['title', 'bio'],
      left_out: ['video_url'],
      has_account: true,
    })),
    new_review: [true, false].map((has_account) => ({
      author_name: 'Ravi K.',
      rating: 5,
      comment: 'Asha asked the one question that we had avoided.',
      mentor_id: mentorId,
      mentor_slug: 'asha-rao',
      has_account,
    })),
    report_decided: [
      { state: 'kept', author_name: 'Ravi K.', has_account: true },
      { state: 'removed', author_name: null, has_account: true },
    ],
    hours_changed: [{}],
    calendar_lost: [{ google_email: 'asha@mail.example' }],
    weekly_overview: [
      {
        zone: 'America/New_York',
        sessions: [earlier, session].map((one) => ({ founder: 'Ravi Kumar', session: one })),
        requests: 2,
      },
      { zone: 'Asia/Kolkata', sessions: [], requests: 0 },
    ],
    statement: [{ month: '2026-10-01', opening_paise: 0, closing_paise: 1_050_000, has_account: true }],
    payout: [
      { net_paise: 1_050_000, utr: 'AXIS0001234567', paid_on: '2026-11-05', period: '2026-10-01', has_account: true },
    ],
  },
  administrator: {
    alert: [
      alerts(waiting),
      ...news.map((item) => alerts(item)),
      alerts(...news),
      alerts(...failures),
      alerts({ topic: 'chain', entry: '41' }),
      alerts(waiting, ...news, ...failures),
    ],
    claim_asked: [{ email: 'asha.rao@private.example', mentor: 'Asha Rao', invited: 'asha@mentors.example' }],
    mail_check: [{}],
    third_cancellation: [
      { mentor: 'Asha Rao', mentor_id: mentorId, count: 3, session, code, reason: 'I am ill.' },
      { mentor: LONG.mentor, mentor_id: mentorId, count: 4, session, code, reason: null },
    ],
  },
  account: {
    confirmation: [auth],
    recovery: [auth],
    email_change: [auth],
    account_alert: [
      { alert: { kind: 'password', ...safety }, token },
      { alert: { kind: 'email_change', ...safety }, token },
      { alert: { kind: 'email_changed', ...safety }, token },
      { alert: { kind: 'email_changed', ...safety } },
      { alert: { kind: 'two_step_on', ...safety }, token },
      { alert: { kind: 'two_step_on', ...safety, others: 1 }, token },
      { alert: { kind: 'two_step_off', ...safety }, token },
      { alert: { kind: 'two_step_off', ...safety, others: 1 }, token },
      { alert: { kind: 'recovery_code', ...safety, left: 9 }, token },
      { alert: { kind: 'new_device', ...safety }, token },
      { alert: { kind: 'payout_details', ...safety, destination: '••••1234' }, token },
    ],
    account_deleted: [{ is_mentor: false }, { is_mentor: true }],
  },
  operator: {
    alarm: [
      [alarm],
      [{ ...alarm, news: 'open' }],
      [closed],
      [alarm, { ...alarm, kind: 'refund_failed', value: 2 }, closed],
    ],
    doctor_test: [null],
  },
};
