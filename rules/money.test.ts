import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInr, toPaise } from '#rules/money.ts';

describe('toPaise', () => {
  it('is price x 100', () => {
    expect(toPaise(7000)).toBe(700_000);
    expect(toPaise(0)).toBe(0);
  });

  it('rounds what binary fractions leave behind', () => {
    expect(toPaise(19.99)).toBe(1999);
    expect(toPaise(1.005)).toBe(100);
    expect(toPaise(0.29)).toBe(29);
  });

  it('gives a whole number back for every price in whole paise', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (paise) => toPaise(paise / 100) === paise),
    );
  });

  it('refuses what is not a price', () => {
    for (const price of [Number.NaN, Number.POSITIVE_INFINITY, -1]) {
      expect(() => toPaise(price)).toThrow(RangeError);
    }
  });
});

describe('formatInr', () => {
  it('groups the Indian way', () => {
    expect(formatInr(0)).toBe('₹0');
    expect(formatInr(1500)).toBe('₹1,500');
    expect(formatInr(7000)).toBe('₹7,000');
    expect(formatInr(125_000)).toBe('₹1,25,000');
    expect(formatInr(12_345_678)).toBe('₹1,23,45,678');
  });

  it('shows paise only when there are some', () => {
    expect(formatInr(7000.5)).toBe('₹7,000.50');
  });
});
