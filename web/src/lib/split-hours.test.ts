import { expect, it } from 'vitest';
import { splitHours } from './split-hours.ts';

it.each([
  [0, 0, 0, 0],
  [0.25, 0, 0, 15],
  [23.99, 0, 23, 59],
  [23.999, 1, 0, 0],
  [49.5, 2, 1, 30],
  [-1, 0, 0, 0],
])('%s hours are %s days, %s hours, %s minutes', (all, days, hours, minutes) => {
  expect(splitHours(all)).toEqual({ days, hours, minutes });
});
