import { expect, test } from 'vitest';
import { arranged, moved } from './use-row-order.ts';

test.each([
  [0, 1, 'bac'],
  [2, 0, 'cab'],
  [0, 2, 'bca'],
  [0, -1, 'abc'],
  [2, 3, 'abc'],
])('an item moved from %i to %i', (from, to, list) => {
  expect(moved(['a', 'b', 'c'], from, to).join('')).toBe(list);
});

test('rows that an order does not name come last, as they stand', () => {
  const rows = [...'abcd'].map((id) => ({ id }));
  const order = (ids: string[] | null) =>
    arranged(rows, ids)
      .map(({ id }) => id)
      .join('');
  expect(order(['d', 'b'])).toBe('dbac');
  expect(order(['gone', 'c'])).toBe('cabd');
  expect(order(null)).toBe('abcd');
});
