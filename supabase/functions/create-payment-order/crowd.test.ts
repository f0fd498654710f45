import { expect, test } from 'vitest';
import { claimedUser, joinCrowd } from './crowd.ts';

test('of a crowd all but the one who got the time are refused, for a second at most', () => {
  let clock = 0;
  const [asha, bela] = [joinCrowd('one', () => clock), joinCrowd('one', () => clock)];
  expect(bela.isTakenFrom('bela')).toBe(false);
  asha.note('asha');
  expect([asha.isTakenFrom('asha'), bela.isTakenFrom('bela')]).toEqual([false, true]);
  expect(joinCrowd('another').isTakenFrom('bela')).toBe(false);
  clock = 1_001;
  expect(bela.isTakenFrom('bela')).toBe(false);
});

test('a time that is given back, or for which no one asks at the moment, is the database’s to judge', () => {
  const [asha, bela] = [joinCrowd('given back'), joinCrowd('given back')];
  asha.note('asha');
  asha.note(null);
  expect(bela.isTakenFrom('bela')).toBe(false);
  asha.note('asha');
  asha.leave();
  bela.leave();
  expect(joinCrowd('given back').isTakenFrom('bela')).toBe(false);
});

test('a token that says nothing names no one', () => {
  expect(claimedUser(`x.${Buffer.from('{"sub":"asha"}').toString('base64url')}.x`)).toBe('asha');
  for (const token of [undefined, '', 'a', 'a.b.c', `a.${Buffer.from('null').toString('base64url')}`]) {
    expect(claimedUser(token)).toBeUndefined();
  }
});
