import { expect, it } from 'vitest';
import { alarmsCopy } from '#copy/office/alarms.ts';
import { inYear } from '#tests/kit/in-year.ts';
import { type Alarm, alarmMail } from './alarm.ts';

const alarm = (change: Partial<Alarm> = {}): Alarm => ({
  kind: 'worker_stopped',
  news: 'opened',
  opened_at: new Date('2026-11-22T06:40:00Z'),
  closed_at: null,
  value: 305,
  ...change,
});
const compose = (...alarms: Alarm[]) => alarmMail.render(alarms, 'https://point-0.example');
const flat = (text: string) => text.replace(/\s+/g, ' ');

it('an alarm says what happened, since when, what it means and the first step, in both parts', async () => {
  const { subject, html, text } = await compose(alarm());
  expect(subject).toBe('Point 0 alarm: The worker has stopped');
  for (const part of [flat(text), flat(html.replace(/<[^>]+>/g, ''))]) {
    expect(part).toContain('No round of the worker has begun for more than 5 minutes.');
    expect(part).toContain(`Open since Sun 22 Nov${inYear(2026)}, 12:10 PM IST.`);
    expect(part).toContain('What it means: E-mails, refunds and calendar events wait until it runs again.');
    expect(part).toContain('First step: Run npm run doctor, then read the log of the function run-jobs.');
    expect(part).not.toContain('It is still open.');
  }
  expect(text).toContain('https://point-0.example/admin');
  expect(html).toContain('href="https://point-0.example/admin"');
});

it('its end is told with the time that it was open, and without a step', async () => {
  const { subject, text } = await compose(alarm({ news: 'closed', closed_at: new Date('2026-11-22T07:40:00Z') }));
  expect(subject).toBe('Point 0 alarm over: The worker has stopped');
  expect(flat(text)).toContain(
    `It was open from Sun 22 Nov${inYear(2026)}, 12:10 PM IST to Sun 22 Nov${inYear(2026)}, 1:10 PM IST.`,
  );
  expect(text).not.toContain('First step');
  expect(text).toContain('https://point-0.example/admin');
});

it('an alarm that is still open keeps its subject and says that it was told of before', async () => {
  const { subject, text } = await compose(alarm({ news: 'open' }));
  expect(subject).toBe('Point 0 alarm: The worker has stopped');
  expect(flat(text)).toContain('It is still open. You get this message every 6 hours until it is over.');
});

it.each([
  ['worker_stopped', 'The worker has stopped'],
  ['jobs_late', 'Jobs wait too long'],
  ['job_dead', 'A job was given up'],
  ['money_violation', 'Money and bookings disagree'],
  ['refund_failed', 'A refund failed'],
  ['webhook_silent', 'No payment events arrive'],
  ['calendar_lost', 'The calendar permission is lost'],
  ['mail_failing', 'E-mails are not delivered'],
  ['backup_old', 'The backup is too old'],
])('the title of %s is "%s"', async (kind, title) => {
  expect(Object.keys(alarmsCopy.kinds)).toHaveLength(9);
  expect((await compose(alarm({ kind }))).subject).toBe(`Point 0 alarm: ${title}`);
});

it('a summary names each alarm', async () => {
  const closed = { news: 'closed', closed_at: new Date('2026-11-22T07:40:00Z') } as const;
  const { subject, text } = await compose(alarm(), alarm({ kind: 'job_dead', value: 2 }), alarm(closed));
  expect(subject).toBe('Point 0 alarm: 3 alarms in one e-mail');
  expect(flat(text)).toContain('The worker has stopped No round');
  expect(flat(text)).toContain('A job was given up 2 jobs were given up after all tries.');
  expect(flat(text)).toContain('Over: The worker has stopped It was open from');
});

it('a kind of a later release is told of all the same', async () => {
  expect((await compose(alarm({ kind: 'disk_full' }))).subject).toBe('Point 0 alarm: Another alarm: disk_full');
});
