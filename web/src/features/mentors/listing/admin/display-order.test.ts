import { expect, it } from 'vitest';
import { readDisplayOrder } from '#features/mentors/listing/admin/display-order.ts';

const FEATURED = [
  { id: 'a', name: 'Asha Rao', order: 1 },
  { id: 'b', name: 'Vikram Shah', order: 3 },
  { id: 'c', name: 'Meera Iyer', order: null },
];

it.each([
  ['2', 'c', { order: 2 }],
  [' 4 ', 'c', { order: 4 }],
  ['1', 'a', { order: 1 }],
  ['', 'a', { order: null }],
  ['  ', 'c', { order: null }],
  ['0', 'c', { problem: 'Display order must be between 1 and 4' }],
  ['5', 'c', { problem: 'Display order must be between 1 and 4' }],
  ['-1', 'c', { problem: 'Display order must be between 1 and 4' }],
  ['1.5', 'c', { problem: 'Display order must be between 1 and 4' }],
  ['1e0', 'c', { problem: 'Display order must be between 1 and 4' }],
  ['first', 'c', { problem: 'Display order must be between 1 and 4' }],
  ['1', 'c', { problem: 'Display order 1 is already taken by Asha Rao' }],
  ['3', 'a', { problem: 'Display order 3 is already taken by Vikram Shah' }],
])('%j for %s', (typed, id, expected) => {
  expect(readDisplayOrder(typed, id, FEATURED)).toEqual(expected);
});
