import { expect, it } from 'vitest';
import { missingNumber, paidOn, receiptDate, refundProgress, sessionTime } from './receipt-facts.ts';

it('a receipt is of the day in India on which its number was given, before that of the day of the payment', () => {
  const paid_at = '2026-11-20T18:29:59Z';
  expect(paidOn({ paid_at })).toBe('Friday, 20 November 2026, 11:59 PM IST');
  expect(receiptDate({ paid_at, issued_at: null })).toBe('Friday, 20 November 2026');
  expect(receiptDate({ paid_at, issued_at: '2027-03-31T18:30:00Z' })).toBe('Thursday, 1 April 2027');
});

it.each([
  ['P0/2026-27/000123', null, null],
  ['P0/2026-27/000123', 'processed', null],
  [null, null, 'The number is given when the session is completed.'],
  [null, 'pending', 'There is no number: the payment is refunded.'],
] as const)('a receipt with the number %s and a refund %s says instead of the number: %s', (number, refund, words) => {
  expect(missingNumber({ receipt_number: number, refund_state: refund })).toBe(words);
});

it.each([
  [null, null],
  ['queued', 'On its way'],
  ['pending', 'On its way'],
  ['failed', 'On its way'],
  ['processed', 'Refunded on Thursday, 26 November 2026'],
] as const)('a receipt says of a refund that is %s: %s', (refund_state, sentence) => {
  expect(refundProgress({ refund_state, refund_at: '2026-11-25T20:00:00Z' })).toBe(sentence);
});

it('a receipt names the session’s time in India', () => {
  expect(sessionTime({ date: '2026-11-24', start_time: '10:00:00', end_time: '11:00:00' })).toBe(
    'Tuesday, 24 November 2026, 10:00 AM – 11:00 AM IST',
  );
});
