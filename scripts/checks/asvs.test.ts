import { expect, test } from 'vitest';
import { problemsOfClaims } from './asvs.ts';

const here = (path: string) => path === 'tests/there.test.ts';

test('a requirement whose tests are all there is claimed', () => {
  expect(problemsOfClaims('| 1.2.3 | so | so | `tests/there.test.ts` |\n| 6.2.1 | six characters |', here)).toEqual([]);
});

test.each([
  ['| 1.2.3 | so | so | `tests/gone.test.ts` |', 'names tests/gone.test.ts for 1.2.3, which does not exist'],
  ['| 1.2.3 | so | so | `tests/there.ts` |', 'names tests/there.ts for 1.2.3, which is no test'],
  ['| 1.2.3 | so | so | - |', 'names no test for 1.2.3'],
  ['| 1.2.3 | a | b | `tests/there.test.ts` |\n| 1.2.3 | a | b | `tests/there.test.ts` |', 'claims 1.2.3 twice'],
  ['| 1.2.3 | a | b | `tests/there.test.ts` |\n| 1.2.3 | not at all |', 'claims 1.2.3, and says that it does not'],
  ['nothing', 'claims nothing'],
])('%s is found', (text, problem) => {
  expect(problemsOfClaims(text, here)).toEqual([`docs/security/asvs.md ${problem}`]);
});
