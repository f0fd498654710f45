import { expect, test } from 'vitest';
import { SEARCH_MAX_LENGTH, toSearchTerm, toStorableLine } from './search-term.ts';

test('what no text in the database can hold is left out', () => {
  expect(toSearchTerm('a\0b\u0007')).toBe('a b');
  expect(toSearchTerm('half \ud83d')).toBe('half');
  expect(toStorableLine(' Legal\0 & Compliance ')).toBe('Legal  & Compliance');
});

test('a search is on one line and trimmed', () => {
  expect(toSearchTerm('  term\n\t sheet ')).toBe('term sheet');
});

test('a long search is cut between characters', () => {
  expect(toSearchTerm('🚀'.repeat(5_000))).toBe('🚀'.repeat(SEARCH_MAX_LENGTH));
});
