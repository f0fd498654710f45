import { expect, test } from 'vitest';
import { isProven, type Report } from './report.ts';

const report = (...statuses: string[]): Report => ({
  testResults: [
    {
      name: '/here/faults/cases/holds.test.ts',
      assertionResults: statuses.map((status) => ({ fullName: 'a hold is one', status })),
    },
  ],
});
const proof = { file: 'tests/faults/cases/holds.test.ts', test: 'is one' };

test.each([
  [['passed', 'passed'], true],
  [['passed', 'failed'], false],
  [['skipped'], undefined],
  [[], undefined],
])('tests that %s: %s', (statuses, verdict) => {
  expect(isProven(report(...statuses), '/here', proof)).toBe(verdict);
});

test('a test of that name elsewhere proves nothing', () => {
  expect(
    isProven(report('passed'), '/here', { ...proof, file: 'tests/faults/cases/other.test.ts' }),
  ).toBeUndefined();
  expect(isProven(undefined, '/here', proof)).toBeUndefined();
});
