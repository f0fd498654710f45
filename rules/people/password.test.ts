import { describe, expect, test } from 'vitest';
import { isCommonPassword, passwordStrength } from './password.ts';
import { commonPasswords } from './passwords/common-passwords.ts';

describe('common passwords', () => {
  const asha = { email: 'Asha.Rao@startup.example', name: 'Asha  Rao Iyer' };
  const isCommon = (password: string) => isCommonPassword(password, asha, commonPasswords);

  test.each([
    'password',
    'PassWord1',
    '123456',
    'aaaaaa',
    'abcdef',
    'asha.rao@startup.example',
    'ASHA.RAO@STARTUP.EXAMPLE',
    'asha.rao',
    'AshaRaoIyer',
    'point0',
    'Point0123',
    'pointzero',
    'PointZero2026',
    'mentor',
    'mentor1',
  ])('%s is one', (password) => {
    expect(isCommon(password)).toBe(true);
  });

  test.each(['Zq7#k2', 'correct horse', 'point012345', 'asha.rao1', 'mentors of asha', ''])(
    '%s is none',
    (password) => {
      expect(isCommon(password)).toBe(false);
    },
  );

  test('without the list only what names the person or the product is one (negative control)', () => {
    expect(isCommonPassword('password', asha, new Set())).toBe(false);
    expect(isCommonPassword('point0123', asha, new Set())).toBe(true);
  });

  test('a person whose address and name are not known has only the list', () => {
    expect(isCommonPassword('sunshine', {}, commonPasswords)).toBe(true);
    expect(isCommonPassword('asha.rao', { email: null, name: '  ' }, commonPasswords)).toBe(false);
  });
});

describe('the strength of a password', () => {
  test.each([
    ['', 'weak'],
    ['Zq7#k', 'weak'],
    ['Zq7#k2', 'weak'],
    ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['abcdefghijklmnopqrst', 'weak'],
    ['9876543210', 'weak'],
    ['passwordpassword', 'weak'],
    ['asharao1985', 'fair'],
    ['correct horse', 'fair'],
    ['banyan tree 1990', 'good'],
    ['correct horse battery', 'strong'],
    ['मेरा नया पासवर्ड', 'strong'],
    ['kX4-vn!2Tq9_m', 'strong'],
  ] as const)('%s is %s', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength);
  });

  test('another character never makes a password weaker', () => {
    const order = ['weak', 'fair', 'good', 'strong'];
    const password = 'aa1 Banyan-tree/1990 १';
    const ranks = [...password].map((_, at) => order.indexOf(passwordStrength(password.slice(0, at + 1))));
    expect(ranks).toEqual([...ranks].sort());
  });
});
