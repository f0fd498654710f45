import { describe, expect, it } from 'vitest';
import { axisOf, formatInrShort, overviewWeeks, totalOf } from './overview-figures.ts';

const week = (change: object = {}) => ({
  week_start: '2026-11-16',
  bookings: 0,
  confirmed: 0,
  rejected: 0,
  cancelled: 0,
  revenue_paise: 0,
  refunds_paise: 0,
  ...change,
});

describe('a week', () => {
  it('counts who waits, and takes refunds off the revenue', () => {
    const [one] = overviewWeeks({
      weeks: [
        week({
          bookings: 9,
          confirmed: 4,
          rejected: 2,
          cancelled: 1,
          revenue_paise: 1_400_050,
          refunds_paise: 700_000,
        }),
      ],
    });
    expect(one).toMatchObject({
      label: '16 Nov',
      bookings: 9,
      waiting: 2,
      captured: 14_000.5,
      refunds: 7000,
      net: 7000.5,
    });
  });

  it('may have given back more than it took', () => {
    expect(overviewWeeks({ weeks: [week({ refunds_paise: 700_000 })] })[0]?.net).toBe(-7000);
  });

  it('adds up to the paisa', () => {
    const weeks = overviewWeeks({ weeks: [week({ revenue_paise: 10 }), week({ revenue_paise: 20 })] });
    expect(totalOf(weeks, 'captured')).toBe(0.3);
    expect(totalOf([], 'bookings')).toBe(0);
  });
});

it.each([
  [0, '₹0'],
  [950, '₹950'],
  [7000, '₹7K'],
  [-7500, '-₹7.5K'],
  [125_000, '₹1.3L'],
  [30_000_000, '₹3Cr'],
])('%s rupees are short %s', (rupees, short) => {
  expect(formatInrShort(rupees)).toBe(short);
});

it.each([
  [[0], true, [0, 1]],
  [[1], true, [0, 1]],
  [[3, 0, 2], true, [0, 1, 2, 3]],
  [[17], true, [0, 5, 10, 15, 20]],
  [[9000, 120_000], false, [0, 50_000, 100_000, 150_000]],
  [[400, -150], false, [-200, -100, 0, 100, 200, 300, 400]],
  [[-10], false, [-10, -5, 0]],
])('An axis for sums of %o (whole: %s) has lines at %o', (sums, isWhole, lines) => {
  expect(axisOf(sums, isWhole)).toEqual(lines);
});
