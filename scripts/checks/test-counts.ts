/** What a test runner's JSON report says. A report that is missing or broken counts nothing. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

export type Count = {
  passed: number;
  failed: number;
  skipped: number;
  /** Tests that failed, and tests that only passed when tried again, each with its first complaint. */
  failures: Complaint[];
  flaky: Complaint[];
};

export type Complaint = { test: string; message: string };

type VitestReport = {
  numPassedTests?: number;
  numPendingTests?: number;
  numTodoTests?: number;
  testResults?: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
};

/** @param root the folder that the files' names start from */
export function vitestCount(reportFile: string, root: string): Count {
  const report = readReport<VitestReport>(reportFile);
  const failures: Complaint[] = [];
  const flaky: Complaint[] = [];
  for (const { name, status, message, assertionResults } of report.testResults ?? []) {
    const file = relative(root, name);
    // A file that fails as a whole, in its hooks or while it loads, has no test that says so.
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
      failures.push({ test: file, message: firstLine(message) });
    for (const test of assertionResults) {
      const complaint = { test: `${file} › ${test.fullName}`, message: firstLine(test.failureMessages?.[0]) };
      if (test.status === 'failed') failures.push(complaint);
      else if (complaint.message) flaky.push(complaint);
    }
  }
  return {
    passed: report.numPassedTests ?? 0,
    failed: failures.length,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    failures,
    flaky,
  };
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    file: string;
    tests: { status: string; projectName: string; results: { error?: { message?: string } }[] }[];
  }[];
};
type PlaywrightReport = PlaywrightSuite & {
  stats?: { expected?: number; flaky?: number; unexpected?: number; skipped?: number };
};

export function playwrightCount(reportFile: string): Count {
  const report = readReport<PlaywrightReport>(reportFile);
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report.stats ?? {};
  const withStatus = (wanted: string) =>
    specsOf(report).flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ projectName, results }) => ({
          test: `${file} › ${title} (${projectName})`,
          message: firstLine(results.find(({ error }) => error)?.error?.message),
        })),
    );
  return {
    // The runner itself lets pass what failed at first and passed when tried again.
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    failures: withStatus('unexpected'),
    flaky: withStatus('flaky'),
  };
}

function specsOf(suite: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

function readReport<Report extends object>(reportFile: string): Partial<Report> {
  if (!existsSync(reportFile)) return {};
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8'));
  } catch {
    return {};
  }
}

function firstLine(message = ''): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours for a terminal
  return message.replaceAll(/\u001b\[[\d;]*m/g, '').split('\n')[0] ?? '';
}
