import { expect, it } from 'vitest';
import { IDLE_HEALTH } from '#tests/kit/health.ts';
import { type Health, isStuck, judgeHealth, verdictOf } from './health.ts';

const ranAt = (started_at: string | null, error: string | null = null) => ({
  started_at,
  finished_at: started_at,
  rows: 3,
  error,
});
const audit = (change: Partial<Health['audit']>) => ({
  audit: {
    sealed_at: '2026-11-21T09:58:00Z',
    checked_at: '2026-11-20T21:30:00Z',
    broken_entry: null,
    unsealed_minutes: 5,
    ...change,
  },
});
const mentorCalendars = (changes: Partial<Health['mentor_calendars']>) => ({
  mentor_calendars: { lost: 0, unread: 0, skipped: 0, oldest_check_at: '2026-11-21T04:30:00Z', ...changes },
});
const mail = (changes: Partial<Health['mail']>) => ({
  mail: { ...IDLE_HEALTH.mail, last_sent_at: '2026-11-21T09:59:00Z', ...changes },
});
const figures = (counted_at: string | null, promise_counted_at = counted_at, waiting_since: string | null = null) => ({
  figures: { counted_at, promise_counted_at, waiting_since },
});
const health = (change: Partial<Health> = {}): Health => ({
  ...IDLE_HEALTH,
  ...mentorCalendars({}),
  ...audit({}),
  checked_at: '2026-11-21T10:00:00Z',
  last_webhook_at: '2026-11-21T09:59:00Z',
  last_webhook_event: 'payment.captured',
  retention: ranAt('2026-11-20T22:00:00Z'),
  ...figures('2026-11-20T21:00:00Z'),
  worker: { alive: true, seconds: 5 },
  ...mail({}),
  mentor_calendars: { ...IDLE_HEALTH.mentor_calendars, oldest_check_at: '2026-11-21T04:30:00Z' },
  ...change,
});
const calendar = (token_state: Health['calendar']['token_state']) => ({
  calendar: { token_state, stored_at: null, checked_at: null },
});

it('is well when nothing is broken, late or given up', () => {
  expect(new Set(Object.values(judgeHealth(health())))).toEqual(new Set(['good']));
  expect(verdictOf(judgeHealth(health({ open_orders: 40, unfinished_refunds: 3 })))).toEqual({
    level: 'good',
    toDo: 0,
  });
});

const worker = (seconds: number | null, alive = true) => ({ worker: { alive, seconds } });

it.each([
  ['worker', worker(null), 'idle'],
  ['worker', worker(null, false), 'idle'],
  ['worker', worker(120), 'good'],
  ['worker', worker(121), 'watch'],
  ['worker', worker(300), 'watch'],
  ['worker', worker(301, false), 'act'],
  ['alarms', { alarms: [{ kind: 'mail_failing', subject: '', opened_at: '2026-11-21T09:00:00Z' }] }, 'act'],
  ['money', { violations: 1 }, 'act'],
  ['generation', { generation: { failed: 1, mentors: ['Dev Mentor'] } }, 'act'],
  ['jobs', { oldest_due_job_seconds: 120 }, 'good'],
  ['jobs', { oldest_due_job_seconds: 121 }, 'watch'],
  ['jobs', { oldest_due_job_seconds: 900 }, 'watch'],
  ['jobs', { oldest_due_job_seconds: 901 }, 'act'],
  ['mail', mail({ last_sent_at: null }), 'idle'],
  ['mail', mail({ waiting: 1, waiting_since: '2026-11-21T09:58:00Z' }), 'good'],
  ['mail', mail({ waiting: 1, waiting_since: '2026-11-21T09:57:59Z' }), 'watch'],
  ['mail', mail({ waiting: 1, waiting_since: '2026-11-21T09:59:59Z', away_since: '2026-11-21T09:59:59Z' }), 'act'],
  ['given', { dead_jobs: 1 }, 'act'],
  ['events', { last_webhook_at: null }, 'idle'],
  ['events', { unprocessed_webhooks: 1 }, 'watch'],
  ['refunds', { failed_refunds: 1 }, 'act'],
  ['answers', { unanswered_bookings: 1 }, 'act'],
  ['sessions', { overdue_sessions: 1 }, 'watch'],
  ['retention', { retention: ranAt(null) }, 'idle'],
  ['retention', { retention: ranAt('2026-11-20T08:00:01Z') }, 'good'],
  ['retention', { retention: ranAt('2026-11-20T07:59:59Z') }, 'act'],
  ['retention', { retention: ranAt('2026-11-20T22:00:00Z', 'money: 23503') }, 'act'],
  ['figures', figures('2026-11-19T22:00:00Z'), 'good'],
  ['figures', figures('2026-11-19T21:59:59Z', '2026-11-21T09:00:00Z'), 'act'],
  ['figures', figures('2026-11-21T09:00:00Z', '2026-11-19T21:59:59Z'), 'act'],
  ['figures', figures(null, null, '2026-11-19T22:00:00Z'), 'idle'],
  ['figures', figures(null, null, '2026-11-19T21:59:59Z'), 'act'],
  ['figures', figures('2026-11-21T09:00:00Z', null, '2026-11-20T22:00:00Z'), 'idle'],
  ['figures', figures('2026-11-21T09:00:00Z', null, '2026-11-19T21:59:59Z'), 'act'],
  ['figures', figures(null), 'act'],
  ['audit', audit({ sealed_at: null }), 'idle'],
  ['audit', audit({ checked_at: null }), 'good'],
  ['audit', audit({ checked_at: '2026-11-20T07:59:00Z' }), 'watch'],
  ['audit', audit({ unsealed_minutes: 16 }), 'watch'],
  ['audit', audit({ broken_entry: 41 }), 'act'],
  ['calendar', calendar('missing'), 'idle'],
  ['calendar', calendar('invalid_grant'), 'act'],
  ['calendar', calendar('unreadable'), 'act'],
  ['mentorCalendars', mentorCalendars({ oldest_check_at: null }), 'idle'],
  ['mentorCalendars', mentorCalendars({ lost: 1 }), 'good'],
  ['mentorCalendars', mentorCalendars({ unread: 1 }), 'watch'],
  ['mentorCalendars', mentorCalendars({ skipped: 1 }), 'watch'],
] as const)('%s, %o: %s', (check, change, level) => {
  const lights = judgeHealth(health(change));
  expect(lights[check]).toBe(level);
  expect(Object.values(lights).filter((light) => light !== 'good')).toHaveLength(level === 'good' ? 0 : 1);
});

it('is as well as its worst check, and nothing to judge is no fault', () => {
  expect(verdictOf(judgeHealth(health({ last_webhook_at: null }))).level).toBe('good');
  expect(verdictOf(judgeHealth(health({ overdue_sessions: 1 }))).level).toBe('watch');
  expect(verdictOf(judgeHealth(health({ overdue_sessions: 1, dead_jobs: 2, violations: 1 })))).toEqual({
    level: 'act',
    toDo: 2,
  });
});

it('calls jobs stuck when the host does', () => {
  expect([900, 901].map((seconds) => isStuck({ oldest_due_job_seconds: seconds }))).toEqual([false, true]);
});
