import { expect, it } from 'vitest';
import { missingPaths, undocumentedSettings } from './docs.ts';

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

it('finds settings that README does not explain', () => {
  expect(undocumentedSettings('| `PORT` | 3000 |', ['PORT', 'HOST'])).toEqual([
    'README.md does not explain the setting HOST',
  ]);
});
