import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, istToday } from '#rules/shell/ist.ts';
import { testProperty } from '#tests/kit/property.ts';
import {
  droppedAtIndianMidnight,
  generateTimes,
  isTimeZone,
  localInstant,
  type MentorHours,
  problemsOfHours,
} from './hours.ts';
import { zoned } from './mentor-time.ts';

const range = (from: string, to: string) => ({ start_minute: minutes(from), end_minute: minutes(to) });

function minutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function hours(change: Partial<MentorHours> = {}): MentorHours {
  return {
    time_zone: 'Asia/Kolkata',
    session_minutes: 60,
    weekly: [],
    overrides: [],
    time_off: [],
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    min_notice_minutes: 720,
    window_weeks: 1,
    max_per_day: null,
    max_per_week: null,
    ...change,
  };
}

const everyDay = (...ranges: MentorHours['weekly'][number]['ranges']) =>
  Array.from({ length: 7 }, (_, weekday) => ({ weekday, ranges }));

/** What a mentor's clocks show when the times start. */
const starts = (made: MentorHours, now: string, days?: number) =>
  generateTimes(made, new Date(now), days).times.map(({ startsAt }) => {
    const { date, time } = zoned(startsAt, made.time_zone);
    return `${date} ${time}`;
  });

describe('The times that hours generate', () => {
  /** Tuesday, 24 November 2026, 10:00 in India. */
  const NOW = '2026-11-24T04:30:00Z';

  test('A range is cut from its start, and the last time ends within it', () => {
    const made = hours({ weekly: [{ weekday: 2, ranges: [range('10:00', '12:30')] }] });
    expect(starts(made, NOW)).toEqual(['2026-11-25 10:00', '2026-11-25 11:00']);
  });

  test('The step is the length and the larger buffer', () => {
    const weekly = [{ weekday: 2, ranges: [range('10:00', '13:00')] }];
    const made = hours({ weekly, session_minutes: 45, buffer_before_minutes: 5, buffer_after_minutes: 15 });
    expect(starts(made, NOW)).toEqual(['2026-11-25 10:00', '2026-11-25 11:00', '2026-11-25 12:00']);
  });

  test('A time that has begun is not offered', () => {
    const made = hours({ weekly: everyDay(range('09:00', '12:00')) });
    expect(starts(made, NOW, 1)).toEqual(['2026-11-24 11:00']);
  });

  test('The window is counted in the days of the mentor, from today on', () => {
    const made = hours({ weekly: everyDay(range('12:00', '13:00')), window_weeks: 2 });
    const times = starts(made, NOW);
    expect(times).toHaveLength(14);
    expect(times.at(-1)).toBe('2026-12-07 12:00');
  });

  test('The hours of a date replace those of its weekday, and an unavailable date has none', () => {
    const made = hours({
      weekly: everyDay(range('12:00', '13:00')),
      overrides: [
        { date: '2026-11-25', ranges: [range('18:00', '19:00')] },
        { date: '2026-11-26', ranges: [] },
      ],
    });
    expect(starts(made, NOW, 4)).toEqual(['2026-11-24 12:00', '2026-11-25 18:00', '2026-11-27 12:00']);
  });

  test('Ranges of a date that touch are one, those of a weekday are not', () => {
    const two = [range('18:00', '19:30'), range('19:30', '20:00')];
    expect(starts(hours({ overrides: [{ date: '2026-11-25', ranges: two }] }), NOW)).toEqual([
      '2026-11-25 18:00',
      '2026-11-25 19:00',
    ]);
    expect(starts(hours({ weekly: [{ weekday: 2, ranges: two }] }), NOW)).toEqual(['2026-11-25 18:00']);
  });

  test('Time off removes its days, the first and the last one too, and hours of a date in it', () => {
    const made = hours({
      weekly: everyDay(range('12:00', '13:00')),
      overrides: [{ date: '2026-11-26', ranges: [range('18:00', '19:00')] }],
      time_off: [{ first_day: '2026-11-25', last_day: '2026-11-27', note: '' }],
    });
    expect(starts(made, NOW, 5)).toEqual(['2026-11-24 12:00', '2026-11-28 12:00']);
  });

  test('A day off in Vancouver takes times from both Indian days that it touches, and no others', () => {
    const open = hours({ time_zone: 'America/Vancouver', weekly: everyDay(range('00:00', '24:00')) });
    const off = { ...open, time_off: [{ first_day: '2027-06-13', last_day: '2027-06-13', note: '' }] };
    const now = new Date('2027-06-10T12:00:00Z');
    const instants = (made: MentorHours) =>
      generateTimes(made, now).times.map(({ startsAt }) => startsAt.toISOString());
    const gone = instants(open).filter((at) => !instants(off).includes(at));
    // In summer, Vancouver is 12 and a half hours behind India.
    expect(gone[0]).toBe('2027-06-13T07:00:00.000Z');
    expect(gone.at(-1)).toBe('2027-06-14T06:00:00.000Z');
    expect(new Set(gone.map((at) => istToday(new Date(at))))).toEqual(new Set(['2027-06-13', '2027-06-14']));
    const unavailable = { ...open, overrides: [{ date: '2027-06-13', ranges: [] }] };
    expect(instants(unavailable)).toEqual(instants(off));
  });

  test('At most 3,000 times are generated, and the latest are left out', () => {
    const made = hours({ weekly: everyDay(range('00:00', '24:00')), session_minutes: 30, window_weeks: 26 });
    const { times, isCut } = generateTimes(made, new Date(NOW));
    expect(isCut).toBe(true);
    expect(times).toHaveLength(3000);
    expect(times[0]?.startsAt.toISOString()).toBe('2026-11-24T05:00:00.000Z');
  });
});

describe('Changes of clock', () => {
  test('10:00 in New York stays 10:00 there across both changes of clock', () => {
    const made = hours({ time_zone: 'America/New_York', weekly: everyDay(range('10:00', '11:00')), window_weeks: 26 });
    for (const now of ['2026-09-01T12:00:00Z', '2027-02-01T12:00:00Z']) {
      const times = starts(made, now);
      expect(times).toHaveLength(7 * 26);
      expect(times.every((time) => time.endsWith(' 10:00'))).toBe(true);
      expect(new Set(times).size).toBe(times.length);
    }
    const instants = generateTimes(made, new Date('2027-03-12T12:00:00Z'), 4).times;
    expect(instants.map(({ startsAt }) => startsAt.toISOString())).toEqual([
      '2027-03-12T15:00:00.000Z',
      '2027-03-13T15:00:00.000Z',
      '2027-03-14T14:00:00.000Z',
      '2027-03-15T14:00:00.000Z',
    ]);
  });

  test('A time that the clocks of Los Angeles skip generates nothing', () => {
    const made = hours({
      time_zone: 'America/Los_Angeles',
      weekly: everyDay(range('00:00', '06:00')),
      window_weeks: 1,
    });
    expect(starts(made, '2027-03-14T07:30:00Z', 2).filter((time) => time.startsWith('2027-03-14'))).toEqual([
      '2027-03-14 00:00',
      // From 1 to 3 on that night it is one hour, sold as none: its end at 2 does not exist.
      '2027-03-14 03:00',
      '2027-03-14 04:00',
      '2027-03-14 05:00',
    ]);
  });

  test('A time that the clocks of Los Angeles show twice is offered once, as standard time', () => {
    const made = hours({ time_zone: 'America/Los_Angeles', weekly: everyDay(range('00:00', '04:00')) });
    const night = generateTimes(made, new Date('2026-11-01T06:00:00Z'), 2).times.filter(
      ({ date }) => date === '2026-11-01',
    );
    expect(night.map(({ startsAt }) => startsAt.toISOString())).toEqual([
      // From midnight to the second 1:00 it is two hours: not the length that is sold.
      '2026-11-01T09:00:00.000Z',
      '2026-11-01T10:00:00.000Z',
      '2026-11-01T11:00:00.000Z',
    ]);
  });

  test('On Lord Howe, where clocks move by half an hour, each time has the length that is sold', () => {
    const made = hours({
      time_zone: 'Australia/Lord_Howe',
      weekly: everyDay(range('00:00', '06:00')),
      window_weeks: 26,
    });
    for (const now of ['2026-09-01T12:00:00Z', '2027-02-01T12:00:00Z']) {
      const { times } = generateTimes(made, new Date(now));
      expect(times.every(({ startsAt, endsAt }) => endsAt.getTime() - startsAt.getTime() === 3_600_000)).toBe(true);
    }
    // 2:00 to 2:29 does not exist on that morning.
    expect(localInstant('2026-10-04', '02:15', 'Australia/Lord_Howe')).toBeNull();
    expect(localInstant('2026-10-04', '02:30', 'Australia/Lord_Howe')?.toISOString()).toBe('2026-10-03T15:30:00.000Z');
    // 1:30 to 1:59 exists twice in April: the later one.
    expect(localInstant('2027-04-04', '01:45', 'Australia/Lord_Howe')?.toISOString()).toBe('2027-04-03T15:15:00.000Z');
  });

  test('Zones of half and quarter hours, and UTC, keep their times', () => {
    for (const zone of ['Asia/Kathmandu', 'Australia/Adelaide', 'America/St_Johns', 'Asia/Yangon', 'UTC']) {
      const made = hours({ time_zone: zone, weekly: everyDay(range('03:00', '04:00')), window_weeks: 8 });
      expect(starts(made, '2026-09-20T00:00:00Z').every((time) => time.endsWith(' 03:00'))).toBe(true);
    }
  });
});

describe('Midnight in India', () => {
  const NOW = new Date('2027-01-10T12:00:00Z');

  test('A time that crosses or ends at it is left out, and counted for a week', () => {
    // Midnight in India is 18:30 in UTC.
    const made = hours({ time_zone: 'UTC', weekly: everyDay(range('17:00', '20:00')) });
    expect(starts(made, NOW.toISOString(), 1)).toEqual(['2027-01-10 17:00', '2027-01-10 19:00']);
    expect(droppedAtIndianMidnight(made, NOW)).toBe(7);
    const ending = hours({ time_zone: 'UTC', weekly: [{ weekday: 0, ranges: [range('17:30', '18:30')] }] });
    expect(starts(ending, NOW.toISOString())).toEqual([]);
    expect(droppedAtIndianMidnight(ending, NOW)).toBe(1);
  });

  test('In India only the last time of a day that is open until midnight is left out', () => {
    const made = hours({ weekly: everyDay(range('22:00', '24:00')) });
    expect(starts(made, NOW.toISOString(), 2)).toEqual(['2027-01-10 22:00', '2027-01-11 22:00']);
    expect(droppedAtIndianMidnight(made, NOW)).toBe(7);
  });
});

const ZONES = [
  'Asia/Kolkata',
  'America/New_York',
  'America/Los_Angeles',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Europe/Dublin',
  'Pacific/Chatham',
  'America/Santiago',
  'UTC',
];

/** Ranges of a day that do not overlap, on quarter hours. */
const ranges = fc.uniqueArray(fc.nat(96), { maxLength: 8 }).map((quarters) => {
  const sorted = quarters.toSorted((a, b) => a - b);
  return Array.from({ length: Math.floor(sorted.length / 2) }, (_, place) => ({
    start_minute: (sorted[place * 2] ?? 0) * 15,
    end_minute: (sorted[place * 2 + 1] ?? 0) * 15,
  }));
});

const anyHours = fc
  .record({
    time_zone: fc.constantFrom(...ZONES),
    session_minutes: fc.constantFrom(30, 45, 60),
    buffer_before_minutes: fc.constantFrom(0, 5, 15, 60),
    buffer_after_minutes: fc.constantFrom(0, 10, 45),
    window_weeks: fc.integer({ min: 1, max: 4 }),
    week: fc.array(ranges, { minLength: 7, maxLength: 7 }),
  })
  .map(({ week, ...rest }) => hours({ ...rest, weekly: week.map((ranges, weekday) => ({ weekday, ranges })) }));

const anyNow = fc.integer({ min: Date.UTC(2026, 7, 1), max: Date.UTC(2027, 10, 30) }).map((at) => new Date(at));

testProperty(
  'Generated times have the exact length, lie ahead and within the hours of their day, share no moment, and do not reach midnight in India',
  [anyHours, anyNow],
  (made, now) => {
    const { times } = generateTimes(made, now);
    const today = zoned(now, made.time_zone).date;
    let end = now.getTime();
    for (const { date, startsAt, endsAt } of times) {
      expect(endsAt.getTime() - startsAt.getTime()).toBe(made.session_minutes * 60_000);
      expect(startsAt.getTime()).toBeGreaterThanOrEqual(end);
      end = endsAt.getTime();
      expect(istToday(endsAt)).toBe(istToday(startsAt));
      expect(date >= today && date < addDays(today, made.window_weeks * 7)).toBe(true);
      const local = zoned(startsAt, made.time_zone);
      expect(local.date).toBe(date);
      const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
      const start = minutes(local.time);
      const within = made.weekly[weekday]?.ranges.some(
        (one) => one.start_minute <= start && start + made.session_minutes <= one.end_minute,
      );
      expect(within).toBe(true);
    }
  },
  { numRuns: 60 },
);

describe('What can be saved', () => {
  const NOW = new Date('2026-11-24T04:30:00Z');
  const said = (change: Partial<MentorHours>) =>
    problemsOfHours(hours(change), NOW).map(({ field, index, sentence }) => `${field} ${index ?? ''}: ${sentence}`);

  test('Hours that keep to the rules have no problem', () => {
    const made = hours({
      weekly: everyDay(range('09:00', '10:00'), range('10:00', '11:00'), range('23:00', '24:00')),
      overrides: [{ date: '2026-11-24', ranges: [] }],
      time_off: [{ id: 'has begun', first_day: '2026-11-01', last_day: '2026-11-24', note: 'x'.repeat(100) }],
    });
    expect(problemsOfHours(made, NOW)).toEqual([]);
  });

  test('Each problem has its sentence at its place', () => {
    expect(said({ time_zone: 'IST' })).toEqual(['time_zone : Please choose a time zone from the list.']);
    expect(said({ session_minutes: 50 })).toEqual(['session_minutes : Please choose one of the offered values.']);
    const weekly = (...ranges: MentorHours['weekly'][number]['ranges']) => ({ weekly: [{ weekday: 3, ranges }] });
    expect(said(weekly(range('10:00', '10:00')))).toEqual(['weekly 0: End time must be later than start time']);
    expect(said(weekly(range('10:00', '10:45')))).toEqual(['weekly 0: This range is shorter than one session.']);
    expect(said(weekly(range('10:00', '12:00'), range('11:00', '13:00')))).toEqual(['weekly 0: These hours overlap.']);
    const seven = Array.from({ length: 7 }, (_, hour) => range(`0${hour}:00`, `0${hour + 1}:00`));
    expect(said(weekly(...seven))).toEqual(['weekly 0: At most six ranges a day.']);
    expect(said({ overrides: [{ date: '2026-11-23', ranges: [] }] })).toEqual(['overrides 0: This day has passed.']);
    const twice = { date: '2026-12-23', ranges: [] };
    expect(said({ overrides: [twice, twice] })).toEqual(['overrides 1: This date has its own hours already.']);
    const off = (first_day: string, last_day: string, note = '') => ({ time_off: [{ first_day, last_day, note }] });
    expect(said(off('2026-11-20', '2026-11-23'))).toEqual(['time_off 0: This day has passed.']);
    expect(said(off('2026-11-23', '2026-11-30'))).toEqual(['time_off 0: This day has passed.']);
    expect(said(off('2026-12-01', '2027-05-30'))).toEqual(['time_off 0: Time off covers at most 180 days.']);
    expect(said(off('2026-12-01', '2027-05-29'))).toEqual([]);
    expect(said(off('', ''))).toEqual(['time_off 0: Please choose a day.']);
    expect(said(off('2026-12-02', '2026-12-01'))).toEqual(['time_off 0: The last day must not be before the first.']);
    expect(said(off('2026-12-01', '2026-12-01', 'x'.repeat(101)))).toEqual([
      'time_off 0: A note has at most 100 characters.',
    ]);
  });

  test('The day that has passed is one of the mentor, not of India', () => {
    // In Vancouver it is still Monday, the 23rd.
    expect(said({ time_zone: 'America/Vancouver', overrides: [{ date: '2026-11-23', ranges: [] }] })).toEqual([]);
  });

  test('A time zone is a name with a slash, or UTC', () => {
    expect(['UTC', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'].every(isTimeZone)).toBe(true);
    expect(['IST', 'GMT', '+05:30', 'Asia/Nowhere', '', 'asia', 'posix/Asia/Kolkata'].some(isTimeZone)).toBe(false);
  });
});
