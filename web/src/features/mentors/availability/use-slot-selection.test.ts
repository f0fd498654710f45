import { expect, it } from 'vitest';
import type { Hold } from '#features/money/payments/holds.data.ts';
import { type Slot, slotKey } from '#rules/mentors/slots.ts';
import { withOwnHolds } from './use-slot-selection.ts';

const slot = (startTime: string, isHeld = false): Slot => ({
  date: '2026-11-24',
  startTime,
  endTime: '12:00',
  isBooked: false,
  isHeld,
});

function holdsOf(...starts: string[]): Map<string, Hold> {
  return new Map(
    starts.map((startTime) => {
      const hold: Hold = {
        bookingId: `b ${startTime}`,
        mentorId: 'm',
        mentorName: 'Ananya Rao',
        profile: '/mentors/ananya-rao-m',
        date: '2026-11-24',
        startTime,
        endTime: '12:00:00',
        amountPaise: 700_000,
        until: new Date(0),
        endsAt: new Date(0),
      };
      return [slotKey(hold), hold];
    }),
  );
}

it('leaves the slots as they are without holds', () => {
  const slots = [slot('10:00', true)];
  expect(withOwnHolds(slots, new Map())).toBe(slots);
});

it('lets one’s own held slot be chosen, and nobody else’s', () => {
  const slots = withOwnHolds([slot('10:00', true), slot('11:00', true)], holdsOf('11:00:00'));
  expect(slots.map(({ startTime, isHeld }) => [startTime, isHeld])).toEqual([
    ['10:00', true],
    ['11:00', false],
  ]);
});

it('shows a held slot that its mentor no longer offers, in its place', () => {
  const slots = withOwnHolds([slot('09:00'), slot('11:00')], holdsOf('10:00:00'));
  expect(slots.map(({ startTime }) => startTime)).toEqual(['09:00', '10:00:00', '11:00']);
  expect(slots[1]).toMatchObject({ isHeld: false, isBooked: false });
});
