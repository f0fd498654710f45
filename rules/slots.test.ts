import { describe, expect, it } from 'vitest';
import { choiceQuery } from '#rules/mentor-path.ts';
import { datesWithSlots, nextFreeDate, readChoice, type Slot, slotAt, slotsToCome } from '#rules/slots.ts';

const slot = (date: string, startTime: string, taken: Partial<Slot> = {}): Slot => ({
  id: `${date} ${startTime}`,
  date,
  startTime,
  endTime: `${String(Number(startTime.slice(0, 2)) + 1).padStart(2, '0')}:00:00`,
  isBooked: false,
  isHeld: false,
  ...taken,
});

const slots = [
  slot('2026-11-23', '10:00:00', { isBooked: true }),
  slot('2026-11-24', '10:00:00', { isHeld: true }),
  slot('2026-11-26', '10:00:00'),
  slot('2026-11-25', '15:00:00'),
];

describe('slots', () => {
  it('open the days that have one, taken ones included', () => {
    expect([...datesWithSlots(slots)].sort()).toEqual(['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26']);
  });

  it('are next free on the first day with one that nobody has and nobody is paying for', () => {
    expect(nextFreeDate(slots)).toBe('2026-11-25');
    expect(nextFreeDate(slots.slice(0, 2))).toBeNull();
    expect(nextFreeDate([])).toBeNull();
  });

  it('are found by their time, with and without seconds', () => {
    const time = { date: '2026-11-25', startTime: '15:00', endTime: '16:00' };
    expect(slotAt(slots, time)).toBe(slots[3]);
    expect(slotAt(slots, { ...time, endTime: '15:30' })).toBeUndefined();
  });

  it('survive signing in as a query', () => {
    const query = choiceQuery(slots[2] as Slot).toString();
    expect(query).toBe('date=2026-11-26&time=10%3A00-11%3A00');
    const choice = readChoice(new URLSearchParams(query));
    expect(choice && slotAt(slots, choice)).toBe(slots[2]);
  });

  it.each(['', 'date=2026-11-26', 'date=2026-02-31&time=10:00-11:00', 'date=2026-11-26&time=10:00', 'time=a-b'])(
    'are not chosen by %j',
    (query) => {
      expect(readChoice(new URLSearchParams(query))).toBeNull();
    },
  );
});

describe('slots to come', () => {
  it('end with the one that begins now, Indian time', () => {
    const atTen = [slot('2026-11-24', '10:00:00')];
    expect(slotsToCome(atTen, new Date('2026-11-24T04:29:59Z'))).toEqual(atTen);
    expect(slotsToCome(atTen, new Date('2026-11-24T04:30:00Z'))).toEqual([]);
  });
});
