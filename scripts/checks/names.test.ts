import { expect, test } from 'vitest';
import { withdrawnNames } from './names.ts';

test.each([
  ['host/desk.ts', ''],
  ['host/a.ts', 'const testShop = 1;'],
  ['host/a.ts', '// The job clock wakes it.'],
  ['web/src/features/a/a.tsx', 'export function KeyedList() {}'],
  ['tests/browser/a.story.ts', ''],
])('A withdrawn name is found in %s: %s', (path, text) => {
  expect(withdrawnNames(path, text)).toHaveLength(1);
});

test.each([
  ['host/a.ts', 'const desktop = Object.freeze({ marketplace: 1 });'],
  ['supabase/migrations/a.sql', 'select * from private.money_findings'],
  ['web/src/features/impact-stories/story.tsx', 'export function Story() {}'],
])('An ordinary name is left alone in %s: %s', (path, text) => {
  expect(withdrawnNames(path, text)).toEqual([]);
});
