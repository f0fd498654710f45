import { expect, test } from 'vitest';
import { partnerNameSchema } from './partners.data.ts';

const messageOf = (name: string) => partnerNameSchema.safeParse(name).error?.issues.map(({ message }) => message);

test('a partner has a name', () => {
  expect(partnerNameSchema.parse(' Campus ')).toBe('Campus');
  expect(messageOf(' ')).toEqual(['Please enter a partner name']);
  expect(messageOf('x'.repeat(121))).toEqual(['The name is too long: 120 characters at most.']);
});
