/**
 * docs/security/asvs.md names for each requirement that it claims the tests that show it: each of these exists, and no
 * requirement is claimed twice or both claimed and not claimed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { reportProblems } from './report-problems.ts';

const DOCUMENT = 'docs/security/asvs.md';
/** A row: its number, how it is met embedded and hosted, and the tests. */
const CLAIM = /^\| (\d+\.\d+\.\d+)[^|]*\|(?:[^|]*\|){2}([^|]*)\|$/gm;
/** A row of two: a number and the reason. */
const NOT_CLAIMED = /^\| (\d+\.\d+\.\d+)[^|]*\|[^|]*\|$/gm;
const TEST = /`([^`]+)`/g;

/** @param exists tells whether a path from the repository's root leads somewhere. */
export function problemsOfClaims(text: string, exists: (path: string) => boolean): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const [, number = '', cell = ''] of text.matchAll(CLAIM)) {
    const tests = [...cell.matchAll(TEST)].map(([, path = '']) => path);
    if (seen.has(number)) problems.push(`${DOCUMENT} claims ${number} twice`);
    seen.add(number);
    if (tests.length === 0) problems.push(`${DOCUMENT} names no test for ${number}`);
    for (const path of tests) {
      if (!/\.(test|spec)\.tsx?$/.test(path))
        problems.push(`${DOCUMENT} names ${path} for ${number}, which is no test`);
      else if (!exists(path)) problems.push(`${DOCUMENT} names ${path} for ${number}, which does not exist`);
    }
  }
  for (const [, number = ''] of text.matchAll(NOT_CLAIMED)) {
    if (seen.has(number)) problems.push(`${DOCUMENT} claims ${number}, and says that it does not`);
  }
  if (seen.size === 0) problems.push(`${DOCUMENT} claims nothing`);
  return problems;
}

if (import.meta.main) reportProblems(problemsOfClaims(readFileSync(DOCUMENT, 'utf8'), existsSync));
