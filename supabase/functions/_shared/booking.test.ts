import { expect, test } from 'vitest';
import { singleLine } from './booking.ts';

test.each([
  ['Asha Rao', 'Asha Rao'],
  ['  Asha \t Rao ', 'Asha Rao'],
  ['Asha\r\nBcc: all@site.test', 'Asha Bcc: all@site.test'],
  ['Asha\u2028Rao\u0000', 'Asha Rao'],
  ['Asha\u202eoaR', 'AshaoaR'],
  ['आशा राव', 'आशा राव'],
  ['a\ud800b', 'a\ufffdb'],
  ['', ''],
])('singleLine turns %j into %j', (text, line) => {
  expect(singleLine(text)).toBe(line);
});

test('singleLine cuts a long text between characters, not inside one', () => {
  expect(singleLine('😀'.repeat(8), 8)).toBe('😀'.repeat(8));
  expect(singleLine('😀'.repeat(9), 8)).toBe(`${'😀'.repeat(7)}…`);
});
