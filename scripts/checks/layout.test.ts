import { expect, it } from 'vitest';
import { nameProblems, sizeWarnings } from './layout.ts';

it.each([
  'web/src/lib/utils.ts',
  'copy/common.ts',
  'host/helpers/dates.ts',
  'web/src/ui/DatePicker.tsx',
  'web/src/features/mentors/parts/card.tsx',
  'web/src/features/card.tsx',
])('refuses %s', (path) => expect(nameProblems([path])).toHaveLength(1));

it.each([
  'supabase/functions/verify-payment/index.ts',
  'web/src/features/mentors/mentor-card.tsx',
  'web/src/features/mentors/mentors.data.test.ts',
  'scripts/checks/copy.ts',
])('accepts %s', (path) => expect(nameProblems([path])).toEqual([]));

it('warns of long files and full folders, not counting tests', () => {
  const folder = Array.from({ length: 15 }, (_, index) => ({ path: `host/part-${index}.ts`, lines: 300 }));
  expect(sizeWarnings([...folder, { path: 'host/part-1.test.ts', lines: 10 }])).toEqual([]);
  expect(sizeWarnings([...folder, { path: 'host/long.ts', lines: 301 }])).toEqual([
    'host/long.ts has 301 lines',
    'host/ has 16 files',
  ]);
});
