import { format } from 'date-fns';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addDays,
  formatDateFull,
  formatDateLong,
  formatTime,
  isIstDate,
  istTimeOfDay,
  istToday,
  minutesOfDay,
  slotStart,
} from '#rules/ist.ts';

const date = fc.integer({ min: -20_000, max: 40_000 }).map((days) => addDays('2000-01-01', days));
const time = fc
  .nat(24 * 60 - 1)
  .map(
    (minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  );
const parts = (day: string) => day.split('-').map(Number) as [number, number, number];

it('day and time come back from their instant', () => {
  fc.assert(
    fc.property(date, time, (day, startTime) => {
      const start = slotStart({ date: day, startTime });
      expect([istToday(start), istTimeOfDay(start)]).toEqual([day, startTime]);
      expect(slotStart({ date: day, startTime: `${startTime}:00` })).toEqual(start);
    }),
  );
});

it('later days and times are later instants', () => {
  fc.assert(
    fc.property(date, time, date, time, (day, at, otherDay, otherTime) => {
      const difference =
        slotStart({ date: day, startTime: at }).getTime() -
        slotStart({ date: otherDay, startTime: otherTime }).getTime();
      const [one, other] = [`${day} ${at}`, `${otherDay} ${otherTime}`];
      expect(Math.sign(difference)).toBe(one < other ? -1 : one > other ? 1 : 0);
    }),
  );
});

it('days added are days taken away', () => {
  fc.assert(
    fc.property(date, fc.integer({ min: -1000, max: 1000 }), (day, days) => {
      expect(isIstDate(addDays(day, days))).toBe(true);
      expect(addDays(addDays(day, days), -days)).toBe(day);
    }),
  );
});

it('dates are written as the patterns of section 9 write them', () => {
  fc.assert(
    fc.property(date, (day) => {
      const [year, month, dayOfMonth] = parts(day);
      const local = new Date(year, month - 1, dayOfMonth);
      expect(formatDateLong(day)).toBe(format(local, 'MMMM d, yyyy'));
      expect(formatDateFull(day)).toBe(format(local, 'EEEE, MMMM d, yyyy'));
      expect(day).toBe(format(local, 'yyyy-MM-dd'));
    }),
  );
});

it('the twelve-hour clock loses no minute', () => {
  fc.assert(
    fc.property(time, (at) => {
      const [, hours, minutes, half] = /^(\d{1,2}):(\d{2}) (AM|PM)$/.exec(formatTime(at)) ?? [];
      const back = (Number(hours) % 12) * 60 + Number(minutes) + (half === 'PM' ? 720 : 0);
      expect(back).toBe(minutesOfDay(at));
    }),
  );
});
