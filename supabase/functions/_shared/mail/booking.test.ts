import { expect, it } from 'vitest';
import { eventIdOf } from '#rules/sessions/booking-calendar.ts';
import { inYear } from '#tests/kit/in-year.ts';
import type { BookingForJobs } from '../sessions/booking.ts';
import { type BookingMailEvent, bookingMails, type MailRole, mailPayload } from './booking.ts';
import { briefChanged, requestAnswered, summaryShared } from './session.ts';

const SITE = 'https://point-0.example';

const booking: BookingForJobs = {
  id: '9b2d1c5e-0a43-4f8e-8d65-7c3a1f2e4b90',
  status: 'confirmed',
  date: '2026-11-24',
  start_time: '10:00:00',
  end_time: '11:00:00',
  starts_at: new Date('2026-11-24T04:30:00Z'),
  ends_at: new Date('2026-11-24T05:30:00Z'),
  notes: null,
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
  suggestions: null,
  min_working_days: 5,
  max_working_days: 10,
  brief: null,
  brief_revision: 0,
  mentor_has_account: false,
  approval_mode: 'administrator',
  mentor_zone: 'Asia/Kolkata',
};
const compose = (event: BookingMailEvent, role: MailRole, changes: Partial<BookingForJobs> = {}) =>
  bookingMails[role][event].render({ booking: { ...booking, ...changes }, answerToken: 'a-token' }, SITE);
/** A text's lines are as long as a person would write. */
const flat = (text: string) => text.replace(/\s+/g, ' ');

it.each([
  [
    'submitted',
    'founder',
    `Booking received: your session with Asha Rao on Tue 24 Nov${inYear(2026)}`,
    'We have your booking',
  ],
  [
    'submitted',
    'mentor',
    `New booking request: Ravi Kumar on Tue 24 Nov${inYear(2026)}`,
    'A founder asked for a session',
  ],
  [
    'confirmed',
    'founder',
    `Approved: your session with Asha Rao on Tue 24 Nov${inYear(2026)}`,
    'Your session is approved',
  ],
  [
    'confirmed',
    'mentor',
    `Confirmed: your session with Ravi Kumar on Tue 24 Nov${inYear(2026)}`,
    'A session with you is confirmed',
  ],
  [
    'rescheduled',
    'founder',
    `New time: your session with Asha Rao is on Tue 24 Nov${inYear(2026)}`,
    'Your session has a new time',
  ],
  [
    'rescheduled',
    'mentor',
    `New time: your session with Ravi Kumar is on Tue 24 Nov${inYear(2026)}`,
    'A session with you has a new time',
  ],
  [
    'rejected',
    'founder',
    `Not approved: your session with Asha Rao on Tue 24 Nov${inYear(2026)}`,
    'Your session was not approved',
  ],
  ['unanswered', 'founder', 'Your booking was not confirmed in time', 'Your booking was not confirmed in time'],
  [
    'unanswered',
    'mentor',
    `Not confirmed: the session with Ravi Kumar on Tue 24 Nov${inYear(2026)}`,
    'A session will not happen',
  ],
  [
    'rejected',
    'mentor',
    `Not approved: the session with Ravi Kumar on Tue 24 Nov${inYear(2026)}`,
    'A session will not happen',
  ],
  [
    'cancelled',
    'founder',
    `Cancelled: your session with Asha Rao on Tue 24 Nov${inYear(2026)}`,
    'Your session is cancelled',
  ],
  [
    'cancelled',
    'mentor',
    `Cancelled: the session with Ravi Kumar on Tue 24 Nov${inYear(2026)}`,
    'A session was cancelled',
  ],
  [
    'reminder24',
    'founder',
    `Reminder: your session with Asha Rao is on Tue 24 Nov${inYear(2026)}`,
    'Your session is coming up',
  ],
  [
    'reminder24',
    'mentor',
    `Reminder: your session with Ravi Kumar is on Tue 24 Nov${inYear(2026)}`,
    'A session is coming up',
  ],
  ['reminder1', 'founder', 'Starting soon: your session with Asha Rao at 10:00 AM IST', 'Your session starts soon'],
  ['reminder1', 'mentor', 'Starting soon: your session with Ravi Kumar at 10:00 AM IST', 'A session starts soon'],
] as const)('the e-mail "%s" to the %s has its subject, title, date and time', async (event, role, subject, title) => {
  const mail = await compose(event, role);
  expect(mail.subject).toBe(subject);
  expect(mail.text.split('\n')[0]).toBe(title);
  expect(mail.html).toContain(`>${title}</h1>`);
  for (const part of [mail.html, mail.text]) {
    expect(part).toContain('Tuesday, 24 November 2026');
    expect(part).toContain('10:00 AM – 11:00 AM IST');
    expect(part).not.toMatch(/@(startup|mentors)\.example/);
  }
  // Neither pictures nor anything else is fetched, so nobody learns that it was opened.
  expect(mail.html).not.toMatch(/<img|url\(|<link|@import|<script/i);
  expect(mail.html).toContain('prefers-color-scheme: dark');
  expect(mail.text).not.toMatch(/<[a-z]/);
  expect(mail.text.split('\n').every((line) => line.length <= 80 || line.includes('https://'))).toBe(true);
});

it('typed text cannot become HTML, a mail header or a line of a calendar file', async () => {
  const name = '<img src=x onerror=alert(1)>\r\nBcc: all@site.test';
  for (const role of ['founder', 'mentor'] as const) {
    const mail = await compose('rescheduled', role, {
      mentor_name: name,
      founder_name: name.replace('all@site.test', 'all'),
      notes: '</style><script>alert(2)</script>\u2028END:VEVENT',
    });
    expect(mail.html).not.toMatch(/<img|<script/);
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(mail.subject).not.toMatch(/[\u0000-\u001f\u2028]/);
    expect(mail.attachments[0]?.content.match(/^END:VEVENT\r$/gm)).toHaveLength(1);
  }
});

it('a name that is written from right to left is isolated in an e-mail, and plain in its subject', async () => {
  const mail = await compose('confirmed', 'founder', { mentor_name: 'آشا راؤ' });
  expect(mail.html).toContain('<bdi>آشا راؤ</bdi>');
  expect(mail.text).toContain('\u2068آشا راؤ\u2069');
  expect(mail.subject).not.toMatch(/[\u2066-\u2069]/);
});

it('an e-mail to the mentor shows no part of the address of a founder who gave no name', async () => {
  for (const founder_name of ['ravi.k', 'Ravi.K@startup.example', ' ', null]) {
    const { subject, html } = await compose('confirmed', 'mentor', { founder_name });
    expect(subject).toBe(`Confirmed: your session with A founder on Tue 24 Nov${inYear(2026)}`);
    expect(html).not.toContain('ravi.k');
  }
});

it('an e-mail names the refund and its amount to a founder who paid, and never to a mentor', async () => {
  const sentence =
    'Your payment of ₹7,000 is being refunded in full, to the card or account that you paid from. Banks take 5 to 10 ' +
    'working days to show it.';
  for (const event of ['rejected', 'cancelled'] as const) {
    expect(flat((await compose(event, 'founder')).text)).toContain(sentence);
    expect((await compose(event, 'founder', { payment_id: null, amount_paise: null })).text).not.toContain('refund');
    expect((await compose(event, 'mentor')).text).not.toMatch(/refund|7,000/);
  }
});

it('an e-mail promises no refund to a founder who cancelled too late', async () => {
  const text = flat((await compose('cancelled', 'founder', { refund_state: null })).text);
  expect(text).toContain('We cannot refund this one: it was under 12 hours to the start.');
  expect(text).not.toContain('7,000');
  expect((await compose('cancelled', 'mentor', { refund_state: null })).text).not.toContain('refund');
});

it('an e-mail contains no meeting link that is not an https address', async () => {
  for (const google_meet_link of [null, 'javascript:alert(1)', 'http://meet.example', 'soon']) {
    const { html, text } = await compose('confirmed', 'founder', { google_meet_link });
    expect(html).not.toContain('Join the meeting');
    expect(html).not.toContain('javascript:');
    expect(flat(text)).toContain('We will send the meeting link separately, well before the session.');
  }
});

it('the calendar file replaces earlier ones: one UID, growing sequence numbers, cancelled at the end', async () => {
  const [first, moved, ended] = await Promise.all([
    compose('confirmed', 'founder'),
    compose('rescheduled', 'founder', { sequence: 1 }),
    compose('cancelled', 'founder', { sequence: 2 }),
  ]);
  const files = [first, moved, ended].map((mail) => mail?.attachments[0]?.content ?? '');
  expect(files.map((file) => /SEQUENCE:(\d+)/.exec(file)?.[1])).toEqual(['0', '1', '2']);
  expect(files.map((file) => /METHOD:(\w+)/.exec(file)?.[1])).toEqual(['PUBLISH', 'PUBLISH', 'CANCEL']);
  expect(new Set(files.map((file) => /UID:(\S+)/.exec(file)?.[1]))).toEqual(
    new Set([`${eventIdOf(booking.id)}@google.com`]),
  );
  expect(files[0]).toContain('DTSTART:20261124T043000Z');
  expect(ended?.attachments[0]?.contentType).toBe('text/calendar; charset=utf-8; method=CANCEL');
});

it('the calendar file names the other person, and links only the founder to the dashboard', async () => {
  const [founder, mentor] = await Promise.all([compose('confirmed', 'founder'), compose('confirmed', 'mentor')]);
  const file = (mail: typeof founder) => (mail.attachments[0]?.content ?? '').replaceAll('\r\n ', '');
  expect(file(founder)).toContain('SUMMARY:Mentoring session with Asha Rao');
  expect(file(founder)).toContain('https://point-0.example/dashboard');
  expect(file(mentor)).toContain('SUMMARY:Mentoring session with Ravi Kumar');
  expect(file(mentor)).not.toContain('dashboard');
  expect(file(mentor)).toContain('LOCATION:https://meet.google.com/abc-defg-hij');
});

it('no calendar file is sent for a session that was never approved', async () => {
  for (const event of ['submitted', 'rejected', 'cancelled'] as const) {
    expect((await compose(event, 'founder', { calendar_state: null })).attachments).toEqual([]);
  }
});

const moved = { status: 'rescheduled', refund_state: null };
it.each([
  ['cancelled', 'founder_cancels', 'founder', 'As you asked, your session with Asha Rao is cancelled'],
  ['cancelled', 'mentor_cancels', 'founder', 'We are sorry: Asha Rao cannot keep this time'],
  ['cancelled', 'technical_issue', 'founder', 'a technical problem on our side stopped your session'],
  ['cancelled', 'mentor_no_show', 'founder', 'We are sorry: Asha Rao did not join your session.'],
  ['cancelled', 'founder_cancels', 'mentor', 'Ravi Kumar asked us to cancel the session.'],
  ['cancelled', 'mentor_cancels', 'mentor', 'Others can book the time again: tell us if you are away then.'],
  ['cancelled', 'technical_issue', 'mentor', 'A technical problem on our side'],
  ['cancelled', 'mentor_no_show', 'mentor', 'Our records say that you did not join the session with Ravi Kumar'],
  ['rescheduled', 'founder_cancels', 'founder', 'Your payment covers it: there is nothing more to pay.'],
  ['rescheduled', 'mentor_cancels', 'founder', 'It has a new one, free of charge: there is nothing more to pay.'],
  ['rescheduled', 'technical_issue', 'founder', 'It has a new time, free of charge'],
  ['rescheduled', 'mentor_no_show', 'founder', 'Asha Rao did not join your session. It has a new time'],
  ['rescheduled', 'founder_no_show', 'founder', 'You missed your session with Asha Rao'],
  ['rescheduled', 'mentor_cancels', 'mentor', 'As you told us, the session with Ravi Kumar was moved.'],
  ['rescheduled', 'founder_no_show', 'mentor', 'Ravi Kumar did not join the session, and you gave another time.'],
] as const)('the e-mail "%s" because of %s tells the %s the reason', async (event, incident, role, sentence) => {
  const mail = await compose(event, role, { incident, ...(event === 'rescheduled' && moved) });
  const text = flat(mail.text);
  expect(text).toContain(sentence);
  // A move gives nothing back; a cancellation names the refund to the founder alone.
  expect(/is being refunded in full/.test(text)).toBe(event === 'cancelled' && role === 'founder');
  expect(text).not.toMatch(/undefined|your mentor/);
});

it('a session to which the mentor did not come is not called cancelled', async () => {
  const mail = await compose('cancelled', 'founder', { incident: 'mentor_no_show' });
  expect(mail.subject).toBe(`Did not happen: your session with Asha Rao on Tue 24 Nov${inYear(2026)}`);
  expect(mail.text.split('\n')[0]).toBe('Your session did not happen');
});

it('a founder who did not come is told what becomes of the payment and whom to write to', async () => {
  const missed = { status: 'completed', incident: 'founder_no_show', refund_state: null };
  const mail = await compose('missed', 'founder', missed);
  expect(mail.subject).toBe(`Missed: your session with Asha Rao on Tue 24 Nov${inYear(2026)}`);
  expect(flat(mail.text)).toContain('our records say that you were not.');
  expect(flat(mail.text)).toContain('We cannot refund this one');
  expect(mail.html).toContain('href="https://point-0.example/contact"');
  expect(mail.attachments).toEqual([]);
  expect(flat((await compose('missed', 'founder', { ...missed, payment_id: null })).text)).not.toContain('refund');
  expect(flat((await compose('missed', 'mentor', missed)).text)).toContain(
    'We have noted that Ravi Kumar did not join the session with you.',
  );
});

const suggestions = [
  {
    mentor_id: 'a0000000-0000-4000-8000-000000000001',
    mentor_name: 'Asha Rao',
    mentor_slug: 'asha-rao',
    date: '2026-11-26',
    start_time: '18:00:00',
    end_time: '19:00:00',
  },
];
const SUGGESTED =
  'https://point-0.example/mentors/asha-rao-a0000000-0000-4000-8000-000000000001?day=2026-11-26&slot=18%3A00-19%3A00';

it('an unanswered booking says whose fault it was, what goes back and when, and which times are free', async () => {
  const { text, html } = await compose('unanswered', 'founder', { status: 'rejected', suggestions });
  expect(flat(text)).toContain(
    'We did not confirm your session with Asha Rao in time. That is our fault, not yours. We will refund ₹7,000 in full.',
  );
  expect(flat(text)).toContain('It reaches the card or account that you paid from in 5 to 10 working days.');
  expect(flat(text)).toContain('Asha Rao: Thursday, 26 November 2026, 6:00 PM – 7:00 PM IST');
  expect(html).toContain(`href="${SUGGESTED.replaceAll('&', '&amp;')}"`);
  const unpaid = await compose('unanswered', 'founder', { payment_id: null, amount_paise: null });
  expect(flat(unpaid.text)).toContain('That is our fault, not yours.');
  expect(unpaid.text).not.toMatch(/₹|working days/);
  const mentor = await compose('unanswered', 'mentor', { status: 'rejected', suggestions });
  expect(flat(mentor.text)).toContain('The time is free again.');
  expect(mentor.text).not.toMatch(/₹|working days|November 26/);
});

it('a rejection gives its founder the reason and other times, and the mentor neither', async () => {
  const reasons: [string, string | null, string][] = [
    ['mentor_not_available', null, 'The mentor is not available at this time'],
    ['mentor_not_suited', null, 'The mentor is not the right person for this'],
    ['information_not_enough', null, 'We need a little more information'],
    ['other', 'She writes on another subject now.', 'She writes on another subject now.'],
  ];
  for (const [decision_cause, decision_reason, reason] of reasons) {
    const changes = { status: 'rejected', decision_cause, decision_reason, suggestions };
    const founder = await compose('rejected', 'founder', changes);
    expect(flat(founder.text)).toContain(`Reason: ${reason}`);
    expect(flat(founder.text)).toContain('Times that are free');
    expect((await compose('rejected', 'mentor', changes)).text).not.toContain(reason);
  }
});

it('what was received and an approval lead their founder to the receipt of what was paid, and nobody else', async () => {
  const address = `https://point-0.example/receipts/${booking.id}`;
  for (const event of ['submitted', 'confirmed'] as const) {
    const { html, text } = await compose(event, 'founder');
    expect(html).toContain(`href="${address}"`);
    expect(flat(text)).toContain('See the receipt for your payment');
    expect(text).toContain(address);
  }
  const others = [
    compose('submitted', 'mentor'),
    compose('submitted', 'founder', { payment_id: null, amount_paise: null }),
    compose('confirmed', 'mentor'),
    compose('confirmed', 'founder', { payment_id: null, amount_paise: null }),
    compose('rescheduled', 'founder'),
    compose('reminder24', 'founder'),
    compose('cancelled', 'founder'),
  ];
  for (const other of await Promise.all(others)) expect(other.html + other.text).not.toContain('/receipts/');
});

it('"Booking received" says what its founder paid, and tells the mentor nothing of it', async () => {
  expect(flat((await compose('submitted', 'founder')).text)).toMatch(/You paid\s+₹7,000/);
  for (const mail of [compose('submitted', 'mentor'), compose('submitted', 'founder', { amount_paise: null })]) {
    expect((await mail).text).not.toContain('You paid');
  }
});

it('every e-mail about a booking has its code, and a request for review has the time of the answer', async () => {
  for (const event of ['submitted', 'confirmed', 'rejected', 'unanswered', 'cancelled', 'reminder24'] as const) {
    for (const role of ['founder', 'mentor'] as const) expect((await compose(event, role)).text).toContain('P0-7K2QXA');
  }
  const { text } = await compose('submitted', 'founder');
  expect(flat(text)).toContain(`We will reply by Sun 22 Nov${inYear(2026)}, 3:30 PM IST.`);
});

it.each([
  ['cancel', 'declined', 'We could not cancel it for you'],
  ['move', 'declined', 'We could not move it for you'],
  ['move', 'expired', 'We did not answer your request in time'],
] as const)('a request to %s that is %s is answered with a reason or an excuse', async (kind, state, title) => {
  const decline_reason = state === 'declined' ? 'The mentor travels then.' : null;
  const mail = await requestAnswered.render({ request: { kind, state, decline_reason }, booking }, SITE);
  expect(mail.subject).toBe('Your request about your session with Asha Rao');
  expect(mail.text.split('\n')[0]).toBe(title);
  expect(mail.text.includes('The mentor travels then.')).toBe(state === 'declined');
  expect(mail.html).toContain(state === 'declined' ? '/dashboard' : '/contact');
});

const BRIEF = {
  question: 'Why <b>two</b> &lt; prices?',
  stage: 'revenue',
  link: 'https://deck.example/a',
  language: 'ta',
} as const;

it('the brief stands in the e-mails that show it; the mentor gets its link only from the approval on', async () => {
  const shown = {
    founder: ['submitted', 'reminder24'],
    mentor: ['submitted', 'confirmed', 'rescheduled', 'reminder24'],
  };
  for (const role of ['founder', 'mentor'] as const) {
    for (const event of [
      'submitted',
      'confirmed',
      'rescheduled',
      'rejected',
      'cancelled',
      'reminder24',
      'reminder1',
    ] as const) {
      const { html, text } = await compose(event, role, { brief: { ...BRIEF } });
      const isShown = shown[role].includes(event);
      expect([role, event, html.includes('Why &lt;b&gt;two&lt;/b&gt; &amp;lt; prices?')]).toEqual([
        role,
        event,
        isShown,
      ]);
      expect([role, event, text.includes('Stage: Revenue')]).toEqual([role, event, isShown]);
      const hasLink = isShown && (role === 'founder' || event !== 'submitted');
      expect([role, event, html.includes('https://deck.example/a')]).toEqual([role, event, hasLink]);
      if (hasLink) expect(html).toMatch(/rel="noopener noreferrer nofollow"/);
    }
  }
});

it('a mentor without an account gets no link that needs a log-in', async () => {
  const siteLink = '/sessions/';
  expect((await compose('confirmed', 'mentor')).html).not.toContain(siteLink);
  expect((await compose('confirmed', 'mentor', { mentor_has_account: true })).html).toContain(siteLink);
  expect((await compose('confirmed', 'founder')).html).toContain(siteLink);
});

it('the e-mails of a changed brief and of a summary have their subject, first sentence and button', async () => {
  const changed = await briefChanged.render(
    { booking: { ...booking, brief: { ...BRIEF }, mentor_has_account: true } },
    SITE,
  );
  expect(changed.subject).toBe('Ravi Kumar changed what they want to leave with');
  expect(changed.text).toContain('Why <b>two</b> &lt; prices?');
  expect(changed.html).toContain('>Open session</');
  const summary = {
    body: 'Ask for <more>.\n\nSend it today.',
    items: [{ owner: 'founder' as const, text: 'Call them', due_on: '2026-12-01' }],
  };
  const mail = await summaryShared.founder.render({ booking, summary }, SITE);
  expect(mail.subject).toBe(`Summary of your session with Asha Rao on Tue 24 Nov${inYear(2026)}`);
  expect(mail.text).toContain('Asha Rao wrote down what you agreed on.');
  expect(mail.text).toContain(`Call them (Ravi Kumar, by Tue 1 Dec${inYear(2026)})`);
  expect(mail.html).toContain('Ask for &lt;more&gt;.');
  expect(mail.html).toContain('>Open session</');
  const copy = await summaryShared.mentor.render({ booking, summary }, SITE);
  expect(copy.html).not.toContain('>Open session</');
});

it('what waits beside an e-mail to the mentor names no founder and no brief', async () => {
  const waiting = { ...booking, brief: { ...BRIEF }, notes: 'Rescheduled: Ravi Kumar asked' };
  for (const event of ['submitted', 'confirmed', 'rescheduled', 'cancelled', 'reminder24', 'missed'] as const) {
    const write = (one: typeof waiting) => compose(event, 'mentor', one);
    const payload = await mailPayload('asha@mentors.example', 'mentor', waiting, (one) => write(one as typeof waiting));
    expect(JSON.stringify(payload)).toContain('Ravi Kumar');
    const without = JSON.stringify('without_founder' in payload && payload.without_founder);
    expect(without).toContain('A founder');
    expect(without).not.toMatch(/Ravi|ravi|startup\.example|two<|prices|deck\.example/);
    expect(
      await mailPayload('ravi@startup.example', 'founder', waiting, (one) => write(one as typeof waiting)),
    ).not.toHaveProperty('without_founder');
  }
});
