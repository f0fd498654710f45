/**
 * docs/deploy/supabase-run.json: each command of the guide and the line that it printed last. A run compares; with
 * `--record` it writes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectPaths } from '#host/project-paths.ts';
import { CLI_VERSION } from './cli.ts';

const FILE = path.join(projectPaths.root, 'docs', 'deploy', 'supabase-run.json');

interface GuideRun {
  command: string;
  last: string;
}

export type GuideRuns = ReturnType<typeof createGuideRuns>;

/** @param values what differs between projects, and how the document writes it */
export function createGuideRuns(values: Record<string, string>) {
  const runs: GuideRun[] = [];
  const asWritten = (text: string) =>
    Object.entries(values).reduce((rest, [value, name]) => rest.replaceAll(value, name), text);
  return {
    add: (command: string, last: string) => runs.push({ command: asWritten(command), last: asWritten(last) }),
    record(): void {
      writeFileSync(FILE, `${JSON.stringify({ cli: CLI_VERSION, runs }, null, 2)}\n`);
    },
    /** @returns what differs from the document */
    compare(): string[] {
      const { cli, runs: written }: { cli: string; runs: GuideRun[] } = JSON.parse(readFileSync(FILE, 'utf8'));
      const problems = cli === CLI_VERSION ? [] : [`supabase-run.json is of the CLI ${cli}, not ${CLI_VERSION}`];
      const lastOf = new Map(runs.map(({ command, last }) => [command, last]));
      for (const { command, last } of written) {
        const now = lastOf.get(command);
        if (now === undefined) problems.push(`"${command}" was not run`);
        else if (now !== last) problems.push(`"${command}" printed "${now}" last, not "${last}"`);
      }
      const known = new Set(written.map(({ command }) => command));
      for (const { command } of runs)
        if (!known.has(command)) problems.push(`"${command}" is not in supabase-run.json`);
      return problems;
    },
  };
}
