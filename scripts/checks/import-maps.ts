/**
 * The deno.json of each server function is what its imports make it, and an upload carries nothing else: no folder, no
 * settings, no tests, no migrations.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { functionNames, importMapOf, mapPath, reachedBy } from '../functions/import-map.ts';
import { reportProblems } from './report-problems.ts';
import { uploadSet } from './upload-set.ts';

const MOST_FILES = 60;
const MOST_BYTES = 400_000;
/** Never part of an upload, whatever imports it. */
const KEPT_BACK = [/(^|\/)\.env[^/]*$/, /\.test\.ts$/, /(^|\/)migrations\//, /(^|\/)tests\//, /(^|\/)seed[^/]*$/];

/** @param root the repository, or a test's small copy of its shape */
export function findMapProblems(root: string): string[] {
  return [...settingsBelow(root, 'supabase'), ...functionNames(root).flatMap((name) => problemsOf(root, name))];
}

function problemsOf(root: string, name: string): string[] {
  const map = mapPath(name);
  const reached = reachedBy(root, name);
  if (reached.problems.length > 0) return reached.problems;
  if (!existsSync(path.join(root, map))) return [`${map} is missing; run npm run import-maps`];
  const text = readFileSync(path.join(root, map), 'utf8');
  const problems = text === importMapOf(root, name, reached) ? [] : [`${map} is out of date; run npm run import-maps`];
  const { imports = {} }: { imports?: Record<string, string> } = JSON.parse(text);
  for (const [specifier, target] of Object.entries(imports)) {
    if (URL.canParse(target)) continue;
    const file = path.join(root, path.dirname(map), target);
    if (!existsSync(file)) return [...problems, `${map} names ${target}, which does not exist`];
    if (statSync(file).isDirectory()) problems.push(`${map} uploads all of ${target} for ${specifier}`);
  }
  return [...problems, ...uploadProblems(root, name, [...reached.files, map])];
}

function uploadProblems(root: string, name: string, needed: string[]): string[] {
  const uploaded = uploadSet(root, name);
  const problems = [
    ...uploaded.filter((file) => KEPT_BACK.some((pattern) => pattern.test(file))).map((file) => `carries ${file}`),
    ...uploaded.filter((file) => !needed.includes(file)).map((file) => `carries ${file}, which it does not import`),
    ...needed.filter((file) => !uploaded.includes(file)).map((file) => `lacks ${file}, which it imports`),
  ];
  const bytes = uploaded.reduce((sum, file) => sum + statSync(path.join(root, file)).size, 0);
  if (uploaded.length > MOST_FILES) problems.push(`has ${uploaded.length} files; the most are ${MOST_FILES}`);
  if (bytes > MOST_BYTES) problems.push(`has ${bytes} bytes; the most are ${MOST_BYTES}`);
  return problems.map((problem) => `the upload of ${name} ${problem}`);
}

/** The CLI reads such a file for itself, and uploads it with a function whose map names the folder. */
function settingsBelow(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file).startsWith('.env'))
    .map((file) => `${path.posix.join(folder, file)} lies below supabase/; settings stay at the repository's root`);
}

if (import.meta.main) reportProblems(findMapProblems(process.cwd()));
