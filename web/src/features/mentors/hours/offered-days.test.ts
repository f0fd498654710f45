import { expect, test } from 'vitest';
import { mentorHours as copy } from '#copy/mentors/hours.ts';
import type { HoursPreview } from '#features/mentors/hours/hours.data.ts';
import { offeredDays } from '#features/mentors/hours/offered-days.ts';
import type { MentorHours } from '#rules/mentors/hours.ts';

/** Tuesday, 24 November 2026, 10:00 in India. */
const NOW = new Date('2026-11-24T04:30:00Z');

const HOURS: MentorHours = {
  time_zone: 'Asia/Kolkata',
  session_minutes: 60,
  weekly: [{ weekday: 1, ranges: [{ start_minute: 1080, end_minute: 1260 }] }],
  overrides: [{ date: '2026-11-26', ranges: [] }],
  time_off: [{ first_day: '2026-11-27', last_day: '2026-11-28', note: '' }],
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  min_notice_minutes: 600,
  window_weeks: 8,
  max_per_day: null,
  max_per_week: null,
};

type Slot = HoursPreview['days'][number]['slots'][number];

function answerOf(...slots: Partial<Slot>[]): HoursPreview {
  const whole = slots.map((slot) => ({
    starts_at: NOW,
    ends_at: NOW,
    hidden_because: null,
    is_booked: false,
    source: 'rule' as const,
    ...slot,
  }));
  return { days: [{ date: '2026-11-24', slots: whole }], dropped_a_week: 0, is_cut: false };
}

const days = (answer?: HoursPreview, singleTimes: Parameters<typeof offeredDays>[0]['singleTimes'] = []) =>
  offeredDays({ hours: HOURS, singleTimes, answer, now: NOW });

test('fourteen days are listed, each with what it offers, or why it offers nothing', () => {
  const list = days();
  expect(list).toHaveLength(14);
  expect(list.filter(({ times }) => times.length > 0).map(({ date }) => date)).toEqual(['2026-11-24', '2026-12-01']);
  expect(list.slice(0, 6).map(({ off }) => off)).toEqual([null, null, 'unavailable', 'time_off', 'time_off', null]);
});

test('a time that founders do not see says why: too soon for the notice, else what the database says', () => {
  const [today] = days(answerOf({ starts_at: new Date('2026-11-24T13:30:00Z'), hidden_because: 'calendar' }));
  expect(today?.times.map(({ why }) => why)).toEqual(['too_soon', 'calendar', null]);
});

test('a sold time stays, and takes the place of what the hours would offer', () => {
  const [today] = days(
    answerOf({
      starts_at: new Date('2026-11-24T13:00:00Z'),
      ends_at: new Date('2026-11-24T14:00:00Z'),
      is_booked: true,
    }),
  );
  expect(today?.times.map(({ startsAt, isBooked }) => [startsAt.toISOString(), isBooked])).toEqual([
    ['2026-11-24T13:00:00.000Z', true],
    ['2026-11-24T14:30:00.000Z', false],
  ]);
});

test('single times that are not saved yet are in the list', () => {
  const list = days(undefined, [{ date: '2026-11-25', startTime: '09:00', endTime: '10:00' }]);
  expect(list[1]?.times.map(({ startsAt }) => startsAt.toISOString())).toEqual(['2026-11-25T03:30:00.000Z']);
});

test('each reason has its words', () => {
  expect(copy.preview.hidden).toEqual({
    paused: 'Not taking bookings',
    time_off: 'Time off',
    calendar: 'Busy in your calendar',
    buffer: 'Too close to a session',
    week_limit: 'Week is full',
    day_limit: 'Day is full',
  });
  expect(copy.preview.dropped(3)).toBe('3 times a week fall across midnight in India and are not offered.');
  expect(copy.preview.cut).toBe('Only the first 3,000 times are offered. Make the window shorter.');
  expect(copy.zone.changed('New York')).toBe('Your hours are now in New York time. Booked sessions do not move.');
});
