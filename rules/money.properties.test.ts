import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatInr, toPaise } from '#rules/money.ts';

const rupees = fc.integer({ min: 0, max: 1_000_000 });
const price = fc.double({ min: 0, max: 1_000_000, noNaN: true });

it('paise are whole, at most half a paisa from the price, and never fewer for a higher price', () => {
  fc.assert(
    fc.property(price, price, (one, other) => {
      expect(Number.isInteger(toPaise(one))).toBe(true);
      expect(Math.abs(toPaise(one) - one * 100)).toBeLessThanOrEqual(0.5);
      if (one <= other) expect(toPaise(one)).toBeLessThanOrEqual(toPaise(other));
    }),
  );
});

it('what is shown is what is charged', () => {
  fc.assert(
    fc.property(rupees, (whole) => {
      const shown = formatInr(whole);
      expect(shown).toMatch(/^₹(\d{1,2},)?(\d{1,2},)?\d{1,3}$/);
      expect(toPaise(Number(shown.replace(/[₹,]/g, '')))).toBe(whole * 100);
    }),
    { examples: [[0], [999], [1000], [99_999], [100_000], [1_000_000]] },
  );
});
