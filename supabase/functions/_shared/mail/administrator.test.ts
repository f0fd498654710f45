import { expect, it } from 'vitest';
import { inYear } from '#tests/kit/in-year.ts';
import { type AlertItem, alert } from './administrator.ts';

const booking = {
  booking_id: '9b2d1c5e-0a43-4f8e-8d65-7c3a1f2e4b90',
  code: 'P0-7K2QXA',
  founder: 'Ravi Kumar',
  mentor: 'Asha Rao',
  starts_at: new Date('2026-11-24T04:30:00Z'),
  ends_at: new Date('2026-11-24T05:30:00Z'),
  answer_by: new Date('2026-11-22T10:00:00Z'),
  amount_paise: 700_000,
};
const compose = (...items: AlertItem[]) =>
  alert.render({ items, now: new Date('2026-11-22T06:40:00Z') }, 'https://point-0.example');
const flat = (text: string) => text.replace(/\s+/g, ' ');

it('a booking that waits is named with founder, mentor, time, amount, time left and its link', async () => {
  const mail = await compose({ topic: 'waiting_booking', ...booking });
  expect(mail.subject).toBe('A booking needs your answer');
  const text = flat(mail.text);
  expect(text).toContain('Ravi Kumar with Asha Rao');
  expect(text).toContain(
    `Tue 24 Nov${inYear(2026)}, 10:00 AM – 11:00 AM IST · ₹7,000 · P0-7K2QXA · 3 h 20 min left, until Sun 22 Nov${inYear(2026)}, 3:30 PM IST`,
  );
  expect(mail.html).toContain(`href="https://point-0.example/admin?tab=bookings&amp;booking=${booking.booking_id}"`);
  expect(mail.html).toContain('href="https://point-0.example/admin?tab=notifications"');
  expect(text).toContain('You get this message because you are an administrator of Point 0.');
});

it.each([
  [[{ topic: 'new_booking', ...booking }], 'New paid booking: Ravi Kumar with Asha Rao'],
  [
    [{ topic: 'new_application', name: 'Kiran\r\nBcc: x@example.org' }],
    'New mentor application: Kiran Bcc: x@example.org',
  ],
  [[{ topic: 'new_story', name: 'Meera' }], 'New impact story: Meera'],
  [[{ topic: 'new_help_request', email: 'asha@startup.example' }], 'New help request: asha@startup.example'],
  [
    [
      { topic: 'new_story', name: 'Meera' },
      { topic: 'new_booking', ...booking },
      { topic: 'new_booking', ...booking, founder: null },
    ],
    'In the last hour: 2 new paid bookings, 1 new impact story',
  ],
  [
    [
      { topic: 'new_help_request', email: 'asha@startup.example' },
      { topic: 'new_help_request', email: 'ravi@startup.example' },
      { topic: 'new_story', name: 'Meera' },
    ],
    'In the last hour: 1 new impact story, 2 new help requests',
  ],
  [
    [
      { topic: 'waiting_booking', ...booking },
      { topic: 'waiting_booking', ...booking },
    ],
    '2 bookings need your answer',
  ],
  [[{ topic: 'failed_job', job_kind: 'booking_confirmed' }], 'A failure needs your attention'],
  [[{ topic: 'chain', entry: '41' }], 'The audit log needs attention'],
] satisfies [AlertItem[], string][])('the subject of %o is "%s"', async (items, subject) => {
  expect((await compose(...items)).subject).toBe(subject);
});

it('a help request names the address, and leads to the list of requests', async () => {
  const mail = await compose({ topic: 'new_help_request', email: 'asha@startup.example' });
  expect(flat(mail.text)).toContain('asha@startup.example');
  expect(flat(mail.text)).toContain('Open the help requests');
  expect(mail.html).toContain('href="https://point-0.example/admin?tab=help-requests"');
});

it('failures are told in words, and lead to where they are mended', async () => {
  const mail = await compose(
    { topic: 'failed_refund', amount_paise: 700_000, currency: 'INR', payment_id: 'pay_1' },
    { topic: 'failed_refund', amount_paise: 10_000, currency: 'USD', payment_id: 'pay_2' },
    { topic: 'failed_job', job_kind: 'booking_confirmed' },
    { topic: 'discrepancy', finding: 'dispute', subject: 'disp_1' },
    { topic: 'broken_promise', rule: 'time_booked_twice' },
  );
  expect(mail.subject).toBe('5 failures need your attention');
  const text = flat(mail.text);
  expect(text).toContain('A refund of ₹7,000 failed (pay_1)');
  expect(text).toContain('A refund of USD 100.00 failed (pay_2)');
  expect(text).toContain('Given up after all tries: Calendar event and e-mails of an approval');
  expect(text).toContain('A payer disputes a payment');
  expect(text).toContain('A promise about money is broken: A time is booked twice');
  expect(mail.html).toContain('href="https://point-0.example/admin?tab=payments&amp;view=refunds"');
});

it('a changed audit log is told of with the entry, and leads to System Health', async () => {
  const mail = await compose({ topic: 'chain', entry: '41' });
  expect(flat(mail.text)).toContain('The nightly check found a change in entry 41.');
  expect(mail.html).toContain('href="https://point-0.example/admin?tab=system-health"');
});

it('names are escaped, and a long list ends with how many more there are', async () => {
  const items = Array.from({ length: 23 }, (): AlertItem => ({ topic: 'new_story', name: '<b>Meera</b>' }));
  const mail = await compose(...items);
  expect(mail.html).toContain('&lt;b&gt;Meera&lt;/b&gt;');
  expect(flat(mail.text)).toContain('And 3 more.');
});
