import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { groupSlots, partOfDay } from '#rules/mentors/slots.ts';
import {
  answerBy,
  type BookingFacts,
  canCancel,
  cancellableUntil,
  groupBookings,
  rescheduleNote,
  statusLabel,
} from '#rules/sessions/booking.ts';
import { addDays, minutesOfDay, slotStart } from '#rules/shell/ist.ts';
import { anyText, testProperty } from '#tests/kit/property.ts';

const now = new Date('2026-11-24T06:30:00Z'); // noon in India

function booking(status: string, date: string, start_time: string, created_at = '2026-11-24T05:30:00Z') {
  return { id: `${status} ${date} ${start_time}`, status, date, start_time, created_at };
}
const ids = (bookings: { id: string }[]) => bookings.map(({ id }) => id);

describe('groupBookings', () => {
  it('sorts every status into its group by whether the session has started', () => {
    const groups = groupBookings(
      [
        booking('pending_admin_review', '2026-11-25', '10:00:00'),
        booking('pending_admin_review', '2026-11-20', '10:00:00'),
        booking('confirmed', '2026-11-24', '12:01:00'),
        booking('confirmed', '2026-11-24', '12:00:00'),
        booking('completed', '2026-11-30', '10:00:00'),
        booking('cancelled', '2026-11-23', '10:00:00'),
        booking('cancelled', '2026-11-26', '10:00:00'),
        booking('rescheduled', '2026-11-27', '10:00:00'),
        booking('on_hold', '2026-11-28', '10:00:00'),
      ],
      now,
    );
    expect(ids(groups.pendingReview)).toEqual([
      'pending_admin_review 2026-11-25 10:00:00',
      'pending_admin_review 2026-11-20 10:00:00',
    ]);
    expect(ids(groups.upcoming)).toEqual(['confirmed 2026-11-24 12:01:00']);
    expect(ids(groups.completed)).toEqual([
      'completed 2026-11-30 10:00:00',
      'confirmed 2026-11-24 12:00:00',
      'cancelled 2026-11-23 10:00:00',
    ]);
    expect(ids(groups.other)).toEqual([
      'on_hold 2026-11-28 10:00:00',
      'rescheduled 2026-11-27 10:00:00',
      'cancelled 2026-11-26 10:00:00',
    ]);
  });

  it('puts each booking into exactly one group, latest start first', () => {
    const anyBooking = fc.record({
      id: fc.uuid(),
      status: fc.constantFrom(
        'pending_admin_review',
        'confirmed',
        'completed',
        'rejected',
        'cancelled',
        'rescheduled',
        'x',
      ),
      date: fc.integer({ min: 1, max: 28 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`),
      start_time: fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:00:00`),
      created_at: fc.constant('2026-11-01T00:00:00Z'),
    });
    fc.assert(
      fc.property(fc.array(anyBooking), (bookings) => {
        const groups = Object.values(groupBookings(bookings, now));
        expect(groups.flatMap(ids).sort()).toEqual(ids(bookings).sort());
        for (const group of groups) {
          const starts = group.map((b: (typeof bookings)[number]) => `${b.date} ${b.start_time}`);
          expect(starts).toEqual(starts.toSorted().reverse());
        }
      }),
    );
  });
});

describe('canCancel', () => {
  const made = (created_at: string, status = 'pending_admin_review') => ({ status, created_at });

  it('ends when the booking is 4 hours old', () => {
    expect(canCancel(made('2026-11-24T02:30:00.001Z'), now)).toBe(true);
    expect(canCancel(made('2026-11-24T02:30:00.000Z'), now)).toBe(false);
  });

  it('says until when', () => {
    expect(cancellableUntil(made('2026-11-24T02:30:00Z'))).toEqual(now);
  });

  it('needs a booking under review', () => {
    for (const status of ['confirmed', 'completed', 'rejected', 'cancelled', 'rescheduled']) {
      expect(canCancel(made('2026-11-24T06:00:00Z', status), now)).toBe(false);
    }
  });

  it('is refused when the age is unknown', () => {
    expect(canCancel(made('not a time'), now)).toBe(false);
  });
});

describe('statusLabel', () => {
  it('names the known and capitalises the unknown', () => {
    expect(statusLabel('pending_admin_review')).toBe('Pending Review');
    expect(statusLabel('cancelled')).toBe('Cancelled');
    expect(statusLabel('on_hold')).toBe('On hold');
    expect(statusLabel('toString')).toBe('ToString');
    expect(statusLabel('')).toBe('');
  });
});

describe('rescheduleNote', () => {
  it('is shown only when the notes tell of a new time', () => {
    expect(rescheduleNote('Rescheduled: the mentor is travelling')).toBe('Rescheduled: the mentor is travelling');
    const appended = 'Mentoring session booking\nRescheduled: the mentor is travelling';
    expect(rescheduleNote(appended)).toBe(appended);
    expect(rescheduleNote('Mentoring session booking')).toBeNull();
    expect(rescheduleNote(null)).toBeNull();
  });
});

describe('slots by part of day', () => {
  it('splits at noon and at 5 PM', () => {
    expect(['00:00', '11:59', '12:00', '16:59:59', '17:00', '23:00'].map(partOfDay)).toEqual([
      'morning',
      'morning',
      'afternoon',
      'afternoon',
      'evening',
      'evening',
    ]);
  });

  it('groups in the order of the day and leaves empty parts out', () => {
    const slots = [{ startTime: '18:00' }, { startTime: '11:00' }, { startTime: '09:30:00' }];
    expect(groupSlots(slots)).toEqual([
      { part: 'morning', slots: [{ startTime: '09:30:00' }, { startTime: '11:00' }] },
      { part: 'evening', slots: [{ startTime: '18:00' }] },
    ]);
  });
});

test('the answer comes within 24 hours of the payment, and 2 hours before the start', () => {
  const paid = new Date('2026-11-21T06:30:00Z');
  expect(answerBy(paid, new Date('2026-11-24T04:30:00Z')).toISOString()).toBe('2026-11-22T06:30:00.000Z');
  expect(answerBy(paid, new Date('2026-11-22T04:30:00Z')).toISOString()).toBe('2026-11-22T02:30:00.000Z');
});

describe('for any input', () => {
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
    .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`);
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

    testProperty('closes at four hours, to the millisecond', [instant], (at) => {
      expect(canCancel(made(at), later(at, 4 * HOUR_MS - 1))).toBe(true);
      expect(canCancel(made(at), later(at, 4 * HOUR_MS))).toBe(false);
    });

    testProperty('never opens again', [instant, fc.nat(9 * HOUR_MS), fc.nat(9 * HOUR_MS)], (at, one, other) => {
      const [early, late] = [Math.min(one, other), Math.max(one, other)];
      if (canCancel(made(at), later(at, late))) expect(canCancel(made(at), later(at, early))).toBe(true);
      expect(canCancel(made(at), later(at, one))).toBe(one < 4 * HOUR_MS);
    });

    testProperty(
      'is there for bookings under review only',
      [instant, status.filter((word) => word !== 'pending_admin_review'), fc.nat(5 * HOUR_MS)],
      (at, word, age) => {
        expect(canCancel(made(at, word), later(at, age))).toBe(false);
      },
    );
  });

  describe('the groups of the dashboard', () => {
    /** The groups said in another way, one booking at a time. */
    function groupBySpecification(booking: BookingFacts, now: Date): string {
      const isInFuture = slotStart({ date: booking.date, startTime: booking.start_time }) > now;
      if (booking.status === 'pending_admin_review') return 'pendingReview';
      if (booking.status === 'confirmed' && isInFuture) return 'upcoming';
      if (booking.status === 'completed' || !isInFuture) return 'completed';
      return 'other';
    }

    const cases = instant.chain((now) => fc.tuple(fc.constant(now), fc.array(bookingNear(now))));
    testProperty(
      'hold each booking once, where the specification puts it, latest start first',
      [cases],
      ([now, bookings]) => {
        const groups = Object.entries<BookingFacts[]>({ ...groupBookings(bookings, now) });
        const placed = groups.flatMap(([, members]) => members);
        expect(placed).toHaveLength(bookings.length);
        expect(new Set(placed)).toEqual(new Set(bookings));
        for (const [name, members] of groups) {
          const starts = members.map((one) => slotStart({ date: one.date, startTime: one.start_time }).getTime());
          expect(starts).toEqual(starts.toSorted((a, b) => b - a));
          for (const member of members) expect(groupBySpecification(member, now)).toBe(name);
        }
      },
    );
  });

  describe('the label of a status', () => {
    const anyWord = fc.oneof(status, anyText).filter((word) => /[^\s_]/.test(word));
    testProperty(
      'is never empty, begins with a capital and shows no underscore, whatever the database sends',
      [anyWord],
      (word) => {
        const label = statusLabel(word);
        expect(label.trim()).not.toBe('');
        expect(label).not.toContain('_');
        expect(label.charAt(0)).toBe(label.charAt(0).toUpperCase());
      },
    );
  });

  describe('the times of a day', () => {
    testProperty('fall into the parts of the day, each once and in order', [fc.uniqueArray(time)], (times) => {
      const slots = times.map((startTime) => ({ startTime }));
      const shown = groupSlots(slots).flatMap((group) => group.slots);
      const minutes = shown.map(({ startTime }) => minutesOfDay(startTime));
      expect(new Set(shown)).toEqual(new Set(slots));
      expect(minutes).toEqual(minutes.toSorted((a, b) => a - b));
      expect(groupSlots(slots).every((group) => group.slots.length > 0)).toBe(true);
    });
  });
});
