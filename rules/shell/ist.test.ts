import { execFileSync } from 'node:child_process';
import { format } from 'date-fns/format';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  formatDateFull,
  formatDateShort,
  formatMoment,
  formatMonthYear,
  formatTime,
  formatTimeRange,
  isIstDate,
  isIstTime,
  istTimeOfDay,
  istToday,
  minutesOfDay,
  slotEnd,
  slotStart,
} from '#rules/shell/ist.ts';
import { testProperty } from '#tests/kit/property.ts';

describe('istToday', () => {
  it('changes at 18:30 UTC, which is midnight in India', () => {
    expect(istToday(new Date('2026-11-24T18:29:59.999Z'))).toBe('2026-11-24');
    expect(istToday(new Date('2026-11-24T18:30:00Z'))).toBe('2026-11-25');
    expect(istToday(new Date('2026-12-31T20:00:00Z'))).toBe('2027-01-01');
  });
});

describe('formatMoment', () => {
  it('is the day and the time in India', () => {
    const now = new Date('2026-12-31T18:29:59Z');
    expect(formatMoment(new Date('2026-11-24T04:30:00Z'), now)).toBe('Tue 24 Nov, 10:00 AM');
    expect(formatMoment(new Date('2026-11-24T18:30:00Z'), now)).toBe('Wed 25 Nov, 12:00 AM');
    // The year ends at midnight in India, wherever the machine is.
    expect(formatMoment(new Date('2026-12-31T18:30:00Z'), now)).toBe('Fri 1 Jan 2027, 12:00 AM');
  });
});

it('names the month and the year', () => {
  expect(formatMonthYear('2026-11-01')).toBe('November 2026');
  expect(formatMonthYear('2027-01-31')).toBe('January 2027');
});

describe('istTimeOfDay', () => {
  it('is five and a half hours ahead of UTC', () => {
    expect(istTimeOfDay(new Date('2026-11-24T04:30:00Z'))).toBe('10:00');
    expect(istTimeOfDay(new Date('2026-11-24T18:29:59.999Z'))).toBe('23:59');
    expect(istTimeOfDay(new Date('2026-11-24T18:30:00Z'))).toBe('00:00');
  });
});

describe('slotStart and slotEnd', () => {
  it('read times of day as IST, with or without seconds', () => {
    expect(slotStart({ date: '2026-11-24', startTime: '10:00' }).toISOString()).toBe('2026-11-24T04:30:00.000Z');
    expect(slotEnd({ date: '2026-11-24', endTime: '11:00:30' }).toISOString()).toBe('2026-11-24T05:30:30.000Z');
    expect(slotStart({ date: '2026-11-24', startTime: '00:00' }).toISOString()).toBe('2026-11-23T18:30:00.000Z');
  });

  it('refuse days and times that do not exist', () => {
    expect(() => slotStart({ date: '2026-02-30', startTime: '10:00' })).toThrow(RangeError);
    expect(() => slotStart({ date: '2026-02-20', startTime: '24:00' })).toThrow(RangeError);
  });

  it('do not depend on the zone of the machine', () => {
    const module = JSON.stringify(new URL('./ist.ts', import.meta.url).href);
    const program = `import { slotStart, istToday, formatDateFull } from ${module};
      console.log(slotStart({ date: '2026-03-29', startTime: '02:30' }).toISOString(),
        istToday(new Date('2026-11-24T18:30:00Z')), formatDateFull('2026-11-24'));`;
    for (const TZ of ['America/Los_Angeles', 'Pacific/Kiritimati', 'Europe/Berlin']) {
      const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
        env: { ...process.env, TZ },
        encoding: 'utf8',
      });
      expect(printed.trim()).toBe('2026-03-28T21:00:00.000Z 2026-11-25 Tuesday, 24 November 2026');
    }
  });
});

describe('formats', () => {
  it('write a date in full with its year, and a short one with the year where it is not this one', () => {
    expect(formatDateFull('2026-11-04')).toBe('Wednesday, 4 November 2026');
    expect(formatDateShort('2026-11-04', '2026-12-31')).toBe('Wed 4 Nov');
    expect(formatDateShort('2027-01-01', '2026-12-31')).toBe('Fri 1 Jan 2027');
    expect(formatDateShort('2025-12-31', '2026-01-01')).toBe('Wed 31 Dec 2025');
    const today = istToday(new Date());
    expect(formatDateShort(today), 'this year without its number').not.toContain(today.slice(0, 4));
  });

  it('write times on the twelve-hour clock', () => {
    expect(formatTime('10:00')).toBe('10:00 AM');
    expect(formatTime('00:05:00')).toBe('12:05 AM');
    expect(formatTime('12:00:00')).toBe('12:00 PM');
    expect(formatTime('23:45')).toBe('11:45 PM');
    expect(formatTimeRange('11:30', '12:30:00')).toBe('11:30 AM – 12:30 PM');
  });
});

describe('addDays', () => {
  it('crosses months and leap days', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  });
});

describe('isIstDate, isIstTime and minutesOfDay', () => {
  it('know what exists', () => {
    expect(isIstDate('2026-02-28')).toBe(true);
    expect(['2026-02-29', '2026-13-01', '26-01-01', '2026-1-1', ''].filter(isIstDate)).toEqual([]);
    expect(['10:00', '10:00:00', '23:59:59'].every(isIstTime)).toBe(true);
    expect(['24:00', '9:00', '10:60', '10', ''].filter(isIstTime)).toEqual([]);
    expect(minutesOfDay('13:05:59')).toBe(785);
  });
});

describe('for any input', () => {
  const date = fc.integer({ min: -20_000, max: 40_000 }).map((days) => addDays('2000-01-01', days));
  const time = fc
    .nat(24 * 60 - 1)
    .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`);
  const parts = (day: string) => day.split('-').map(Number) as [number, number, number];

  testProperty('day and time come back from their instant', [date, time], (day, startTime) => {
    const start = slotStart({ date: day, startTime });
    expect([istToday(start), istTimeOfDay(start)]).toEqual([day, startTime]);
    expect(slotStart({ date: day, startTime: `${startTime}:00` })).toEqual(start);
  });

  testProperty('later days and times are later instants', [date, time, date, time], (day, at, otherDay, otherTime) => {
    const difference =
      slotStart({ date: day, startTime: at }).getTime() - slotStart({ date: otherDay, startTime: otherTime }).getTime();
    const [one, other] = [`${day} ${at}`, `${otherDay} ${otherTime}`];
    expect(Math.sign(difference)).toBe(one < other ? -1 : one > other ? 1 : 0);
  });

  testProperty('days added are days taken away', [date, fc.integer({ min: -1000, max: 1000 })], (day, days) => {
    expect(isIstDate(addDays(day, days))).toBe(true);
    expect(addDays(addDays(day, days), -days)).toBe(day);
  });

  testProperty('dates are written as date-fns writes these patterns', [date, date], (day, today) => {
    const [year, month, dayOfMonth] = parts(day);
    const local = new Date(year, month - 1, dayOfMonth);
    expect(formatDateFull(day)).toBe(format(local, 'EEEE, d MMMM yyyy'));
    const isThisYear = day.slice(0, 4) === today.slice(0, 4);
    expect(formatDateShort(day, today)).toBe(format(local, isThisYear ? 'EEE d MMM' : 'EEE d MMM yyyy'));
    expect(day).toBe(format(local, 'yyyy-MM-dd'));
  });

  testProperty('the twelve-hour clock loses no minute', [time], (at) => {
    const [, hours, minutes, half] = /^(\d{1,2}):(\d{2}) (AM|PM)$/.exec(formatTime(at)) ?? [];
    const back = (Number(hours) % 12) * 60 + Number(minutes) + (half === 'PM' ? 720 : 0);
    expect(back).toBe(minutesOfDay(at));
  });
});
