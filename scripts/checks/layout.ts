/**
 * Names and sizes. A name that says nothing fails; a long file or a full folder is a warning, because only a reader
 * can tell whether there is a seam to cut at.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { reportProblems } from './report-problems.ts';
import { trackedFiles } from './tracked-files.ts';

const MAX_LINES = 300;
const MAX_FILES = 15;

const SOURCE = /\.(ts|tsx|css)$/;
const GENERATED = new Set(['supabase/database.types.ts']);
const EMPTY_NAME = /^(utils?|misc|helpers?|common)(\.|$)/;
/** A file that passes on what another exports. */
const BARREL = /^export (type )?(\*|\{[^}]*\}).* from ['"]/m;
const KEBAB = /^[a-z0-9.]+(-[a-z0-9.]+)*$/;

export function nameProblems(paths: string[]): string[] {
  return paths.flatMap((path) => {
    const name = basename(path);
    const words = path.split('/');
    if (words.some((word) => EMPTY_NAME.test(word))) {
      return [`${path}: a name that says nothing about what is inside`];
    }
    if (!KEBAB.test(name)) return [`${path}: file names are kebab-case`];
    if (/^web\/src\/features\/([^/]+\/[^/]+\/|[^/]+$)/.test(path)) {
      return [`${path}: features are flat, one folder each`];
    }
    return [];
  });
}

export function sizeWarnings(files: { path: string; lines: number }[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    if (!/\.test\.tsx?$/.test(path)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  return [
    ...files.filter(({ lines }) => lines > MAX_LINES).map(({ path, lines }) => `${path} has ${lines} lines`),
    ...[...counts]
      .filter(([, count]) => count > MAX_FILES)
      .map(([folder, count]) => `${folder}/ has ${count} files`),
  ];
}

if (import.meta.main) {
  const sources = trackedFiles().filter((path) => SOURCE.test(path) && !GENERATED.has(path));
  const sizes = sources.map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length - 1 }));
  for (const warning of sizeWarnings(sizes)) console.log(`warning: ${warning}`);
  const barrels = sources.filter((path) => BARREL.test(readFileSync(path, 'utf8')));
  reportProblems([
    ...nameProblems(sources),
    ...barrels.map((path) => `${path}: passes on another file's exports; import from where it is written`),
  ]);
}
