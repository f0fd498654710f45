import { expect, test } from 'vitest';
import { markWords, problemFault } from '#rules/mentors/problem.ts';

test.each([
  ['too short for us', 'Please write at least 20 characters.'],
  [`   ${'x'.repeat(19)}   `, 'Please write at least 20 characters.'],
  ['x'.repeat(20), undefined],
  ['x'.repeat(500), undefined],
  ['x'.repeat(501), 'Please keep it to 500 characters.'],
])('whether “%s” is a problem that can be sent: %s', (text, fault) => {
  expect(problemFault(text)).toBe(fault);
});

const marked = (snippet: string, words: string[]) =>
  markWords(snippet, words)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('');

test('the words of a reason are marked without regard to case, accents and hyphens, and nothing else is', () => {
  expect(marked('Café EXPORT, exports & e-commerce', ['cafe', 'export', 'ecommerce'])).toBe(
    '[Café] [EXPORT], exports & [e-commerce]',
  );
  expect(marked('निर्यात <b>x</b>', ['निर्यात'])).toBe('[निर्यात] <b>x</b>');
  expect(marked('nothing', ['other'])).toBe('nothing');
  expect(marked('Łódź, Großhandel', ['lodz', 'grosshandel'])).toBe('[Łódź], [Großhandel]');
});
