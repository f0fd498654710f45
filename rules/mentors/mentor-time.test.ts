import { expect, test } from 'vitest';
import { inYear } from '#tests/kit/in-year.ts';
import { mentorMoment, mentorTime, zoned } from './mentor-time.ts';

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
