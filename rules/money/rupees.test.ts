import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInr, formatPaise, toPaise } from '#rules/money/rupees.ts';
import { testProperty } from '#tests/kit/property.ts';

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

  testProperty(
    'gives a whole number back for every price in whole paise',
    [fc.integer({ min: 0, max: 1_000_000_000 })],
    (paise) => {
      expect(toPaise(paise / 100)).toBe(paise);
    },
  );

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

describe('for any input', () => {
  const rupees = fc.integer({ min: 0, max: 1_000_000 });
  const price = fc.double({ min: 0, max: 1_000_000, noNaN: true });

  testProperty(
    'paise are whole, at most half a paisa from the price, and never fewer for a higher price',
    [price, price],
    (one, other) => {
      expect(Number.isInteger(toPaise(one))).toBe(true);
      expect(Math.abs(toPaise(one) - one * 100)).toBeLessThanOrEqual(0.5);
      if (one <= other) expect(toPaise(one)).toBeLessThanOrEqual(toPaise(other));
    },
  );

  testProperty(
    'what is shown is what is charged',
    [rupees],
    (whole) => {
      const shown = formatInr(whole);
      expect(shown).toMatch(/^₹(\d{1,2},)?(\d{1,2},)?\d{1,3}$/);
      expect(toPaise(Number(shown.replace(/[₹,]/g, '')))).toBe(whole * 100);
    },
    { examples: [[0], [999], [1000], [99_999], [100_000], [1_000_000]] },
  );
});

describe('formatPaise', () => {
  it('shows paise where there are any, and what is taken back with a minus sign', () => {
    expect([350_000, 0, -52_550, -350_000].map(formatPaise)).toEqual(['₹3,500', '₹0', '−₹525.50', '−₹3,500']);
  });
});
