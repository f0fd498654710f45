import path from 'node:path';
import { isProof } from './case-table.ts';

/** What of Vitest's JSON report is read here. */
export interface Report {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

/**
 * Whether every test of this title passed; false when one did not, undefined when there was none that ran.
 *
 * @param root the folder that `proof.file` starts from
 */
export function isProven(
  report: Report | undefined,
  root: string,
  proof: { file: string; test: string },
): boolean | undefined {
  const tests =
    report?.testResults
      .filter(({ name }) => path.relative(root, name) === proof.file)
      .flatMap((file) => file.assertionResults)
      .filter(
        ({ fullName, status }) =>
          isProof(proof.test, fullName) && status !== 'skipped' && status !== 'pending',
      ) ?? [];
  return tests.length === 0 ? undefined : tests.every(({ status }) => status === 'passed');
}
