import fc from 'fast-check';
import { expect } from 'vitest';
import { planSlots } from '#features/mentors/availability/slot-series.ts';
import { slotKey } from '#rules/mentors/slots.ts';
import { addDays, minutesOfDay, slotStart } from '#rules/shell/ist.ts';
import { testProperty } from '#tests/kit/property.ts';

const NOW = new Date('2027-01-04T04:30:00Z');
const two = (value: number) => String(value).padStart(2, '0');
const day = fc.integer({ min: -30, max: 400 }).map((days) => addDays('2027-01-04', days));
const time = fc.integer({ min: 0, max: 1439 }).map((minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`);
const typed = fc.record({ date: day, startTime: time, endTime: time, until: fc.option(day, { nil: '' }) });

testProperty(
  'what is added is to come, lies weeks apart, overlaps nothing, and adds nothing a second time',
  [fc.array(typed, { maxLength: 6 })],
  (inputs) => {
    let list: { date: string; startTime: string; endTime: string }[] = [];
    for (const input of inputs) {
      const { series } = planSlots(input, list, NOW);
      if (!series) continue;
      expect(series.added.length).toBeGreaterThan(0);
      for (const slot of series.added) {
        expect(slotStart(slot) > NOW).toBe(true);
        expect((Date.parse(slot.date) - Date.parse(input.date)) % (7 * 86_400_000)).toBe(0);
        expect(slot.date <= (input.until || input.date)).toBe(true);
      }
      list = [...list, ...series.added];
      expect(planSlots(input, list, NOW).series).toBeUndefined();
    }
    expect(new Set(list.map(slotKey)).size).toBe(list.length);
    for (const a of list)
      for (const b of list)
        if (a !== b && a.date === b.date)
          expect(
            minutesOfDay(a.endTime) <= minutesOfDay(b.startTime) ||
              minutesOfDay(b.endTime) <= minutesOfDay(a.startTime),
          ).toBe(true);
  },
);
