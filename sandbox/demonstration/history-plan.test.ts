import { describe, expect, test } from 'vitest';
import { addDays, istToday, slotEnd, slotStart } from '#rules/shell/ist.ts';
import { addressOf, bookings, founders, phoneNumber } from './history.ts';
import { planHistory, type Step } from './history-plan.ts';

/** Mentors who have two times on one day of the week, the least that any of the catalogue offers. */
function plan(now: Date, weekday: number): Step[] {
  const today = istToday(now);
  const days = Array.from({ length: 30 }, (_, n) => addDays(today, n + 1)).filter(
    (date) => new Date(date).getUTCDay() === weekday,
  );
  const times = days.flatMap((date) => [
    { date, startTime: '10:00:00', endTime: '11:00:00' },
    { date, startTime: '20:00:00', endTime: '20:45:00' },
  ]);
  const offers = new Map(bookings.map(({ mentor }) => [mentor, times]));
  return planHistory({ now, offers, makeId: (kind) => `${kind}_x`, phoneNumber });
}

const moments = [0, 1, 2, 3, 4, 5, 6].flatMap((day) =>
  ['00:05', '06:30', '12:00', '18:29', '18:31', '23:59'].map((time) => new Date(`2027-01-0${day + 1}T${time}:00Z`)),
);

describe.each([0, 3, 6])('with mentors who are there on weekday %d', (weekday) => {
  test('the history of every moment of a week is over at that moment, in order', () => {
    for (const now of moments) {
      const times = plan(now, weekday).map(({ at }) => at.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.at(-1)).toBeLessThan(now.getTime());
    }
  });

  test('sessions are held after they were paid, closed after they ended, and sold once', () => {
    for (const now of moments) {
      const steps = plan(now, weekday);
      const sold = new Set<string>();
      for (const { at, act } of steps) {
        if (act.kind !== 'pay' && act.kind !== 'complete' && act.kind !== 'decide') continue;
        const { mentor, time, newTime, outcome } = act.booking;
        if (act.kind === 'complete') expect(at > slotEnd(time)).toBe(true);
        else expect(at < slotStart(time)).toBe(true);
        if (act.kind !== 'pay') continue;
        if (!outcome || newTime) expect(slotStart(newTime ?? time) > now).toBe(true);
        for (const one of [time, ...(newTime ? [newTime] : [])]) {
          const key = `${mentor} ${one.date} ${one.startTime}`;
          expect(sold).not.toContain(key);
          sold.add(key);
        }
      }
    }
  });

  test('each is paid, then decided, then closed', () => {
    const steps = plan(moments[0] as Date, weekday);
    const kindsOf = (id: string) =>
      steps.flatMap(({ act }) => ('booking' in act && act.booking.id === id ? [act.kind] : []));
    const ids = new Set(steps.flatMap(({ act }) => ('booking' in act ? [act.booking.id] : [])));
    expect(ids.size).toBe(bookings.length);
    const ways = new Set([...ids].map((id) => kindsOf(id).join(', ')));
    expect([...ways].toSorted()).toEqual(['pay', 'pay, decide', 'pay, decide, ask', 'pay, decide, complete']);
  });
});

test('what the founders told the investor form is what it takes', () => {
  expect(new Set(founders.map(addressOf)).size).toBe(founders.length);
  for (const startup of founders.flatMap((one) => one.startup ?? [])) {
    expect(startup.idea.length).toBeLessThanOrEqual(500);
    expect(startup.name.length).toBeLessThanOrEqual(100);
  }
  expect(phoneNumber(11)).toHaveLength(15);
});
