import { describe, expect, it } from 'vitest';
import { BOOKING_STATUSES } from '#rules/sessions/booking.ts';
import {
  canDecide,
  canReschedule,
  canRetryCalendar,
  type MeetingState,
  meetingState,
  paymentSummary,
  reviewWait,
  shortSpan,
} from './booking-review.ts';

const HOUR = 3_600_000;
const LINK = 'https://meet.example/abc';

describe('what an administrator may do', () => {
  it('approve and reject: bookings under review alone', () => {
    expect(BOOKING_STATUSES.filter(canDecide)).toEqual(['pending_admin_review']);
  });

  it('reschedule: all but the rejected and the cancelled', () => {
    expect(BOOKING_STATUSES.filter(canReschedule)).toEqual([
      'pending_admin_review',
      'confirmed',
      'completed',
      'rescheduled',
    ]);
  });
});

describe('the wait for review', () => {
  const created = new Date('2026-11-20T06:00:00Z');
  const booking = {
    status: 'pending_admin_review',
    created_at: created.toISOString(),
    answer_by: '2026-11-21T06:00:00Z',
  };
  const later = (hours: number) => new Date(created.getTime() + hours * HOUR);

  it.each([
    [5, 19, 'calm'],
    [18, 6, 'calm'],
    [18.5, 5.5, 'high'],
    [24, 0, 'high'],
    [30, -6, 'broken'],
  ])('after %d hours has %d left and is %s', (hours, left, urgency) => {
    expect(reviewWait(booking, later(hours))).toEqual({ waitedMs: hours * HOUR, leftMs: left * HOUR, urgency });
  });

  it('is no concern of decided bookings, nor below nothing on a slow clock', () => {
    expect(reviewWait({ ...booking, status: 'confirmed' }, later(1))).toBeNull();
    expect(reviewWait(booking, later(-1))?.waitedMs).toBe(0);
  });

  it.each([
    [0, '1 min'],
    [59 * 60_000, '59 min'],
    [HOUR, '1 h'],
    [-6 * HOUR, '6 h'],
    [47.9 * HOUR, '47 h'],
    [48 * HOUR, '2 d'],
    [51.5 * HOUR, '2 d 3 h'],
  ])('of %d ms reads %s', (ms, text) => expect(shortSpan(ms)).toBe(text));
});

describe('the meeting', () => {
  it.each<[string, string | null, string | null, MeetingState]>([
    ['pending_admin_review', null, null, 'afterApproval'],
    ['confirmed', null, 'pending', 'linkPending'],
    ['rescheduled', LINK, 'pending', 'updating'],
    ['confirmed', LINK, 'created', 'open'],
    ['confirmed', null, 'created', 'createdWithoutLink'],
    ['confirmed', 'javascript:alert(1)', 'created', 'createdWithoutLink'],
    ['confirmed', LINK, 'failed', 'failed'],
    ['confirmed', null, 'failed', 'failed'],
    ['confirmed', null, 'off', 'off'],
    ['confirmed', LINK, 'off', 'open'],
    ['confirmed', null, null, 'missing'],
    ['completed', LINK, 'created', 'open'],
    ['completed', null, null, 'none'],
    ['rejected', null, null, 'none'],
    ['cancelled', null, 'deleted', 'none'],
    ['cancelled', LINK, 'pending', 'removing'],
    ['rejected', LINK, 'failed', 'removalFailed'],
  ])('of a %s booking with link %s and calendar %s is %s', (status, link, calendar, state) => {
    expect(meetingState({ status, google_meet_link: link, calendar_state: calendar })).toBe(state);
  });

  it('is tried again only where something is owed', () => {
    const states: MeetingState[] = ['failed', 'removalFailed', 'off', 'missing'];
    expect(states.every(canRetryCalendar)).toBe(true);
    const others: MeetingState[] = ['none', 'afterApproval', 'linkPending', 'updating', 'open', 'removing'];
    expect(others.some(canRetryCalendar)).toBe(false);
  });
});

describe('the money', () => {
  it.each([
    ['none', null, 'byHand'],
    ['captured', null, 'paid'],
    ['captured', 'queued', 'refundUnderWay'],
    ['captured', 'pending', 'refundUnderWay'],
    ['captured', 'processed', 'refunded'],
    ['captured', 'failed', 'refundFailed'],
  ])('%s, refund %s: %s', (payment_state, refund_state, summary) => {
    expect(paymentSummary({ payment_state, refund_state })).toBe(summary);
  });

  it('stays with a session that ended without a refund, and with one that was moved', () => {
    const paid = { payment_state: 'captured', refund_state: null };
    expect(paymentSummary({ ...paid, status: 'cancelled', incident: 'founder_cancels' })).toBe('kept');
    expect(paymentSummary({ ...paid, status: 'completed', incident: 'founder_no_show' })).toBe('kept');
    expect(paymentSummary({ ...paid, status: 'rescheduled', incident: 'mentor_no_show' })).toBe('paid');
    expect(paymentSummary({ ...paid, status: 'completed', incident: null })).toBe('paid');
  });
});
