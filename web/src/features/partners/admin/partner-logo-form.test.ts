import { expect, test } from 'vitest';
import { moved, partnerNameSchema } from './partner-logo-form.ts';

const messageOf = (name: string) => partnerNameSchema.safeParse(name).error?.issues.map(({ message }) => message);

test('a partner has a name', () => {
  expect(partnerNameSchema.parse(' Campus ')).toBe('Campus');
  expect(messageOf(' ')).toEqual(['Please enter a partner name']);
  expect(messageOf('x'.repeat(121))).toEqual(['The name is too long: 120 characters at most.']);
});

test.each([
  [0, 1, 'bac'],
  [2, 0, 'cab'],
  [0, 2, 'bca'],
  [0, -1, 'abc'],
  [2, 3, 'abc'],
])('moved from %i to %i', (from, to, list) => {
  expect(moved(['a', 'b', 'c'], from, to).join('')).toBe(list);
});
