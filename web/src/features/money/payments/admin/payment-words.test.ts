import { expect, it } from 'vitest';
import { amountOf, whenOf } from './payment-words.ts';

it('a payment of another year says so, by the year in India', () => {
  const now = new Date('2027-01-02T00:00:00Z');
  expect(whenOf({ captured_at: '2026-12-31T18:29:59.999999+00:00' }, now)).toBe('Thu 31 Dec 2026, 11:59 PM');
  expect(whenOf({ captured_at: '2026-12-31T18:30:00+00:00' }, now)).toBe('Fri 1 Jan, 12:00 AM');
});

it('a payment in another currency keeps its own code', () => {
  expect(amountOf({ amount_paise: 12_500_050, currency: 'INR' })).toBe('₹1,25,000.50');
  expect(amountOf({ amount_paise: 700_000, currency: 'USD' })).toBe('USD 7000.00');
});
