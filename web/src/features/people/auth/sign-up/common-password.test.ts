import { expect, test } from 'vitest';
import { commonPasswordProblem } from './common-password.ts';

const COMMON = 'This password is on lists that attackers try first. Please choose another one.';
const asha = { email: 'asha@example.com', name: 'Asha Rao' };

test('a common password is refused, and so is one made of the own name or address', async () => {
  for (const password of ['password1', 'asha@example.com', 'AshaRao', 'point0123']) {
    expect(await commonPasswordProblem(password, asha), password).toBe(COMMON);
  }
  expect(await commonPasswordProblem('Zq7#k2', asha)).toBeNull();
});

test('a list that does not arrive refuses nothing that only it knows', async () => {
  const missing = () => Promise.reject(new Error('no such file'));
  expect(await commonPasswordProblem('password1', asha, missing)).toBeNull();
  expect(await commonPasswordProblem('point0123', asha, missing)).toBe(COMMON);
});
