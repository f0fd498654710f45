import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testDirectory } from '#tests/kit/directory.ts';
import { playwrightCount, vitestCount } from './test-counts.ts';

let folder: string;
beforeEach(() => {
  folder = testDirectory();
});

function report(content: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] };

test('no report, or half of one, counts nothing', () => {
  expect(vitestCount(join(folder, 'none.json'), folder)).toEqual(NOTHING);
  expect(playwrightCount(report('{"stats": {'))).toEqual(NOTHING);
});

test('a unit test that failed is named with its first complaint, and so is one that passed at last', () => {
  const assertionResults = [
    { fullName: 'adds', status: 'passed', failureMessages: [] },
    { fullName: 'subtracts', status: 'passed', failureMessages: ['Error: not yet\n    at here'] },
    { fullName: 'divides', status: 'failed', failureMessages: ['\u001b[31mError: by nought\u001b[39m\n  at'] },
  ];
  const file = report({
    numPassedTests: 2,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { name: '/house/sum.test.ts', status: 'failed', assertionResults },
      { name: '/house/broken.test.ts', status: 'failed', message: 'no such module\n', assertionResults: [] },
    ],
  });
  expect(vitestCount(file, '/house')).toEqual({
    passed: 2,
    failed: 2,
    skipped: 2,
    failures: [
      { test: 'sum.test.ts › divides', message: 'Error: by nought' },
      { test: 'broken.test.ts', message: 'no such module' },
    ],
    flaky: [{ test: 'sum.test.ts › subtracts', message: 'Error: not yet' }],
  });
});

test('end-to-end tests are counted and named, at whatever depth they are described', () => {
  const spec = (title: string, status: string, messages: string[]) => ({
    title,
    file: 'site/a.spec.ts',
    tests: [{ status, projectName: 'phone', results: [...messages.map((message) => ({ error: { message } })), {}] }],
  });
  const file = report({
    stats: { expected: 3, flaky: 1, unexpected: 1, skipped: 2 },
    suites: [
      {
        specs: [spec('opens', 'expected', [])],
        suites: [
          { specs: [spec('pays', 'flaky', ['Error: late\nmore']), spec('ends', 'unexpected', ['Error: never'])] },
        ],
      },
    ],
  });
  expect(playwrightCount(file)).toEqual({
    passed: 4,
    failed: 1,
    skipped: 2,
    failures: [{ test: 'site/a.spec.ts › ends (phone)', message: 'Error: never' }],
    flaky: [{ test: 'site/a.spec.ts › pays (phone)', message: 'Error: late' }],
  });
});
