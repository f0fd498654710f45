import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BookingFacts, canCancel, groupBookings, groupSlots, statusLabel } from '#rules/booking.ts';
import { addDays, minutesOfDay, slotStart } from '#rules/ist.ts';

/** Every code unit, halves of characters included. fast-check's own 'binary' takes seconds to set up. */
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));

const HOUR_MS = 3_600_000;
const KNOWN = ['pending_admin_review', 'confirmed', 'completed', 'rejected', 'cancelled', 'rescheduled'];

const instant = fc.date({
  min: new Date('2024-01-01T00:00:00Z'),
  max: new Date('2034-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const status = fc.oneof(fc.constantFrom(...KNOWN, 'constructor', 'on_hold'), fc.string({ unit: 'grapheme' }));
const time = fc
  .nat(24 * 60 - 1)
  .map(
    (minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  );
const bookingNear = (now: Date): fc.Arbitrary<BookingFacts> =>
  fc.record({
    status,
    // Few days around now, so that some start this very minute.
    date: fc.integer({ min: -2, max: 2 }).map((days) => addDays(now.toISOString().slice(0, 10), days)),
    start_time: time,
    created_at: instant.map((date) => date.toISOString()),
  });

describe('the cancellation window', () => {
  const made = (at: Date, word = 'pending_admin_review') => ({ status: word, created_at: at.toISOString() });
  const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

  it('closes at four hours, to the millisecond', () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(canCancel(made(at), later(at, 4 * HOUR_MS - 1))).toBe(true);
        expect(canCancel(made(at), later(at, 4 * HOUR_MS))).toBe(false);
      }),
    );
  });

  it('never opens again', () => {
    fc.assert(
      fc.property(instant, fc.nat(9 * HOUR_MS), fc.nat(9 * HOUR_MS), (at, one, other) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)];
        if (canCancel(made(at), later(at, late))) expect(canCancel(made(at), later(at, early))).toBe(true);
        expect(canCancel(made(at), later(at, one))).toBe(one < 4 * HOUR_MS);
      }),
    );
  });

  it('is there for bookings under review only', () => {
    fc.assert(
      fc.property(
        instant,
        status.filter((word) => word !== 'pending_admin_review'),
        fc.nat(5 * HOUR_MS),
        (at, word, age) => {
          expect(canCancel(made(at, word), later(at, age))).toBe(false);
        },
      ),
    );
  });
});

describe('the groups of the dashboard', () => {
  /** Section 4, word for word, one booking at a time. */
  function groupBySpecification(booking: BookingFacts, now: Date): string {
    const isInFuture = slotStart({ date: booking.date, startTime: booking.start_time }) > now;
    if (booking.status === 'pending_admin_review') return 'pendingReview';
    if (booking.status === 'confirmed' && isInFuture) return 'upcoming';
    if (booking.status === 'completed' || !isInFuture) return 'completed';
    return 'other';
  }

  it('hold each booking once, where the specification puts it, latest start first', () => {
    const cases = instant.chain((now) => fc.tuple(fc.constant(now), fc.array(bookingNear(now))));
    fc.assert(
      fc.property(cases, ([now, bookings]) => {
        const groups = Object.entries<BookingFacts[]>({ ...groupBookings(bookings, now) });
        const placed = groups.flatMap(([, members]) => members);
        expect(placed).toHaveLength(bookings.length);
        expect(new Set(placed)).toEqual(new Set(bookings));
        for (const [name, members] of groups) {
          const starts = members.map((one) =>
            slotStart({ date: one.date, startTime: one.start_time }).getTime(),
          );
          expect(starts).toEqual(starts.toSorted((a, b) => b - a));
          for (const member of members) expect(groupBySpecification(member, now)).toBe(name);
        }
      }),
    );
  });
});

describe('the label of a status', () => {
  it('is never empty, begins with a capital and shows no underscore, whatever the database sends', () => {
    const anyWord = fc.oneof(status, anyText).filter((word) => /[^\s_]/.test(word));
    fc.assert(
      fc.property(anyWord, (word) => {
        const label = statusLabel(word);
        expect(label.trim()).not.toBe('');
        expect(label).not.toContain('_');
        expect(label.charAt(0)).toBe(label.charAt(0).toUpperCase());
      }),
    );
  });
});

describe('the times of a day', () => {
  it('fall into the parts of the day, each once and in order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(time), (times) => {
        const slots = times.map((startTime) => ({ startTime }));
        const shown = groupSlots(slots).flatMap((group) => group.slots);
        const minutes = shown.map(({ startTime }) => minutesOfDay(startTime));
        expect(new Set(shown)).toEqual(new Set(slots));
        expect(minutes).toEqual(minutes.toSorted((a, b) => a - b));
        expect(groupSlots(slots).every((group) => group.slots.length > 0)).toBe(true);
      }),
    );
  });
});
