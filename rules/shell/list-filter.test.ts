import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testProperty } from '#tests/kit/property.ts';
import { containing } from './list-filter.ts';

/** `ilike` as the data API does it: `*` is `%`, then SQL's LIKE. */
function matches(pattern: string, text: string): boolean {
  const source = pattern
    .replaceAll('*', '%')
    .replace(/\\(.)|([%_])|([^\\%_])/gsu, (_all, escaped, wildcard, plain) =>
      wildcard ? (wildcard === '%' ? '.*' : '.') : (escaped ?? plain).replace(/[^\p{L}\p{N}]/u, '\\$&'),
    );
  return new RegExp(`^${source}$`, 's').test(text);
}

it.each([
  ['asha', '%asha%'],
  ['50%', '%50\\%%'],
  ['a_b', '%a\\_b%'],
  ['a\\b', '%a\\\\b%'],
  ['5*', '%5_%'],
])('%s is looked for as %s', (term, pattern) => {
  expect(containing(term)).toBe(pattern);
});

const text = fc.array(fc.constantFrom(...'ab%_\\ '), { maxLength: 6 }).map((units) => units.join(''));

testProperty(
  'finds a term where it stands, and nowhere else',
  [text, text],
  (haystack, term) => {
    expect(matches(containing(term), haystack)).toBe(haystack.includes(term));
  },
  { numRuns: 1_000 },
);

it('finds at least the texts that hold a star that was typed', () => {
  expect(matches(containing('5*'), 'a 5* place')).toBe(true);
  expect(matches(containing('*'), 'none')).toBe(true);
});
