/** Checks the imports of the tree against the rules in .dependency-cruiser.ts. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import configuration from '../../.dependency-cruiser.ts';
import { reportProblems } from './report-problems.ts';

const ROOMS = ['copy', 'rules', 'web', 'supabase', 'host', 'sandbox', 'tests', 'bench', 'scripts'];

export type Violation = { rule: string; from: string; to: string };

/** @param tree the folder that holds the rooms: the repository, or a test's small copy of its shape. */
export async function findViolations(tree: string): Promise<Violation[]> {
  const rooms = ROOMS.filter((room) => existsSync(join(tree, room)));
  const { enhancedResolveOptions, ...options } = configuration.options;
  const { output } = await cruise(
    rooms,
    { ...options, baseDir: tree, validate: true, ruleSet: { forbidden: configuration.forbidden } },
    enhancedResolveOptions,
  );
  const { violations } = (output as ICruiseResult).summary;
  return violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}

if (import.meta.main) {
  const violations = await findViolations(process.cwd());
  reportProblems(violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`));
}
