import { describe, expect, test } from 'vitest';
import {
  changedParts,
  copyDay,
  type HoursValues,
  mergeHours,
  nextRange,
  presetWeek,
  rangesLabel,
  startAt,
  withOverride,
} from '#features/mentors/hours/hours-values.ts';

const range = (start_minute: number, end_minute: number) => ({ start_minute, end_minute });

const EMPTY: HoursValues = {
  time_zone: 'Asia/Kolkata',
  session_minutes: 60,
  weekly: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, ranges: [] })),
  overrides: [],
  time_off: [],
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  min_notice_minutes: 720,
  window_weeks: 8,
  max_per_day: null,
  max_per_week: null,
  single_times: [],
};

test('the parts of the page that differ from what is saved are named', () => {
  const slot = { date: '2026-12-01', startTime: '10:00', endTime: '11:00' };
  expect(changedParts(EMPTY, EMPTY)).toEqual([]);
  expect(changedParts(EMPTY, { ...EMPTY, weekly: presetWeek('evenings'), max_per_day: 3 })).toEqual([
    'Weekly hours',
    'Limits',
  ]);
  expect(changedParts(EMPTY, { ...EMPTY, single_times: [slot] })).toEqual(['Single times']);
  const seconds = { ...slot, startTime: '10:00:00', endTime: '11:00:00' };
  expect(changedParts({ ...EMPTY, single_times: [seconds] }, { ...EMPTY, single_times: [slot] })).toEqual([]);
});

test('what one person changed stays upon a later version, of the week day by day', () => {
  const mine = { ...EMPTY, session_minutes: 45, weekly: copyDay(presetWeek('weekends'), 5, []) };
  const theirs = { ...EMPTY, window_weeks: 3, weekly: presetWeek('evenings') };
  const merged = mergeHours(EMPTY, mine, theirs);
  expect(merged).toMatchObject({ session_minutes: 45, window_weeks: 3 });
  expect(merged.weekly[0]?.ranges).toEqual([range(1080, 1260)]);
  expect(merged.weekly[5]?.ranges).toEqual([range(600, 780)]);
});

test('days off, absences and single times of two devices all stay, and what one of them removed is gone', () => {
  const off = (date: string) => ({ date, ranges: [] });
  const away = (first_day: string, id?: string) => ({ ...(id && { id }), first_day, last_day: first_day, note: '' });
  const at = (date: string) => ({ date, startTime: '10:00', endTime: '11:00' });
  const base = {
    ...EMPTY,
    overrides: [off('2026-12-13'), off('2026-12-20')],
    time_off: [away('2026-12-01', 'a')],
    single_times: [at('2026-12-05')],
  };
  const mine = {
    ...base,
    overrides: [off('2026-12-13'), off('2027-01-26')],
    time_off: [...base.time_off, away('2026-12-30')],
    single_times: [at('2026-12-05'), at('2026-12-12')],
  };
  const theirs = {
    ...base,
    overrides: [...base.overrides, off('2026-12-25')],
    time_off: [away('2026-12-28', 'b')],
    single_times: [at('2026-12-05'), at('2026-12-08')],
  };
  const merged = mergeHours(base, mine, theirs);
  expect(merged.overrides.map(({ date }) => date)).toEqual(['2026-12-13', '2026-12-25', '2027-01-26']);
  expect(merged.time_off.map(({ first_day }) => first_day)).toEqual(['2026-12-28', '2026-12-30']);
  expect(merged.single_times.map(({ date }) => date)).toEqual(['2026-12-05', '2026-12-08', '2026-12-12']);
});

test('special dates, time off and single times that two tabs add are all there in the merged version', () => {
  const slot = (date: string) => ({ date, startTime: '10:00', endTime: '11:00' });
  const off = (first_day: string) => ({ first_day, last_day: first_day, note: '' });
  const base = {
    ...EMPTY,
    overrides: [{ date: '2026-12-20', ranges: [] }],
    time_off: [{ id: 'a', ...off('2026-12-10') }],
    single_times: [slot('2026-12-20')],
  };
  const mine = {
    ...base,
    overrides: [...base.overrides, { date: '2026-12-21', ranges: [] }],
    time_off: [...base.time_off, off('2026-12-11')],
    single_times: [slot('2026-12-21')],
  };
  const theirs = {
    ...base,
    overrides: [...base.overrides, { date: '2026-12-22', ranges: [] }],
    time_off: [...base.time_off, { id: 'b', ...off('2026-12-12') }],
    single_times: [...base.single_times, slot('2026-12-22')],
  };
  const merged = mergeHours(base, mine, theirs);
  expect(merged.overrides.map(({ date }) => date)).toEqual(['2026-12-20', '2026-12-21', '2026-12-22']);
  expect(merged.time_off.map(({ first_day }) => first_day)).toEqual(['2026-12-10', '2026-12-12', '2026-12-11']);
  expect(merged.single_times.map(({ date }) => date)).toEqual(['2026-12-21', '2026-12-22']);
  // The answer to a save was lost: what it saved is there once.
  const saved = { ...mine, time_off: [...base.time_off, { id: 'c', ...off('2026-12-11') }] };
  expect(mergeHours(base, mine, saved)).toEqual(saved);
});

test('a copied day takes the place of the chosen days alone', () => {
  const weekly = copyDay(presetWeek('weekends'), 5, [0, 6]);
  expect(weekly.map(({ ranges }) => ranges.length)).toEqual([1, 0, 0, 0, 0, 1, 1]);
  expect(weekly[0]?.ranges).not.toBe(weekly[5]?.ranges);
});

describe('The next range of a day', () => {
  test('is a working day at first, then one hour after the last one', () => {
    expect(nextRange([], 60)).toEqual(range(600, 1080));
    expect(nextRange([range(600, 720)], 30)).toEqual(range(780, 840));
  });

  test('stays within the day', () => {
    expect(nextRange([range(600, 1380)], 60)).toEqual(range(1380, 1440));
    expect(nextRange([range(600, 1440)], 60)).toEqual(range(480, 540));
  });
});

test('a range that begins later than it ended keeps its length, within the day', () => {
  expect(startAt(range(600, 660), 630)).toEqual(range(630, 660));
  expect(startAt(range(600, 660), 720)).toEqual(range(720, 780));
  expect(startAt(range(600, 720), 1380)).toEqual(range(1380, 1440));
});

test('the hours of a date are set, replaced and taken away, in the order of dates', () => {
  const two = withOverride(withOverride([], '2026-12-25', []), '2026-12-24', [range(600, 660)]);
  expect(two.map(({ date }) => date)).toEqual(['2026-12-24', '2026-12-25']);
  expect(withOverride(two, '2026-12-25', [range(0, 60)])[1]?.ranges).toEqual([range(0, 60)]);
  expect(withOverride(two, '2026-12-24', null).map(({ date }) => date)).toEqual(['2026-12-25']);
});

test('ranges are written with the end of the day as midnight', () => {
  expect(rangesLabel([range(1080, 1440), range(0, 30)], 'Unavailable')).toBe('12:00 AM – 12:30 AM, 6:00 PM – Midnight');
  expect(rangesLabel([], 'Unavailable')).toBe('Unavailable');
});
