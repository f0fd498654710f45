import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { PASSWORD_MIN_LENGTH } from '#rules/people/account-limits.ts';
import { commonPasswords } from '#rules/people/passwords/common-passwords.ts';
import { selectCommonPasswords } from './make-common-passwords.ts';

const FILE = 'rules/people/passwords/common-passwords.ts';

test('the list of common passwords is what the script makes of the installed package', () => {
  expect([...commonPasswords]).toEqual(selectCommonPasswords(dictionary['passwords-common']));
});

test('the list has more than 10,000 passwords of six or more characters in lower case', () => {
  expect(commonPasswords.size).toBeGreaterThan(10_000);
  const wrong = [...commonPasswords].filter(
    (password) => password.length < PASSWORD_MIN_LENGTH || password !== password.toLowerCase(),
  );
  expect(wrong).toEqual([]);
});

test('name and licence stand in the head of the list', () => {
  const head = readFileSync(FILE, 'utf8').slice(0, 700);
  expect(head).toContain('Name: dictionary "passwords-common" of @zxcvbn-ts/language-common');
  expect(head).toContain('Licence: MIT');
});

test('the browser loads at most 40 KB for the list', () => {
  for (const compress of [brotliCompressSync, gzipSync]) {
    expect(compress(readFileSync(FILE)).length).toBeLessThan(40_000);
  }
});

test('what would change the file is left out', () => {
  const selected = selectCommonPasswords(['back`tick', 'back\\slash', 'with space', 'Plain1x'], 9);
  expect(selected).toContain('plain1x');
  expect(selected.filter((password) => !/^[a-z0-9]+$/.test(password))).toEqual([]);
});
