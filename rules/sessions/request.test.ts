import { expect, test } from 'vitest';
import { mentorMoment } from '#rules/mentors/mentor-time.ts';
import { inYear } from '#tests/kit/in-year.ts';
import { findOfferProblem, instantIn, minutesOf, offeredTimeAt, offerRangeOf } from './request.ts';

const present = { date: '2026-12-01', start_time: '10:00:00', end_time: '11:00:00' };
const bounds = {
  from: new Date('2026-11-25T00:00:00Z'),
  to: new Date('2027-01-20T00:00:00Z'),
  moment: (at: Date) => mentorMoment(at, 'Asia/Kolkata'),
};
const problemOf = (...times: Parameters<typeof findOfferProblem>[0][number][]) =>
  findOfferProblem(times, present, bounds);

test('a time on a mentor’s clock is an instant, and one that the clock skips is none', () => {
  expect(instantIn('Asia/Kolkata', '2026-12-01', '10:00')?.toISOString()).toBe('2026-12-01T04:30:00.000Z');
  expect(instantIn('America/New_York', '2026-12-01', '10:00')?.toISOString()).toBe('2026-12-01T15:00:00.000Z');
  expect(instantIn('America/New_York', '2026-07-01', '10:00')?.toISOString()).toBe('2026-07-01T14:00:00.000Z');
  expect(instantIn('Pacific/Auckland', '2026-12-01', '00:15')?.toISOString()).toBe('2026-11-30T11:15:00.000Z');
  // 8 March 2026: two o'clock becomes three.
  expect(instantIn('America/New_York', '2026-03-08', '02:30')).toBeNull();
});

test('an offered time is India’s, and does not cross midnight there', () => {
  expect(offeredTimeAt(new Date('2026-12-01T15:00:00Z'), 60)).toEqual({
    date: '2026-12-01',
    start_time: '20:30',
    end_time: '21:30',
  });
  expect(offeredTimeAt(new Date('2026-12-01T18:00:00Z'), 60)).toBeNull();
  expect(minutesOf(present)).toBe(60);
});

test('a time that cannot be offered is named by its place, with the range in words', () => {
  const later = { date: '2026-12-02', start_time: '10:00', end_time: '11:00' };
  expect(problemOf(later)).toBeNull();
  expect(problemOf()).toBeNull();
  expect(problemOf(later, later)?.index).toBe(1);
  expect(problemOf({ ...present, start_time: '10:00' })?.index).toBe(0);
  expect(problemOf(later, null)?.index).toBe(1);
  for (const date of ['2026-11-24', '2027-02-01']) {
    expect(problemOf({ ...later, date })?.sentence).toBe(
      `Please choose a free time between Wed 25 Nov${inYear(2026)}, 5:30 AM IST and Wed 20 Jan${inYear(2027)}, 5:30 AM IST.`,
    );
  }
});

test('the database’s range is read as moments in India', () => {
  expect(offerRangeOf('2026-11-25 00:00:00.123+00|2027-01-20 00:00:00+00')).toEqual({
    from: `Wed 25 Nov${inYear(2026)}, 5:30 AM`,
    to: `Wed 20 Jan${inYear(2027)}, 5:30 AM`,
  });
  expect(offerRangeOf('soon')).toBeNull();
});
