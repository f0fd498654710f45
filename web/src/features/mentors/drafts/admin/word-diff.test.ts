import { expect, test } from 'vitest';
import { compareWords } from './word-diff.ts';

const marked = (pieces: { text: string; isChanged: boolean }[]) =>
  pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');

test.each([
  ['I build things.', 'I build things.', 'I build things.', 'I build things.'],
  ['I build things.', 'I build companies.', 'I build [things.]', 'I build [companies.]'],
  ['', 'Pune', '', '[Pune]'],
  ['Pune', '', '[Pune]', ''],
  ['one two three four', 'one three four five', 'one [two ]three four', 'one three four[ five]'],
  ['a b c', 'x b y', '[a] b [c]', '[x] b [y]'],
  ['a b c', 'x y c', '[a b] c', '[x y] c'],
  ['a b c and d e f', 'x y z and u v w', '[a b c and d e f]', '[x y z and u v w]'],
])('of “%s” and “%s” the words are marked that the other does not have', (before, after, old, now) => {
  const compared = compareWords(before, after);
  expect([marked(compared.before), marked(compared.after)]).toEqual([old, now]);
});

test('nothing of either text is lost, and the longest bio is compared at once', () => {
  const before = Array.from({ length: 1800 }, (_, n) => `word${n % 97}`).join(' ');
  const after = before.replace('word5', 'other').replace(/word90/g, 'more words');
  const started = performance.now();
  const compared = compareWords(before, after);
  expect(performance.now() - started).toBeLessThan(2000);
  expect(compared.before.map(({ text }) => text).join('')).toBe(before);
  expect(compared.after.map(({ text }) => text).join('')).toBe(after);
});
