/** What a test runner's JSON report says, as three numbers. A report that is missing or broken counts nothing. */
import { existsSync, readFileSync } from 'node:fs';

export type Count = { passed: number; failed: number; skipped: number };

export function vitestCount(reportFile: string): Count {
  const report = readReport(reportFile);
  const skipped = number(report.numPendingTests) + number(report.numTodoTests);
  return { passed: number(report.numPassedTests), failed: number(report.numFailedTests), skipped };
}

export function playwrightCount(reportFile: string): Count {
  const stats = (readReport(reportFile).stats ?? {}) as Record<string, unknown>;
  // Flaky: failed at first and passed when tried again, which the runner itself lets pass.
  const passed = number(stats.expected) + number(stats.flaky);
  return { passed, failed: number(stats.unexpected), skipped: number(stats.skipped) };
}

function readReport(reportFile: string): Record<string, unknown> {
  if (!existsSync(reportFile)) return {};
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8'));
  } catch {
    return {};
  }
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
