/**
 * Writes the common passwords that an account may not have: the most frequent ones of the dictionary that
 * `@zxcvbn-ts/language-common` ships, and the repetitions and runs of keys that this dictionary leaves out, because its
 * library finds them by rule. Run after changing that package: `node scripts/make-common-passwords.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN_LENGTH } from '#rules/people/account-limits.ts';

const TARGET = resolve(import.meta.dirname, '../rules/people/passwords/common-passwords.ts');

/** As many as the browser gets within 40 KB; the dictionary has the most frequent ones first. */
const COUNT = 11_800;

/** Runs of keys; people type the beginning of one, or all of it. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '1234567890',
  '0123456789',
  '9876543210',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
];
const LONGEST_RUN = 10;

const LINE_WIDTH = 118;

/** The most frequent passwords of a dictionary that are long enough to be one here, in alphabetical order. */
export function selectCommonPasswords(words: readonly string[], count = COUNT): string[] {
  const lower = words.map((word) => word.toLowerCase()).filter((word) => word.length >= PASSWORD_MIN_LENGTH);
  // What a template literal or the separator would change is left out; the dictionary has none of it.
  const plain = lower.filter((word) => /^[\x21-\x7e]+$/.test(word) && !/[`\\]|\$\{/.test(word));
  const frequent = [...new Set(plain)].slice(0, count);
  // In alphabetical order neighbours share their beginnings, and compress better.
  return [...new Set([...frequent, ...runsOfKeys()])].sort();
}

function runsOfKeys(): string[] {
  const lengths = Array.from({ length: LONGEST_RUN - PASSWORD_MIN_LENGTH + 1 }, (_, at) => PASSWORD_MIN_LENGTH + at);
  const keys = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
  return lengths.flatMap((length) => [
    ...keys.map((key) => key.repeat(length)),
    ...RUNS.filter((run) => run.length >= length).map((run) => run.slice(0, length)),
  ]);
}

/** The module of the list, with the list's name and licence in its head. */
export function renderModule(passwords: readonly string[], version: string): string {
  const lines = [''];
  for (const password of passwords) {
    const last = lines.at(-1) ?? '';
    if (last.length + password.length + 1 > LINE_WIDTH) lines.push(password);
    else lines[lines.length - 1] = last === '' ? password : `${last} ${password}`;
  }
  return `/*!
 * ${passwords.length} common passwords of ${PASSWORD_MIN_LENGTH} or more characters, in lower case and alphabetical order, made by
 * scripts/make-common-passwords.ts.
 *
 * Name: dictionary "passwords-common" of @zxcvbn-ts/language-common ${version}, counted by zxcvbn from the passwords that Mark
 * Burnett published for research (xato.net, 2015); with repetitions and runs of keys.
 * Licence: MIT. Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc. Copyright (c) 2021 @zxcvbn-ts. Permission is hereby
 * granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
 * "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify,
 * merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
 * furnished to do so, subject to the following conditions: The above copyright notice and this permission notice shall be
 * included in all copies or substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY
 * KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE
 * AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
 * LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR
 * THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */
const text = \`
${lines.join('\n')}
\`;

/** For \`isCommonPassword\`. It is large even when compressed, so the browser imports this module only when it is needed. */
export const commonPasswords: ReadonlySet<string> = new Set(text.trim().split(/\\s/));
`;
}

if (import.meta.main) {
  const manifest = createRequire(import.meta.url)
    .resolve('@zxcvbn-ts/language-common')
    .replace(/dist\/.*$/, 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  writeFileSync(TARGET, renderModule(selectCommonPasswords(dictionary['passwords-common']), version));
}
