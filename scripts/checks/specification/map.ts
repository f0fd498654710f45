/**
 * The maps of docs/specification/ have no holes: each row of each table names what does a paragraph of the specification
 * and a test that proves it, and the sections follow one another. That the named files exist is docs.ts's business.
 */
import { readFileSync } from 'node:fs';
import { reportProblems } from '../report-problems.ts';
import { trackedFiles } from '../tracked-files.ts';

const SECTION = /^## Section (\d+)\b/;
/** A file in one of our rooms; a folder does nothing and proves nothing. */
const FILE = /`((?:copy|rules|web|supabase|host|e2e|scripts)\/[\w./-]*\.\w+)`/g;
const TEST = /\.(test\.tsx?|story\.ts)$/;

/** What is wrong with a map; `path` leads each complaint. */
export function mapProblems(path: string, text: string): string[] {
  const problems: string[] = [];
  let section = 0;
  let rows = 0;
  let isBelowHeading = false;
  const endSection = () => {
    if (section > 0 && rows === 0) problems.push(`${path}: section ${section} maps nothing`);
  };
  for (const [index, line] of text.split('\n').entries()) {
    const heading = SECTION.exec(line);
    if (heading) {
      endSection();
      if (Number(heading[1]) !== section + 1) {
        problems.push(`${path}:${index + 1} section ${heading[1]} follows section ${section}`);
      }
      section = Number(heading[1]);
      rows = 0;
    }
    if (!line.startsWith('|')) isBelowHeading = false;
    else if (/^\|[\s:|-]+\|$/.test(line)) isBelowHeading = true;
    else if (isBelowHeading) {
      rows += 1;
      problems.push(...rowProblems(line).map((problem) => `${path}:${index + 1} ${problem}`));
    }
  }
  endSection();
  if (section === 0) problems.push(`${path}: maps no section`);
  return problems;
}

function rowProblems(row: string): string[] {
  const cells = row
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
  const [name = '', doers = '', proofs = ''] = cells;
  if (cells.length !== 3) return [`has ${cells.length} cells instead of 3: ${row}`];
  if (name === '') return ['names no paragraph'];
  const files = filesIn(proofs);
  return [
    ...(filesIn(doers).length > 0 ? [] : [`"${name}": no file does it`]),
    ...(files.some((file) => TEST.test(file)) ? [] : [`"${name}": no test proves it`]),
    ...files.filter((file) => !TEST.test(file)).map((file) => `"${name}": ${file} is no test`),
  ];
}

function filesIn(cell: string): string[] {
  return [...cell.matchAll(FILE)].map(([, file = '']) => file);
}

if (import.meta.main) {
  reportProblems(
    trackedFiles('docs/specification/*.md').flatMap((path) => mapProblems(path, readFileSync(path, 'utf8'))),
  );
}
