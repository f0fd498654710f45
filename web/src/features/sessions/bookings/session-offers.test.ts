import { expect, it } from 'vitest';
import { decideRefund } from '#rules/money/refund-policy.ts';
import type { CancellationTerms } from './cancellation.data.ts';
import { expiryOf, lastRequest, openRequest, sessionOffers, slotsToMoveTo } from './session-offers.ts';

const HOUR = 3_600_000;
const startsAt = new Date('2026-11-24T10:00:00+05:30');

/** The database's answer so many milliseconds before the start, by the rule that both share. */
function termsAt(notice: number, { status = 'confirmed', moves = 0 } = {}): CancellationTerms {
  const decidedAt = new Date(startsAt.getTime() - notice);
  const cancelling = decideRefund('founder_cancels', { status, startsAt }, decidedAt);
  const moving = decideRefund('founder_moves', { status, startsAt }, decidedAt);
  return {
    ...cancelling,
    status,
    startsAt,
    decidedAt,
    canCancelHere: cancelling.isPossible && !cancelling.needsAgreement,
    canMoveHere: moving.newTime === 'free' && moves < 2,
    movesLeft: 2 - moves,
    paid: 7000,
    workingDays: { min: 5, max: 10 },
  };
}

it.each([
  [24 * HOUR, 'refund', 'now'],
  [24 * HOUR - 1000, 'ask', 'late'],
  [12 * HOUR, 'ask', 'late'],
  [12 * HOUR - 1000, 'none', 'late'],
  [1000, 'none', 'late'],
])('%d milliseconds before the start a founder may cancel: %s, and move: %s', (notice, cancel, move) => {
  expect(sessionOffers(termsAt(notice))).toEqual({ cancel, move });
  expect(sessionOffers(termsAt(notice, { status: 'rescheduled' }))).toEqual({ cancel, move });
});

it('offers a third move as a request, and nothing for a session that has begun or is not approved', () => {
  expect(sessionOffers(termsAt(48 * HOUR, { moves: 1 }))?.move).toBe('now');
  expect(sessionOffers(termsAt(48 * HOUR, { moves: 2 }))).toEqual({ cancel: 'refund', move: 'used-up' });
  expect(sessionOffers(termsAt(2 * HOUR, { moves: 2 }))?.move).toBe('used-up');
  expect(sessionOffers(termsAt(0))).toBeNull();
  for (const status of ['pending_admin_review', 'cancelled', 'rejected', 'completed'])
    expect(sessionOffers(termsAt(48 * HOUR, { status }))).toBeNull();
});

it('shows what was asked last, and knows which request waits', () => {
  const about = { booking_id: 'this' };
  const first = { ...about, state: 'declined', asked_at: '2026-11-22T10:00:00Z', answered_at: '2026-11-22T12:00:00Z' };
  const second = { ...about, state: 'open', asked_at: '2026-11-23T10:00:00Z', answered_at: null };
  const other = { ...second, booking_id: 'other', asked_at: '2026-11-24T10:00:00Z' };
  expect(lastRequest([other, second, first], 'this')).toBe(second);
  expect(lastRequest([first, second, other], 'this')).toBe(second);
  expect(openRequest([other, first, second], 'this')).toBe(second);
  expect([lastRequest([other], 'this'), openRequest([first, other], 'this')]).toEqual([null, null]);
  expect([lastRequest(undefined, 'this'), openRequest(undefined, 'this')]).toEqual([null, null]);
});

it('tells a request that ended with the start from one that another change overtook', () => {
  const ended = (hours: number) => ({
    booking_id: 'this',
    state: 'expired',
    asked_at: '2026-11-23T10:00:00Z',
    answered_at: new Date(startsAt.getTime() + hours * HOUR).toISOString(),
  });
  expect([ended(-1), ended(0), ended(0.02)].map((request) => expiryOf(request, startsAt))).toEqual([
    'overtaken',
    'began',
    'began',
  ]);
});

it('offers free slots of the same length to move to, however their seconds are written', () => {
  const slot = (startTime: string, endTime: string, taken = {}) => ({
    ...{ date: '2026-11-26', startTime, endTime, isBooked: false, isHeld: false },
    ...taken,
  });
  const slots = [
    slot('10:00', '11:00'),
    slot('12:00:00', '12:30:00'),
    slot('13:00:00', '15:00:00'),
    slot('16:00:00', '17:00:00', { isBooked: true }),
    slot('17:00:00', '18:00:00', { isHeld: true }),
    slot('18:30:00', '19:30:00'),
  ];
  const starts = slotsToMoveTo(slots, { startTime: '09:15:00', endTime: '10:15:00' }).map((one) => one.startTime);
  expect(starts).toEqual(['10:00', '18:30:00']);
});
