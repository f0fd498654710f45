import { describe, expect, it } from 'vitest';
import {
  processingQuery,
  readBookingSummary,
  readProcessingQuery,
  successQuery,
  withoutProof,
} from '#rules/booking-query.ts';

const query = {
  mentorName: 'Ananya Rao & Co',
  mentorImage: '/portraits/ananya-640.webp',
  date: '2026-11-24',
  startTime: '10:00:00',
  endTime: '11:00:00',
  amount: 7000,
  requiresReview: true,
  paymentId: 'pay_1',
  orderId: 'order_1',
  signature: 'abc',
  verified: true,
};

describe('the addresses of processing and success', () => {
  it('carry a session from one page to the next', () => {
    expect(readProcessingQuery(new URLSearchParams(processingQuery(query).toString()))).toEqual(query);
  });

  it('leave payment id, order id and signature out of the success page', () => {
    const params = successQuery(query);
    expect([...params.keys()]).toEqual([
      'mentorName',
      'mentorImage',
      'date',
      'startTime',
      'endTime',
      'amount',
      'requiresReview',
    ]);
  });

  it('lose payment id, order id and signature, and nothing else', () => {
    const params = new URLSearchParams('mentorName=A+%26+B&paymentId=p&x=1&orderId=o&signature=s&verified=true');
    expect(withoutProof(params).toString()).toBe('mentorName=A+%26+B&x=1&verified=true');
    expect([...params.keys()]).toContain('signature');
  });

  it('say nothing where nothing is known', () => {
    const empty = readBookingSummary(new URLSearchParams());
    expect(empty).toMatchObject({ mentorName: '', mentorImage: '', date: '', startTime: '', amount: null });
    expect(successQuery(empty).toString()).toBe('requiresReview=true');
    expect(readProcessingQuery(new URLSearchParams()).verified).toBe(false);
    expect(readProcessingQuery(new URLSearchParams('verified=false')).verified).toBe(false);
  });

  it.each([
    ['date', '2026-02-30'],
    ['date', 'tomorrow'],
    ['startTime', '25:00'],
    ['endTime', 'noon'],
    ['mentorImage', '//elsewhere.example/a.png'],
    ['mentorImage', 'javascript:alert(1)'],
    ['mentorImage', '/\\elsewhere.example'],
  ] as const)('ignore a %s of %j', (name, value) => {
    expect(readBookingSummary(new URLSearchParams({ [name]: value }))[name]).toBe('');
  });

  it.each(['-1', 'NaN', 'Infinity', '', 'free'])('ignore an amount of %j', (amount) => {
    expect(readBookingSummary(new URLSearchParams({ amount })).amount).toBeNull();
  });
});
