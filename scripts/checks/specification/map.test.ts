import { expect, it } from 'vitest';
import { mapProblems } from './map.ts';

const problems = (...lines: string[]) => mapProblems('map.md', lines.join('\n'));
const HEAD = ['## Section 1: routes', '', '| paragraph | done by | proved by |', '|---|---|---|'];

it('is content with rows that name a doer and a test', () => {
  expect(
    problems(
      ...HEAD,
      '| header | `web/src/features/shell/header.tsx` | `e2e/site/shell.story.ts`, `rules/money.test.ts` |',
      '| a \\| b | the table `mentors`, `supabase/migrations/1_mentors.sql` | `supabase/tests/x.test.ts` |',
      '',
      '## Section 2',
      ...HEAD.slice(2),
      '| footer | `web/src/features/shell/footer.tsx` | `web/src/features/shell/footer.test.tsx` |',
    ),
  ).toEqual([]);
});

it.each([
  ['| header | | `e2e/a.story.ts` |', 'map.md:5 "header": no file does it'],
  ['| header | `web/src/features/` | `e2e/a.story.ts` |', 'map.md:5 "header": no file does it'],
  ['| header | `web/a.tsx` | |', 'map.md:5 "header": no test proves it'],
  ['| header | `web/a.tsx` | by hand |', 'map.md:5 "header": no test proves it'],
  [
    '| header | `web/a.tsx` | `e2e/a.story.ts`, `e2e/support/fixtures.ts` |',
    'map.md:5 "header": e2e/support/fixtures.ts is no test',
  ],
  ['| | `web/a.tsx` | `e2e/a.story.ts` |', 'map.md:5 names no paragraph'],
  ['| header | `web/a.tsx` |', 'map.md:5 has 2 cells instead of 3: | header | `web/a.tsx` |'],
])('complains about %s', (row, complaint) => {
  expect(problems(...HEAD, row)).toEqual([complaint]);
});

it('misses sections', () => {
  const row = '| header | `web/a.tsx` | `e2e/a.story.ts` |';
  expect(problems(...HEAD, row, '', '## Section 3', ...HEAD.slice(2), row)).toEqual([
    'map.md:7 section 3 follows section 1',
  ]);
  expect(problems(...HEAD, '', '## Section 2')).toEqual([
    'map.md: section 1 maps nothing',
    'map.md: section 2 maps nothing',
  ]);
  expect(problems('# A map')).toEqual(['map.md: maps no section']);
});
