import { expect, it } from 'vitest';
import { missingHeadings, missingPaths, oldCitations, unresolvedCitations } from './docs.ts';

const tree = new Set(['host/main.ts', 'host/lite/', 'docs/decisions/001-first.md', 'README.md']);
const missing = (document: string, text: string) => missingPaths(document, text, (path) => tree.has(path));

it('finds names and links that lead nowhere', () => {
  expect(missing('README.md', 'See `host/main.ts`, `host/gone.ts`, `host/lite/` and `host/lost/`.')).toEqual([
    'README.md names host/gone.ts, which does not exist',
    'README.md names host/lost/, which does not exist',
  ]);
  expect(missing('docs/decisions/001-first.md', '[a](../../README.md) [b](002-gone.md) [c](https://a.test/)')).toEqual([
    'docs/decisions/001-first.md names docs/decisions/002-gone.md, which does not exist',
  ]);
});

it('takes patterns and commands for what they are', () => {
  expect(
    missing('README.md', '`npm run check`, `tests/browser/*.spec.ts`, `supabase/functions/x`, [top](#top)'),
  ).toEqual([]);
});

it('A link to a heading that its document does not have is found', () => {
  const headings = new Map([
    ['README.md', ['Browsers', 'Three ways to run it']],
    ['docs/a.md', ['A']],
  ]);
  const gone = (text: string) => missingHeadings('docs/a.md', text, (path) => headings.get(path));
  expect(gone('[a](../README.md#browsers) [b](#a) [c](../README.md#three-ways-to-run-it) [d](b.ts#L3)')).toEqual([]);
  expect(gone('[a](../README.md#settings) [b](#b)')).toEqual([
    'docs/a.md links to README.md#settings, which is no heading',
    'docs/a.md links to docs/a.md#b, which is no heading',
  ]);
});

const handbook = new Map([['hours', ['Hours', 'Minimum notice', "Mentor's list", 'Limits', 'Limits']]]);
const unresolved = (text: string) => unresolvedCitations('rules/a.ts', text, (page) => handbook.get(page));

it('A citation of a page or of one of its headings is left alone', () => {
  expect(unresolved('/** See docs/product/hours.md#minimum-notice. */')).toEqual([]);
  expect(unresolved('`docs/product/*.md`: docs/product/hours.md, docs/product/hours.md#mentors-list.')).toEqual([]);
});

it('A citation of a page that the handbook does not have is found with its line', () => {
  expect(unresolved('// a\n// docs/product/gone.md, docs/product/gone.md#hours')).toEqual([
    'rules/a.ts:2 cites docs/product/gone.md, which is no heading',
    'rules/a.ts:2 cites docs/product/gone.md#hours, which is no heading',
  ]);
});

it('A citation of a heading that its page does not have is found with its line', () => {
  expect(unresolved('/**\n * A (docs/product/hours.md#gone).\n */')).toEqual([
    'rules/a.ts:2 cites docs/product/hours.md#gone, which is no heading',
  ]);
});

it('A citation that is broken inside its path is found', () => {
  expect(unresolved('// docs/product/mentor-\n// accounts.md')).toHaveLength(1);
  expect(unresolved('// docs/product/hours.md#minimum-\n// notice')).toHaveLength(1);
});

it('A repeated heading is cited with its number', () => {
  expect(unresolved('docs/product/hours.md#limits docs/product/hours.md#limits-1')).toEqual([]);
  expect(unresolved('docs/product/hours.md#limits-2')).toHaveLength(1);
});

it.each([
  ['rules/a.ts', '/** The hours (mentor side, section 3). */'],
  ['rules/a.ts', '/**\n * The account (account and privacy, sections\n * 4 to 6).\n */'],
  ['rules/a.ts', 'const a = 1; // section 8, "Global"'],
  ['tests/a.test.ts', '  // Nothing moves (mentor-side 18.38).'],
  ['web/src/a.css', '/* Operations, section 5. */'],
  ['supabase/migrations/a.sql', "comment on table a is 'The account (founder-side specification, section 7)';"],
  ['README.md', 'It ends (answers 2, 6).'],
  ['rules/a.test.ts', "test('nothing moves (mentor side, section 3)', check);"],
])('The number of a section that is not in the tree is found in %s: %j', (file, text) => {
  expect(oldCitations(file, text)).toHaveLength(1);
});

it.each([
  ['docs/decisions/001-first.md', 'It ends (answers, section 5).'],
  ['rules/a.ts', '/** The longest line (RFC 5545, section 3.1). */'],
  ['docs/a.md', 'It is gone (DPDP Act,\nsection 12).'],
  ['rules/a.ts', '// A function that knows no session answers 401.'],
])('A decision, a law, an RFC and an answer are left alone in %s: %j', (file, text) => {
  expect(oldCitations(file, text)).toEqual([]);
});
