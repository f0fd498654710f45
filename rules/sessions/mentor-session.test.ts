import { expect, test } from 'vitest';
import { canMentorCancel, canProposeTimes, canReportAbsence, sessionTurn } from './mentor-session.ts';

const session = {
  status: 'confirmed',
  incident: null,
  date: '2026-11-24',
  start_time: '10:00:00',
  end_time: '11:00:00',
  created_at: '2026-11-20T00:00:00Z',
  google_meet_link: null,
} as const;
/** Seconds after the start. */
const at = (seconds: number) => new Date(Date.parse('2026-11-24T04:30:00Z') + seconds * 1000);

test('a mentor may report an absence from 10 minutes to 72 hours after the start, once', () => {
  expect([599, 600, 72 * 3600, 72 * 3600 + 1].map((seconds) => canReportAbsence(session, at(seconds)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(canReportAbsence({ ...session, status: 'completed' }, at(3600))).toBe(true);
  expect(canReportAbsence({ ...session, status: 'completed', incident: 'founder_no_show' }, at(3600))).toBe(false);
  for (const status of ['pending_admin_review', 'rejected', 'cancelled'])
    expect(canReportAbsence({ ...session, status }, at(3600))).toBe(false);
});

test('a mentor may cancel an approved session until it begins', () => {
  expect([-1, 0, 1].map((seconds) => canMentorCancel(session, at(seconds)))).toEqual([true, false, false]);
  expect(canMentorCancel({ ...session, status: 'rescheduled' }, at(-1))).toBe(true);
  for (const status of ['pending_admin_review', 'completed', 'rejected', 'cancelled'])
    expect(canMentorCancel({ ...session, status }, at(-1))).toBe(false);
});

test('a mentor may propose another time of an approved session until two hours before its start', () => {
  expect([-7201, -7200, -7199, 1].map((seconds) => canProposeTimes(session, at(seconds)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(canProposeTimes({ ...session, status: 'pending_admin_review' }, at(-9000))).toBe(false);
});

test('what a mentor may do turns two hours before the start, at the start, ten minutes later, at the end, and after 72 hours', () => {
  const turns: number[] = [];
  for (let now: Date | null = at(-9000); now; now = sessionTurn([session], now))
    turns.push((now.getTime() - +at(0)) / 1000);
  expect(turns).toEqual([-9000, -7199.999, -900, 0, 600, 3600, 72 * 3600 + 0.001]);
});
