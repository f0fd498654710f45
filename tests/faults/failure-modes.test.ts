import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { trackedFiles } from '../../scripts/checks/tracked-files.ts';
import { coverage, failureModesOf, hasFailed, type Report } from './failure-modes.ts';
import { MUTATIONS } from './mutations/mutations.ts';

const root = path.join(import.meta.dirname, '..', '..');
const sources = trackedFiles('supabase/functions/*.test.ts', 'tests/faults/*.test.ts', 'tests/database/*.test.ts').map(
  (file) => ({ file, source: readFileSync(path.join(root, file), 'utf8') }),
);

const report = (...tests: [fullName: string, status: string][]): Report => ({
  testResults: [{ assertionResults: tests.map(([fullName, status]) => ({ fullName, status })) }],
});

test('The failure modes of a test stand at the end of its title', () => {
  expect(failureModesOf('webhook books once (failure mode: event only)')).toEqual(['event only']);
  expect(failureModesOf('books (failure modes: event only; duplicate event id)')).toEqual([
    'event only',
    'duplicate event id',
  ]);
  expect(failureModesOf('books once (twice)')).toEqual([]);
});

test('A failure mode is covered when each of its tests that ran has passed', () => {
  const ran = report(
    ['a (failure mode: x)', 'passed'],
    ['b (failure modes: x; y)', 'failed'],
    ['c (failure mode: z)', 'passed'],
    ['d (failure mode: w)', 'skipped'],
  );
  expect([...coverage(ran)]).toEqual([
    ['x', false],
    ['y', false],
    ['z', true],
  ]);
});

test('A mutation is noticed when every test that covers it fails', () => {
  const ran = report(['a hold is one', 'failed'], ['a hold is two', 'passed'], ['a hold ends', 'skipped']);
  expect(hasFailed(ran, 'is one')).toBe(true);
  expect(hasFailed(ran, 'a hold is')).toBe(false);
  expect(hasFailed(ran, 'ends')).toBeUndefined();
});

test('Every test that covers a mutation exists', () => {
  // A long title is written over several lines.
  const text = sources.map(({ source }) => source.replaceAll(/['"`] \+\n\s*['"`]/g, '')).join('\n');
  expect(MUTATIONS.flatMap(({ covering }) => covering).filter((title) => !text.includes(title))).toEqual([]);
});

test('Every file that covers a failure mode asks over HTTP and looks for invariant violations', () => {
  const covering = sources.filter(
    ({ file, source }) => source.includes('(failure mode') && file !== 'tests/faults/failure-modes.test.ts',
  );
  expect(covering.length).toBeGreaterThan(10);
  for (const { file, source } of covering) {
    // The app of a suite looks for them after each test.
    const looksItself = /open(TestApp|AppClient)\(/.test(source) && source.includes('.violations()');
    expect([file, looksItself || /provide(Test|Shared)App\(/.test(source)]).toEqual([file, true]);
  }
});
