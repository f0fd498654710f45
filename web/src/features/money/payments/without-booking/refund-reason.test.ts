import { expect, it } from 'vitest';
import { refundReason } from './refund-reason.ts';

it.each([
  ['slot_taken', 'queued', 'This slot was taken while you were paying. Your payment is being refunded in full.'],
  ['slot_taken', 'failed', 'This slot was taken while you were paying. Your payment is being refunded in full.'],
  ['slot_in_past', 'processed', 'This slot started before your payment arrived. Your payment was refunded in full.'],
  [
    'order_already_paid',
    'pending',
    'This session was already paid for. Your second payment is being refunded in full.',
  ],
  [
    'a_new_reason',
    'pending',
    'Your payment could not be turned into a booking. Your payment is being refunded in full.',
  ],
] as const)('of %s, %s: says why and what happens with the money', (reason, refund, sentence) => {
  expect(refundReason({ reason, refund })).toBe(sentence);
});
