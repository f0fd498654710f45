/** What a run checks and what it finds: one line a check while it runs, and the list of differences at its end. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectPaths } from '#host/project-paths.ts';

const DOCUMENT = path.join(projectPaths.root, 'docs', 'deploy', 'parity.md');

/** Texts of differences; nothing where there is none. */
// biome-ignore lint/suspicious/noConfusingVoidType: a check that throws what it finds returns nothing
type Found = readonly string[] | void;

export type Report = ReturnType<typeof createReport>;

export function createReport(say: (line: string) => void = console.log) {
  const differences: string[] = [];
  const startedAt = Date.now();
  const seconds = (since: number) => ((Date.now() - since) / 1000).toFixed(1);
  return {
    differences,
    /** Runs one check. What it throws, or the texts that it answers, are differences; the run goes on. */
    async check(name: string, run: () => Promise<Found> | Found) {
      const start = Date.now();
      let found: readonly string[];
      try {
        found = (await run()) || [];
      } catch (error) {
        found = [(error as Error).message];
      }
      say(`${found.length === 0 ? 'same ' : 'DIFFERS'} ${name} (${seconds(start)} s)`);
      for (const difference of found) {
        say(`        ${difference.replaceAll('\n', '\n        ')}`);
        differences.push(`${name}: ${difference}`);
      }
    },
    note: (line: string) => say(`      ${line}`),
    /** The table of docs/deploy/parity.md, then what differed. @returns the exit code */
    finish(): number {
      say('');
      say(tableOf(readFileSync(DOCUMENT, 'utf8')));
      say('');
      if (differences.length === 0) say(`No difference, after ${seconds(startedAt)} s.`);
      else say(`${differences.length} differences, after ${seconds(startedAt)} s:`);
      for (const difference of differences) say(`- ${difference}`);
      return differences.length === 0 ? 0 : 1;
    },
  };
}

/** What was real, what stood in, and what is not covered: the first table of the document. */
function tableOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n');
}

/** @throws Error naming what was expected */
export function expectSame(actual: unknown, expected: unknown, what: string): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what} is ${a}, and should be ${b}`);
}
