import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canCancel,
  cancellableUntil,
  groupBookings,
  groupSlots,
  partOfDay,
  rescheduleNote,
  reviewDue,
  statusLabel,
} from '#rules/booking.ts';

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
    expect(rescheduleNote('Rescheduled: the mentor is travelling')).toBe(
      'Rescheduled: the mentor is travelling',
    );
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

describe('reviewDue', () => {
  const booking = { date: '2026-11-24', start_time: '10:00:00', created_at: '2026-11-21T06:30:00Z' };

  it('is 24 hours after booking', () => {
    expect(reviewDue(booking).toISOString()).toBe('2026-11-22T06:30:00.000Z');
  });

  it('is the start of a session that comes sooner', () => {
    expect(reviewDue({ ...booking, date: '2026-11-22' }).toISOString()).toBe('2026-11-22T04:30:00.000Z');
  });
});
