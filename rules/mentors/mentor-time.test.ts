import { expect, test } from 'vitest';
import { inYear } from '#tests/kit/in-year.ts';
import { learnZone, mentorMoment, mentorTime, zoned } from './mentor-time.ts';

const session = { date: '2026-11-24', startTime: '20:00:00', endTime: '21:00:00' };

test('a mentor in India reads a session in Indian time alone, which says so as a founder’s does', () => {
  expect(mentorTime(session, 'Asia/Kolkata')).toEqual({
    own: `Tue 24 Nov${inYear(2026)}, 8:00 PM – 9:00 PM IST`,
    india: null,
  });
});

test('a mentor elsewhere reads the own time, and Indian time behind it', () => {
  expect(mentorTime(session, 'America/New_York')).toEqual({
    own: `Tue 24 Nov${inYear(2026)}, 9:30 AM – 10:30 AM`,
    india: `Tue 24 Nov${inYear(2026)}, 8:00 PM – 9:00 PM IST`,
  });
  expect(mentorTime({ ...session, startTime: '10:00', endTime: '11:00' }, 'America/Los_Angeles').own).toBe(
    `Mon 23 Nov${inYear(2026)}, 8:30 PM – 9:30 PM`,
  );
});

test('an instant is read on the clocks of its zone, midnight included', () => {
  expect(zoned(new Date('2026-11-24T00:00:00Z'), 'Europe/London')).toEqual({ date: '2026-11-24', time: '00:00' });
  expect(mentorMoment(new Date('2026-11-24T18:30:00Z'), 'Asia/Kolkata')).toBe(
    `Wed 25 Nov${inYear(2026)}, 12:00 AM IST`,
  );
  expect(mentorMoment(new Date('2026-11-24T18:30:00Z'), 'Europe/London')).toBe(`Tue 24 Nov${inYear(2026)}, 6:30 PM`);
});

test('clocks are read as the database reads them, and where that says nothing as this machine does', () => {
  const [first, second, last] = ['2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z', '2027-03-01T00:00:00Z'].map(
    (at) => Date.parse(at) / 1000,
  ) as [number, number, number];
  learnZone('Pacific/Kiritimati', [
    { from: first, minutes: -90 },
    { from: second, minutes: 345 },
    { from: last, minutes: null },
  ]);
  const shown = (at: number) => zoned(new Date(at * 1000), 'Pacific/Kiritimati');
  expect(shown(first - 60)).toEqual({ date: '2027-01-01', time: '13:59' });
  expect(shown(first)).toEqual({ date: '2026-12-31', time: '22:30' });
  expect(shown(second - 60)).toEqual({ date: '2027-01-31', time: '22:29' });
  expect(shown(second)).toEqual({ date: '2027-02-01', time: '05:45' });
  expect(shown(last)).toEqual({ date: '2027-03-01', time: '14:00' });
});
