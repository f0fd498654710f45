import { describe, expect, it } from 'vitest';
import { decideRefund, type RefundQuestion } from '#rules/money/refund-policy.ts';
import { refundDeadlines } from '#rules/sessions/booking.ts';

const START = new Date('2026-12-01T05:30:00Z');
const HOUR_MS = 3_600_000;
const ask = (question: RefundQuestion, status: string, hoursBefore: number) => {
  const { isPossible, refund, newTime, needsAgreement } = decideRefund(
    question,
    { status, startsAt: START },
    new Date(START.getTime() - hoursBefore * HOUR_MS),
  );
  return isPossible ? [refund, newTime, needsAgreement ? 'if the mentor agrees' : 'for certain'] : 'not possible';
};

describe('the policy text', () => {
  it('gives a rejected booking back in full, always', () => {
    expect(ask('reject', 'pending_admin_review', 1)).toEqual(['full', 'none', 'for certain']);
    expect(ask('reject', 'pending_admin_review', -1)).toEqual(['full', 'none', 'for certain']);
    expect(ask('reject', 'confirmed', 1)).toBe('not possible');
  });

  it('gives a pending booking that is cancelled back in full, however late', () => {
    expect(ask('founder_cancels', 'pending_admin_review', 48)).toEqual(['full', 'none', 'for certain']);
    expect(ask('founder_cancels', 'pending_admin_review', 0.5)).toEqual(['full', 'none', 'for certain']);
  });

  it.each(['confirmed', 'rescheduled'])('“reschedule at least 24 hours ahead”, of a %s session', (status) => {
    expect(ask('founder_moves', status, 24)).toEqual(['none', 'free', 'for certain']);
    expect(ask('founder_moves', status, 23.9)).toEqual(['none', 'discretion', 'for certain']);
    expect(ask('founder_cancels', status, 24)).toEqual(['full', 'free', 'for certain']);
    expect(ask('founder_cancels', status, 23.9)).toEqual(['full', 'discretion', 'if the mentor agrees']);
  });

  it.each(['confirmed', 'rescheduled'])('“under 12 hours is not refundable”, of a %s session', (status) => {
    expect(ask('founder_cancels', status, 12)).toEqual(['full', 'discretion', 'if the mentor agrees']);
    expect(ask('founder_cancels', status, 11.99)).toEqual(['none', 'discretion', 'for certain']);
    expect(ask('founder_cancels', status, 0)).toBe('not possible');
  });

  it.each(['mentor_no_show', 'technical_issue'] as const)(
    '“a mentor no-show or platform technical issue gives a full refund or a free reschedule”: %s',
    (question) => {
      for (const status of ['confirmed', 'rescheduled', 'completed']) {
        expect(ask(question, status, -0.5)).toEqual(['full', 'free', 'for certain']);
      }
      expect(ask(question, 'pending_admin_review', -0.5)).toBe('not possible');
    },
  );

  it('a mentor who cancels ahead owes as much as one who does not come', () => {
    expect(ask('mentor_cancels', 'confirmed', 2)).toEqual(['full', 'free', 'for certain']);
    expect(ask('mentor_cancels', 'confirmed', -2)).toBe('not possible');
  });

  it('“a user no-show gives no refund”', () => {
    expect(ask('founder_no_show', 'confirmed', -0.25)).toEqual(['none', 'discretion', 'for certain']);
    expect(ask('founder_no_show', 'completed', -48)).toEqual(['none', 'discretion', 'for certain']);
  });

  it('nobody is absent before the start, and nothing happens to what has ended', () => {
    expect(ask('mentor_no_show', 'confirmed', 0.01)).toBe('not possible');
    expect(ask('founder_no_show', 'confirmed', 0.01)).toBe('not possible');
    for (const status of ['rejected', 'cancelled', 'on_hold']) {
      expect(ask('technical_issue', status, 1)).toBe('not possible');
      expect(ask('founder_cancels', status, 48)).toBe('not possible');
    }
  });
});

it('names the very instants at which the policy’s answer changes', () => {
  const answer = (now: Date) => {
    const { refund, needsAgreement } = decideRefund('founder_cancels', { status: 'confirmed', startsAt: START }, now);
    return needsAgreement ? 'ask' : refund;
  };
  const { early, refundable } = refundDeadlines(START);
  const after = (moment: Date) => new Date(moment.getTime() + 1);
  expect([early, after(early), refundable, after(refundable)].map(answer)).toEqual(['full', 'ask', 'ask', 'none']);
});
