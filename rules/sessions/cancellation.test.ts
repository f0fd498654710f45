import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideRefund } from '#rules/money/refund-policy.ts';
import { canCancel, cancellationSentence } from '#rules/sessions/booking.ts';
import { testProperty } from '#tests/kit/property.ts';

const HOUR_MS = 3_600_000;
/** 10 AM in India on Friday 27 November. */
const paidAt = new Date('2026-11-27T04:30:00Z');
const after = (hours: number) => new Date(paidAt.getTime() + hours * HOUR_MS);
const pending = 'pending_admin_review';
const say = (status: string, startsIn: number, askedAfter: number) =>
  cancellationSentence({ status, paidAt, startsAt: after(startsIn) }, after(askedAfter));

describe('The sentence about cancelling has the dates of its booking', () => {
  test.each([
    [
      'under review, in the first hours',
      say(pending, 72, 1),
      'Free to cancel for 4 hours after paying, and again from the confirmation until 24 hours before the session. ' +
        'That means until Fri 27 Nov, 2:00 PM IST, and once confirmed until Sun 29 Nov, 10:00 AM IST.',
    ],
    [
      'under review, after hour 4',
      say(pending, 72, 4),
      'You can cancel again once it is confirmed. It is free to cancel until Sun 29 Nov, 10:00 AM IST.',
    ],
    [
      'under review, after hour 4, less than 24 hours ahead',
      say(pending, 25, 5),
      'You can cancel again once it is confirmed. For a refund your mentor has to agree, and you can ask ' +
        'until Fri 27 Nov, 11:00 PM IST.',
    ],
    [
      'under review, after hour 4, less than 12 hours ahead',
      say(pending, 15, 5),
      'You can cancel again once it is confirmed. There is no refund in the last 12 hours before the session.',
    ],
    [
      'under review, where the 24 hours begin within the first four',
      say(pending, 26, 1),
      'Free to cancel for 4 hours after paying, as long as it is not confirmed. After that: It is free to cancel until ' +
        'Fri 27 Nov, 12:00 PM IST.',
    ],
    [
      'under review, paid less than 24 hours ahead',
      say(pending, 20, 1),
      'Free to cancel for 4 hours after paying, as long as it is not confirmed. After that: For a refund your mentor has to ' +
        'agree, and you can ask until Fri 27 Nov, 6:00 PM IST.',
    ],
    [
      'under review, paid less than 12 hours ahead',
      say(pending, 8, 1),
      'Free to cancel for 4 hours after paying, as long as it is not confirmed. After that: There is no refund in the last ' +
        '12 hours before the session.',
    ],
    ['approved', say('confirmed', 72, 30), 'It is free to cancel until Sun 29 Nov, 10:00 AM IST.'],
    [
      'approved, less than 24 hours ahead',
      say('rescheduled', 20, 1),
      'For a refund your mentor has to agree, and you can ask until Fri 27 Nov, 6:00 PM IST.',
    ],
    [
      'approved, less than 12 hours ahead',
      say('confirmed', 11, 1),
      'There is no refund in the last 12 hours before the session.',
    ],
    [
      'before paying',
      cancellationSentence({ status: pending, paidAt: null, startsAt: after(72) }, paidAt),
      'Free to cancel for 4 hours after paying, and again from the confirmation until 24 hours before the session. ' +
        'Once confirmed, you can cancel until Sun 29 Nov, 10:00 AM IST.',
    ],
    ['under review, begun', say(pending, 2, 2), null],
    ['approved, begun', say('confirmed', 2, 3), null],
    ['cancelled', say('cancelled', 72, 1), null],
    ['completed', say('completed', 72, 1), null],
  ])('%s', (_, sentence, expected) => expect(sentence).toBe(expected));
});

testProperty(
  'The sentence promises what the refund policy and the window of four hours give, at any time',
  [
    fc.constantFrom('pending_admin_review', 'confirmed', 'rescheduled'),
    fc.integer({ min: 1, max: 100 * 60 }),
    fc.integer({ min: 0, max: 100 * 60 }),
  ],
  (status, startsInMinutes, askedAfterMinutes) => {
    const startsAt = after(startsInMinutes / 60);
    const now = after(askedAfterMinutes / 60);
    const sentence = cancellationSentence({ status, paidAt, startsAt }, now);
    expect(sentence === null).toBe(now >= startsAt);
    if (sentence === null) return;
    if (status === 'pending_admin_review') {
      const isInWindow = canCancel({ status, created_at: paidAt.toISOString() }, now);
      expect(sentence).toMatch(
        isInWindow ? /^Free to cancel for 4 hours/ : /^You can cancel again once it is confirmed\./,
      );
    }
    // What holds once it is confirmed.
    const { refund, needsAgreement } = decideRefund('founder_cancels', { status: 'confirmed', startsAt }, now);
    expect(/has to agree/.test(sentence)).toBe(needsAgreement);
    expect(/no refund/.test(sentence)).toBe(refund === 'none');
    expect(/free to cancel until|once confirmed until|Once confirmed, you can/.test(sentence)).toBe(
      refund === 'full' && !needsAgreement,
    );
  },
);
