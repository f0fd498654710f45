import { describe, expect, it } from 'vitest';
import { choiceQuery } from '#rules/mentors/mentor-path.ts';
import {
  datesWithSlots,
  isConfirming,
  nextFreeDate,
  nextFreeSlots,
  readWanted,
  type Slot,
  slotAt,
  slotChanges,
  slotsToCome,
} from '#rules/mentors/slots.ts';

const slot = (date: string, startTime: string, taken: Partial<Slot> = {}): Slot => ({
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
  it('are compared with what was there: what is new is added, what is missing removed, seconds or not', () => {
    const [kept, gone, added] = [
      slot('2026-11-23', '10:00:00'),
      slot('2026-11-24', '10:00:00'),
      slot('2026-11-25', '15:00'),
    ];
    const short = { ...kept, startTime: '10:00', endTime: '11:00' };
    expect(slotChanges([kept, gone], [short, added])).toEqual({
      added: [{ date: '2026-11-25', start_time: '15:00', end_time: '16:00:00' }],
      removed: [{ date: '2026-11-24', start_time: '10:00:00', end_time: '11:00:00' }],
    });
  });

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

  it('that are free come in the order of their start, five at most', () => {
    const free = ['2026-11-28', '2026-11-27', '2026-11-29'].flatMap((day) => [
      slot(day, '11:00:00'),
      slot(day, '09:00:00'),
    ]);
    const next = nextFreeSlots([...free, ...slots], 5).map(({ date, startTime }) => `${date} ${startTime.slice(0, 5)}`);
    expect(next).toEqual([
      '2026-11-25 15:00',
      '2026-11-26 10:00',
      '2026-11-27 09:00',
      '2026-11-27 11:00',
      '2026-11-28 09:00',
    ]);
  });
});

describe('an address', () => {
  const read = (query: string) => readWanted(new URLSearchParams(query));

  it('carries a slot through signing in', () => {
    const query = choiceQuery(slots[2] as Slot).toString();
    expect(query).toBe('day=2026-11-26&slot=10%3A00-11%3A00');
    const { time } = read(query);
    expect(time && slotAt(slots, time)).toBe(slots[2]);
  });

  it('may ask for a day alone, or for nothing', () => {
    expect(read('day=2026-11-26')).toEqual({ date: '2026-11-26', time: null, isSenseless: false });
    expect(read('utm_source=whatsapp')).toEqual({ date: null, time: null, isSenseless: false });
  });

  it.each([
    'day=',
    'day=tomorrow',
    'day=2026-02-31',
    'day=2026-11-26&slot=10:00',
    'day=2026-11-26&slot=10:00-',
    'day=2026-11-26&slot=11:00-10:00',
    'day=2026-11-26&slot=10:00-11:00-12:00',
    'day=2026-11-26&slot=25:00-26:00',
    'day=<script>&slot=10:00-11:00',
    'slot=10:00-11:00',
    'slot=a-b',
  ])('that makes no sense is known as such: %j', (query) => {
    expect(read(query)).toMatchObject({ time: null, isSenseless: true });
  });

  it('confirms its choice only in so many words', () => {
    const confirms = (query: string) => isConfirming(new URLSearchParams(query));
    expect(['step=confirm', 'step=', 'step=pay', 'confirm=1', ''].map(confirms)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('slots to come', () => {
  it('end with the one that begins now, Indian time', () => {
    const atTen = [slot('2026-11-24', '10:00:00')];
    expect(slotsToCome(atTen, new Date('2026-11-24T04:29:59Z'))).toEqual(atTen);
    expect(slotsToCome(atTen, new Date('2026-11-24T04:30:00Z'))).toEqual([]);
  });
});
