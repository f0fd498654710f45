import { expect, test } from 'vitest';
import { anyText, testProperty } from '#tests/kit/property.ts';
import { isolated, piecesByDirection } from './text.ts';

test.each([
  ['Session with Asha Rao on 24 November', ['Session with Asha Rao on 24 November']],
  ['Session with آشا راؤ: 10:00', ['Session with ', 'آشا راؤ', ': 10:00']],
  ['אשה (2) and עדה', ['', 'אשה', ' (2) and ', 'עדה', '']],
  ['प्रिया शर्मा 10', ['प्रिया शर्मा 10']],
])('of "%s" what is written from right to left is a piece of its own', (text, pieces) => {
  expect(piecesByDirection(text)).toEqual(pieces);
});

test('a text without markup isolates it between FSI and PDI, and leaves other names as they are', () => {
  expect(isolated('With آشا: 10:00')).toBe('With \u2068آشا\u2069: 10:00');
  expect(isolated('With प्रिया: 10:00')).toBe('With प्रिया: 10:00');
});

testProperty('the pieces are the text', [anyText], (text) => {
  expect(piecesByDirection(text).join('')).toBe(text);
});
