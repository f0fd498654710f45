/**
 * What the browser runs and draws works in the oldest browsers that package.json names: no method, no element, no
 * syntax and nothing in a stylesheet that one of them lacks, unless a comment beside it says how the page works without
 * it (browsers/named-fallbacks.ts). The data is MDN's.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'rolldown/utils';
import { namedFallbacks } from './browsers/named-fallbacks.ts';
import { OLDEST } from './browsers/oldest.ts';
import { type NewerUse, newerBuiltIns, newerElements } from './browsers/scripts.ts';
import { newerStyles } from './browsers/styles.ts';
import { EDITION, newerSyntax } from './browsers/syntax.ts';
import { compileStyles } from './browsers/web-styles.ts';
import { reportProblems } from './report-problems.ts';
import { trackedFiles } from './tracked-files.ts';

const root = join(import.meta.dirname, '../..');
const FOLDER = join(root, 'node_modules/.cache/oldest-browsers');
const SHEETS = ['web/src/styles/app.css', 'web/src/worker/offline.css'];
/** What its comment names is missing nowhere: it loads that for old browsers before anything else runs. */
const POLYFILLS = 'web/src/entry.client.tsx';
/** Only the page server runs these. */
const OF_THE_SERVER = ['web/src/server.ts', 'web/src/entry.server.tsx'];

/**
 * @param sources by their paths, relative to the repository
 * @param types more files that are compiled, absolute
 * @returns one line for each use of what one of the oldest browsers lacks, and no comment names
 */
export async function newerInScripts(
  sources: ReadonlyMap<string, string>,
  folder: string,
  types: readonly string[] = [],
): Promise<string[]> {
  const uses = newerBuiltIns([...types, ...[...sources.keys()].map((path) => join(root, path))], folder);
  const polyfilled = namedFallbacks(readFileSync(join(root, POLYFILLS), 'utf8'));
  const isNamed = ({ file, name }: NewerUse) =>
    [polyfilled, namedFallbacks(sources.get(file) ?? '')].some((names) => names.has(name.toLowerCase()));
  const syntax = [...sources].flatMap(([path, source]) => newerInSyntax(path, source));
  const elements = [...sources].flatMap(([path, source]) => newerElements(path, source));
  return [...syntax, ...[...elements, ...(await uses)].filter((use) => !isNamed(use)).map(sentence)];
}

export function newerInSyntax(path: string, source: string): string[] {
  const newer = newerSyntax(transformSync(path, source, { target: 'esnext' }).code);
  return newer ? [`${path}: newer than ES${EDITION}, which is what all of the oldest browsers read: ${newer}`] : [];
}

function sentence({ file, line, name, missingIn }: NewerUse): string {
  return (
    `${file}:${line}: ${name} is missing in ${missingIn.join(', ')}. ` +
    `Do without it, or say in a comment of the file what happens there: Older browsers: "${name}" …`
  );
}

/** @param sources whose words may be names of Tailwind's utilities */
export async function newerInStyles(path: string, css: string, sources: readonly string[]): Promise<string[]> {
  const polyfilled = namedFallbacks(readFileSync(join(root, POLYFILLS), 'utf8'));
  const styles = await compileStyles(join(root, path), css, sources);
  return newerStyles(styles, new Set([...namedFallbacks(css), ...polyfilled])).map((problem) => `${path}: ${problem}`);
}

if (import.meta.main) {
  const paths = trackedFiles('web/src/*.ts', 'web/src/*.tsx', 'rules/*.ts', 'copy/*.ts').filter(
    (path) => !/\.test\.tsx?$|^web\/src\/lib\/testing\//.test(path) && !OF_THE_SERVER.includes(path),
  );
  const sources = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  const sheets = SHEETS.map((path) => newerInStyles(path, readFileSync(path, 'utf8'), [...sources.values()]));
  const scripts = newerInScripts(sources, FOLDER, [join(root, '.react-router/types/**/*')]);
  reportProblems((await Promise.all([...sheets, scripts])).flat());
  console.log(`oldest browsers: ${OLDEST.map(({ name }) => name).join(', ')}`);
}
