/** Every e-mail of the product has a text part that names what its HTML names. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { type AccountAlert, accountAlert } from '#functions/_shared/mail/account.ts';
import { type AlertItem, alert } from '#functions/_shared/mail/administrator.ts';
import { alarmMail } from '#functions/_shared/mail/alarm.ts';
import { type BookingMailEvent, bookingMails, type MailRole } from '#functions/_shared/mail/booking.ts';
import type { FactMail, Mail } from '#functions/_shared/mail/layout.ts';
import { MAILS as REGISTER } from '#functions/_shared/mail/mails.ts';
import {
  briefChanged,
  checkInAsked,
  requestAnswered,
  summaryShared,
  summaryWanted,
} from '#functions/_shared/mail/session.ts';
import type { BookingForJobs } from '#functions/_shared/sessions/booking.ts';
import { inYear } from '#tests/kit/in-year.ts';

type Parts = { subject: string; html: string; text: string };

const siteUrl = 'https://point-0.example';
const at = new Date('2026-11-24T04:30:00Z');
const now = new Date('2026-11-21T11:00:00Z');
const booking: BookingForJobs = {
  id: '9b2d1c5e-0a43-4f8e-8d65-7c3a1f2e4b90',
  status: 'confirmed',
  date: '2026-11-24',
  start_time: '10:00:00',
  end_time: '11:00:00',
  starts_at: at,
  ends_at: new Date('2026-11-24T05:30:00Z'),
  notes: 'A reason',
  created_at: '2026-11-21T10:00:00Z',
  founder_id: '0e6a5dc1-77a5-4f0a-9f55-0f2d3a1b5c11',
  founder_name: 'Ravi Kumar',
  founder_email: 'ravi.k@startup.example',
  mentor_id: '3f1c2b8e-1111-4222-8333-944455566699',
  mentor_name: 'Asha Rao',
  mentor_email: 'asha@mentors.example',
  google_meet_link: 'https://meet.google.com/abc-defg-hij',
  calendar_state: 'created',
  sequence: 0,
  amount_paise: 700_000,
  payment_id: 'pay_1',
  refund_state: 'queued',
  incident: null,
  code: 'P0-7K2QXA',
  answer_by: new Date('2026-11-22T10:00:00Z'),
  decision_cause: null,
  decision_reason: null,
  suggestions: [
    {
      mentor_id: '3f1c2b8e-1111-4222-8333-944455566677',
      mentor_name: 'Meera Iyer',
      mentor_slug: 'meera-iyer',
      date: '2026-11-25',
      start_time: '16:30:00',
      end_time: '17:30:00',
    },
  ],
  min_working_days: 5,
  max_working_days: 10,
  brief: null,
  brief_revision: 0,
  mentor_has_account: false,
  approval_mode: 'administrator',
  mentor_zone: 'America/New_York',
};

const bookingMail = (event: BookingMailEvent, role: MailRole, changes: Partial<BookingForJobs> = {}) =>
  bookingMails[role][event].render({ booking: { ...booking, ...changes }, answerToken: 'a-token' }, siteUrl);

const EVENTS: BookingMailEvent[] = [
  'submitted',
  'confirmed',
  'rescheduled',
  'rejected',
  'unanswered',
  'cancelled',
  'reminder24',
  'reminder1',
  'missed',
];
const VARIANTS: Partial<BookingForJobs>[] = [
  {},
  { google_meet_link: null, suggestions: null },
  { payment_id: null, amount_paise: null, refund_state: null },
  { decision_cause: 'other', decision_reason: 'Another reason', incident: 'mentor_absent' },
];

const allBookingMails = () =>
  EVENTS.flatMap((event) =>
    (['founder', 'mentor'] as const).flatMap((role) =>
      VARIANTS.map((changes, variant) => ({
        name: `${event} to the ${role} (${variant})`,
        mail: () => bookingMail(event, role, changes),
      })),
    ),
  );

const sessionMails = () => [
  {
    name: 'brief changed',
    mail: () => briefChanged.render({ booking: { ...booking, mentor_has_account: true } }, siteUrl),
  },
  ...(['founder', 'mentor'] as const).map((role) => ({
    name: `summary to the ${role}`,
    mail: () => summaryShared[role].render({ booking, summary: { body: 'Ask for more.', items: [] } }, siteUrl),
  })),
  { name: 'summary wanted', mail: () => summaryWanted.render({ booking, stop: 'a-token' }, siteUrl) },
  {
    name: 'check-in',
    mail: () =>
      checkInAsked.render(
        {
          booking,
          days: 7,
          items: [{ owner: 'founder' as const, text: 'Call five customers', due_on: '2026-12-01' }],
          token: 'a-token',
          stop: 'a-token',
        },
        siteUrl,
      ),
  },
];

const requestMails = () =>
  (['cancel', 'move'] as const).flatMap((kind) =>
    (['declined', 'expired'] as const).map((state) => ({
      name: `request to ${kind} that was ${state}`,
      mail: () => requestAnswered.render({ request: { kind, state, decline_reason: 'Too late' }, booking }, siteUrl),
    })),
  );

const ACCOUNT_KINDS: AccountAlert['kind'][] = [
  'password',
  'email_change',
  'email_changed',
  'two_step_on',
  'two_step_off',
  'recovery_code',
  'new_device',
];
const accountMails = () =>
  ACCOUNT_KINDS.flatMap((kind) =>
    [undefined, 'a'.repeat(43)].map((token) => ({
      name: `account: ${kind} ${token ? 'with' : 'without'} a link`,
      mail: () =>
        accountAlert.render(
          {
            alert: {
              kind,
              email: 'asha@site.test',
              at,
              new_email: 'new@site.test',
              others: 1,
              left: 3,
              network: '203.0.113.0/24',
            },
            ...(token && { token }),
          },
          siteUrl,
        ),
    })),
  );

const paid = {
  booking_id: booking.id,
  code: booking.code,
  founder: 'Ravi Kumar',
  mentor: 'Asha Rao',
  starts_at: at,
  ends_at: booking.ends_at,
  answer_by: booking.answer_by,
  amount_paise: 700_000,
};
const ALERTS: AlertItem[] = [
  { topic: 'waiting_booking', ...paid },
  { topic: 'new_booking', ...paid },
  { topic: 'mentor_declined', ...paid },
  { topic: 'change_request', ...paid },
  { topic: 'new_application', name: 'Kiran' },
  { topic: 'new_story', name: 'Meera' },
  { topic: 'new_help_request', email: 'asha@startup.example' },
  { topic: 'failed_job', job_kind: 'email' },
  { topic: 'failed_refund', amount_paise: 123_456, currency: 'INR', payment_id: 'pay_1' },
  { topic: 'discrepancy', finding: 'event_missing', subject: booking.id },
  { topic: 'broken_promise', rule: 'captured_payment_without_outcome' },
  { topic: 'chain', entry: '17' },
];
const alertMails = () =>
  [...ALERTS.map((item) => [item]), ALERTS].map((items) => ({
    name: `alert: ${items.map(({ topic }) => topic).join(', ')}`,
    mail: () => alert.render({ items, now }, siteUrl),
  }));

const alarm = (news: 'opened' | 'open' | 'closed') => ({
  kind: 'refund_failed',
  news,
  opened_at: at,
  closed_at: news === 'closed' ? booking.ends_at : null,
  value: 2,
});
const alarmMails = () =>
  [[alarm('opened')], [alarm('open')], [alarm('closed')], [alarm('opened'), alarm('closed')]].map((alarms) => ({
    name: `alarm: ${alarms.map(({ news }) => news).join(', ')}`,
    mail: () => alarmMail.render(alarms, siteUrl),
  }));

/** As a job draws it from what the database tells. */
function draw(name: string, facts: object): Promise<Parts> {
  const { founder, mentor, administrator } = REGISTER;
  const mails: Record<string, Mail<never> | FactMail<never>> = { ...founder, ...mentor, ...administrator };
  const mail = mails[name];
  if (!mail) throw new Error(`There is no e-mail ${name}`);
  return 'renderFacts' in mail ? mail.renderFacts(facts, siteUrl) : mail.render(facts as never, siteUrl);
}

const accountOfMentorMails = () =>
  (
    [
      ['invitation', { mentor: 'Dev Mentor', expires_at: at.toISOString(), token: 'x'.repeat(43) }],
      ['claim_asked', { email: 'asha@site.test', mentor: 'Dev Mentor', invited: 'dev@site.test' }],
      ['claim_decided', { mentor: 'Dev Mentor', is_confirmed: true }],
      ['claim_decided', { mentor: 'Dev Mentor', is_confirmed: false }],
      ...(['published', 'returned'] as const).map(
        (state) =>
          [
            'draft_decided',
            { state, note: 'Please name your company.', fields: ['city'], left_out: ['video_url'], has_account: true },
          ] as const,
      ),
      [
        'new_review',
        {
          author_name: 'Asha R.',
          rating: 4,
          comment: 'Helped.',
          mentor_id: booking.mentor_id,
          mentor_slug: 'dev-mentor',
          has_account: true,
        },
      ],
      ['report_decided', { state: 'kept', author_name: 'Asha R.', has_account: true }],
      ['report_decided', { state: 'removed', author_name: null, has_account: true }],
    ] as const
  ).map(([name, facts]) => ({
    name: `mentor: ${[name, ...('is_confirmed' in facts ? [facts.is_confirmed] : []), ...('state' in facts ? [facts.state] : [])].join(', ')}`,
    mail: () => draw(name, facts),
  }));

const variables = {
  Token: '',
  TokenHash: 'of-the-link',
  Email: 'asha@site.test',
  NewEmail: 'new@site.test',
  RedirectTo: siteUrl,
};
const authMails = () =>
  (['confirmation', 'recovery', 'email_change'] as const).map((name) => ({
    name: `auth: ${name}`,
    mail: () => REGISTER.account[name].render(variables, siteUrl),
  }));

const session = { date: '2026-11-24', start_time: '10:00:00', end_time: '11:00:00' };
const cancelled = {
  mentor: 'Asha Rao',
  mentor_id: '3f1c2b8e-1111-4222-8333-944455566677',
  session,
  code: 'P0-7K2QXA',
  reason: 'I am ill.',
};
const returned = {
  mentor: 'Asha Rao',
  booking_id: cancelled.mentor_id,
  reason: 'slot_taken',
  amount_paise: 700_000,
  session,
  min_working_days: 5,
  max_working_days: 10,
};
const mentorMails = () =>
  (
    [
      ['times_offered', { mentor: 'Asha Rao', kind: 'decline', session, times: [session], answer_by: at }],
      ['times_offered', { mentor: 'Asha Rao', kind: 'move', session, times: [session], answer_by: at }],
      ['time_kept', { founder: 'Ravi Kumar', session, zone: 'America/New_York' }],
      ['payment_returned', returned],
      ['payment_returned', { ...returned, reason: 'order_already_paid', amount_paise: null }],
      ['offer_ended', { founder: null, session, zone: 'Asia/Kolkata' }],
      ['mail_check', {}],
      ['third_cancellation', { ...cancelled, count: 3 }],
      ['weekly_overview', { zone: 'America/New_York', sessions: [{ founder: null, session }], requests: 2 }],
      ['weekly_overview', { zone: 'Asia/Kolkata', sessions: [], requests: 0 }],
    ] as const
  ).map(([name, facts], number) => ({ name: `mentor: ${name} (${number})`, mail: () => draw(name, facts) }));

const MAILS: { name: string; mail: () => Promise<Parts> }[] = [
  ...allBookingMails(),
  ...requestMails(),
  ...sessionMails(),
  ...accountMails(),
  { name: 'account: deleted', mail: () => REGISTER.account.account_deleted.render({ is_mentor: true }, siteUrl) },
  ...accountOfMentorMails(),
  ...alertMails(),
  ...alarmMails(),
  ...mentorMails(),
  ...authMails(),
];

const statement = { month: '2026-10-01', opening_paise: 0, closing_paise: 350_000, has_account: true };
const payout = {
  net_paise: 350_000,
  period: '2026-10-01',
  utr: 'AXIS0001234567',
  paid_on: '2026-11-05',
  has_account: true,
};
const draft = { note: 'Please name your company.', fields: ['city'], left_out: [], has_account: true };
const offered = { mentor: 'Asha Rao', kind: 'decline', session, times: [session], answer_by: at };
const { mentor_id } = booking;
const review = {
  author_name: 'Ravi K.',
  rating: 4,
  comment: '',
  mentor_id,
  mentor_slug: 'asha-rao',
  has_account: true,
};
const kept = { founder: 'Ravi Kumar', session, zone: 'Asia/Kolkata' };

test.each([
  [
    'invitation',
    { mentor: 'Asha Rao', expires_at: at.toISOString(), token: 'x' },
    'You are invited to Point 0 as a mentor',
  ],
  [
    'claim_asked',
    { email: 'pa@site.test', mentor: 'Asha Rao', invited: 'asha@site.test' },
    'pa@site.test asks for the mentor account of Asha Rao',
  ],
  ['claim_decided', { mentor: 'Asha Rao', is_confirmed: true }, 'Your mentor profile is ready'],
  ['claim_decided', { mentor: 'Asha Rao', is_confirmed: false }, 'We could not confirm this address'],
  ['times_offered', offered, 'Asha Rao offers another time'],
  ['time_kept', kept, 'Ravi Kumar keeps the time'],
  ['offer_ended', kept, 'Your offer has ended'],
  ['draft_decided', { ...draft, state: 'published' }, 'Your profile is published'],
  ['draft_decided', { ...draft, state: 'returned' }, 'Please look at your profile again'],
  ['calendar_lost', { google_email: 'asha@mail.example' }, 'Google Calendar is disconnected'],
  ['new_review', review, 'A founder reviewed you'],
  ['report_decided', { state: 'kept', author_name: 'Ravi K.', has_account: true }, 'We read your report'],
  ['statement', statement, 'Your statement for October 2026'],
  ['payout', payout, '₹3,500 was paid to you'],
  ['hours_changed', {}, 'Our team changed your hours'],
])('the e-mail %s of %j has its subject of the specification', async (name, facts, subject) => {
  expect((await draw(name, facts)).subject).toBe(subject);
});

test('who paid for a time that is gone reads why, that there is no session, and where the money is', async () => {
  const { subject, text } = await draw('payment_returned', returned);
  expect(subject).toBe('Refunded: your payment for a session with Asha Rao');
  expect(flat(text)).toContain(
    'This slot was taken while you were paying. Your payment is being refunded in full. You have no session at this time.',
  );
  expect(flat(text)).toContain('You paid ₹7,000');
  expect(flat(text)).toContain(
    'It goes back to the card or account that you paid from. Banks take 5 to 10 working days to show it.',
  );
  expect(flat(text)).toContain('See your refund and other times');
  expect(flat(text)).toContain('You get this message because you paid for a session on Point 0.');
  const second = await draw('payment_returned', { ...returned, reason: 'order_already_paid', amount_paise: null });
  expect(flat(second.text)).toContain(
    'This session was already paid for. Your second payment is being refunded in full.',
  );
  expect(second.text).not.toMatch(/You have no session|You paid/);
});

test('a mentor is asked about a request by when to answer, and administrators hear of a decline', async () => {
  const request = await bookingMail('submitted', 'mentor');
  expect(request.subject).toBe(`New booking request: Ravi Kumar on Tue 24 Nov${inYear(2026)}`);
  expect(flat(request.text)).toMatch(/Can you take this session\? Please answer by Sun 22 Nov( 2026)?, .+\./);
  const declined = await alert.render({ items: [{ topic: 'mentor_declined', ...paid }], now }, siteUrl);
  expect(declined.subject).toBe('Asha Rao cannot take a booking');
});

test('The e-mails about a new and an approved booking tell the founder, not the mentor, until when cancelling is free', async () => {
  const received = flat((await bookingMail('submitted', 'founder')).text);
  expect(received).toContain(
    'Free to cancel for 4 hours after paying, and again from the confirmation until 24 hours before the session. ' +
      'That means until Sat 21 Nov, 7:30 PM IST, and once confirmed until Mon 23 Nov, 10:00 AM IST.',
  );
  const ahead = { starts_at: new Date(Date.now() + 72 * 3_600_000) };
  for (const event of ['confirmed', 'rescheduled'] as const) {
    expect(flat((await bookingMail(event, 'founder', ahead)).text)).toMatch(/It is free to cancel until .+ IST\./);
    expect(flat((await bookingMail(event, 'mentor', ahead)).text)).not.toContain('to cancel');
  }
  expect(flat((await bookingMail('submitted', 'mentor')).text)).not.toContain('Free to cancel');
});

test('what a founder wrote with tags and entities reads literally in each e-mail that has it', async () => {
  const question = 'What <a href="https://x.example">x</a> and &lt; cost me?';
  const asked = { ...booking, brief: { question, stage: null, link: null, language: null }, mentor_has_account: true };
  const mails = [
    bookingMail('submitted', 'founder', asked),
    bookingMail('reminder24', 'founder', asked),
    ...(['submitted', 'confirmed', 'rescheduled', 'reminder24'] as const).map((event) =>
      bookingMail(event, 'mentor', asked),
    ),
    briefChanged.render({ booking: asked }, siteUrl),
  ];
  for (const { html, text, subject } of await Promise.all(mails)) {
    expect([subject, flat(text)]).toEqual([subject, expect.stringContaining(question)]);
    expect([subject, wordsOf(html)]).toEqual([subject, expect.stringContaining(question)]);
    expect([subject, html]).toEqual([subject, expect.not.stringContaining('href="https://x.example"')]);
  }
});

test('no e-mail to one side of a session names the other’s address, nor a provider’s id to a mentor', async () => {
  const [founder, mentor] = ['ravi.k@startup.example', 'asha@mentors.example'];
  const mails = [...allBookingMails(), ...sessionMails()];
  expect(mails.length).toBeGreaterThan(70);
  for (const { name, mail } of mails) {
    const { subject, html, text } = await mail();
    const said = `${subject}\n${text}\n${html}`;
    const isOfFounder = name.includes('to the founder');
    expect([name, said]).toEqual([name, expect.not.stringContaining(isOfFounder ? mentor : founder)]);
    if (!isOfFounder) expect([name, said]).toEqual([name, expect.not.stringMatching(/\b(pay|order|rfnd)_/)]);
  }
});

test('the e-mails about cancellations and the week have the subjects of the specification', async () => {
  const [third, fourth, week] = await Promise.all([
    draw('third_cancellation', { ...cancelled, count: 3 }),
    draw('third_cancellation', { ...cancelled, count: 4 }),
    draw('weekly_overview', { zone: 'America/New_York', sessions: [{ founder: 'Ravi Kumar', session }], requests: 1 }),
  ]);
  expect(third.subject).toBe('Asha Rao cancelled three sessions in 90 days');
  expect(fourth.subject).toBe('Asha Rao cancelled 4 sessions in 90 days');
  expect(flat(third.text)).toContain('Reason: I am ill.');
  expect(week.subject).toBe('Your week on Point 0');
  expect(flat(week.text)).toContain(
    `Mon 23 Nov${inYear(2026)}, 11:30 PM – 12:30 AM (Tue 24 Nov${inYear(2026)}, 10:00 AM – 11:00 AM IST): Ravi Kumar`,
  );
  expect(flat(week.text)).toContain('One request needs your answer');
});

test('who asked us for a mentor reads when we answer, and then the answer with a link to each mentor', async () => {
  const text = 'Who knows how to sell toys in Germany?';
  const [received, answered] = await Promise.all([
    draw('help_request_received', {}),
    draw('help_request_answered', {
      text,
      answer: 'Please look at this mentor.\nShe has done it.',
      mentors: [{ id: booking.mentor_id, slug: 'asha-rao', name: 'Asha Rao', title: 'Founder of Toy Trade' }],
    }),
  ]);
  expect(received.subject).toBe('We have your request');
  expect(flat(received.text)).toContain('A person answers within 24 hours, Monday to Saturday.');
  expect(answered.subject).toBe('Mentors for your question');
  expect(flat(answered.text)).toContain('Please look at this mentor. She has done it.');
  expect(answered.html).toContain(`${siteUrl}/mentors/asha-rao-${booking.mentor_id}`);
  expect(flat(answered.text)).toContain('Asha Rao');
  expect(flat(answered.text)).toContain(text);
});

const flat = (text: string) => text.replace(/\s+/g, ' ');
const decoded = (html: string) =>
  html
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');
/** What a reader of the HTML sees, the line of the inbox included. */
const wordsOf = (html: string) =>
  flat(
    decoded(
      html
        .replace(/<head[\s\S]*?<\/head>/gi, '')
        .replace(/<!--[\s\S]*?-->/g, '')
        .replace(/<[^>]+>/g, ' '),
    ),
  );

const linksOfHtml = (html: string) =>
  new Set([...html.matchAll(/<a\b[^>]*href="([^"]*)"/g)].map(([, address = '']) => plain(decoded(address))));
const linksOfText = (text: string) =>
  new Set([...text.matchAll(/https?:\/\/[^\s<>\])]+/g)].map(([address]) => plain(address)));
/** An address without the slash of an empty path, and without what ends a sentence, which no mail program takes for a part. */
const plain = (address: string) => address.replace(/[.,:;]$/, '').replace(/\/$/, '');

const AMOUNT = /₹\s?[\d,]+(\.\d+)?/g;
const TIME = /\d{1,2}:\d{2} [AP]M/g;
const DATE =
  /\b\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*( \d{4})?|\b(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}(, \d{4})?/g;
const CODE = /P0-[0-9A-Z]{6}/g;
const named = (words: string, pattern: RegExp) => new Set(words.match(pattern) ?? []);

/** What one part of the e-mail names and the other does not. */
function differences({ html, text }: Parts): object {
  const [inHtml, inText] = [wordsOf(html), flat(text)];
  const compared: Record<string, [Set<string>, Set<string>]> = {
    links: [linksOfHtml(html), linksOfText(text)],
    amounts: [named(inHtml, AMOUNT), named(inText, AMOUNT)],
    times: [named(inHtml, TIME), named(inText, TIME)],
    dates: [named(inHtml, DATE), named(inText, DATE)],
    codes: [named(inHtml, CODE), named(inText, CODE)],
  };
  return Object.fromEntries(
    Object.entries(compared)
      .map(([what, [one, other]]) => [
        what,
        [...[...one].filter((part) => !other.has(part)), ...[...other].filter((part) => !one.has(part))],
      ])
      .filter(([, difference]) => difference?.length),
  );
}

describe('the text part and the HTML of an e-mail name the same links, times and amounts:', () => {
  it.each(MAILS)('$name', async ({ mail }) => {
    const parts = await mail();
    expect(parts.text.trim()).not.toBe('');
    expect(parts.text).not.toMatch(/<\w+[ >]/);
    expect(linksOfHtml(parts.html).size).toBeGreaterThan(0);
    expect(differences(parts)).toEqual({});
  });

  test('these are found in an e-mail that has them all', async () => {
    const { html } = await bookingMail('rejected', 'founder');
    expect([...named(wordsOf(html), AMOUNT)]).toEqual(['₹7,000']);
    expect([...named(wordsOf(html), TIME)].sort()).toEqual(['10:00 AM', '11:00 AM', '4:30 PM', '5:30 PM']);
    expect(linksOfHtml(html).size).toBe(3);
  });

  // Negative control: a part that leaves one of them out is found.
  test.each([
    ['links', /https:\/\/\S+mentors\S*/g],
    ['amounts', /₹7,000/g],
    ['times', /4:30 PM/g],
    ['dates', /24 Nov\w*( 2026)?/g],
    ['codes', /P0-7K2QXA/g],
  ])('a text without its %s differs', async (what, pattern) => {
    const parts = await bookingMail('rejected', 'founder');
    expect(Object.keys(differences({ ...parts, text: parts.text.replace(pattern, '…') }))).toContain(what);
  });
});

test('no other file of the functions draws an e-mail', () => {
  const functions = fileURLToPath(new URL('../../supabase/functions', import.meta.url));
  const drawing = readdirSync(functions, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) =>
      /mail\/layout\.ts'|'\.\/layout\.ts'|\brenderAuthMail\(|<html/.test(
        readFileSync(path.join(functions, file), 'utf8'),
      ),
    );
  expect(drawing.filter((file) => !file.startsWith('_shared/mail/')).sort()).toEqual([
    // Its import is a type.
    'run-jobs/mail-jobs.ts',
    'send-auth-email/index.ts',
  ]);
});
