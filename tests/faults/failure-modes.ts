/**
 * A test that covers a failure mode says so at the end of its title: "… (failure mode: the answer was lost)". The
 * titles are the only list of failure modes; `npm run faults` collects them from what ran.
 */

/** What of Vitest's JSON report is read here. */
export interface Report {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

const SUFFIX = /\(failure modes?: ([^()]+)\)/;

/** The failure modes that a test's full name claims to cover. */
export function failureModesOf(fullName: string): string[] {
  return SUFFIX.exec(fullName)?.[1]?.split('; ') ?? [];
}

/** Each failure mode with whether all of its covering tests that ran have passed. */
export function coverage(report: Report): Map<string, boolean> {
  const modes = new Map<string, boolean>();
  for (const { fullName, status } of testsThatRan(report)) {
    for (const mode of failureModesOf(fullName)) modes.set(mode, (modes.get(mode) ?? true) && status === 'passed');
  }
  return modes;
}

/** Whether every test whose name contains `title` failed; undefined when none ran. */
export function hasFailed(report: Report, title: string): boolean | undefined {
  const covering = testsThatRan(report).filter(({ fullName }) => fullName.includes(title));
  return covering.length === 0 ? undefined : covering.every(({ status }) => status === 'failed');
}

function testsThatRan(report: Report) {
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed');
}
