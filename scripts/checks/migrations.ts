/**
 * Versions of migrations are real times, each used once and none after today (UTC), so that the file of
 * `supabase migration new` sorts after every other. Each begins with a limit on its wait for locks; what was released is
 * never edited; and the last release that one of them begins is the program's.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { RELEASE } from '#rules/office/release.ts';
import { hashOf, releasedShape } from '../release/released.ts';
import { reportProblems } from './report-problems.ts';
import { trackedFiles } from './tracked-files.ts';

const FIRST_STATEMENT = "set local lock_timeout = '5s';\n";
const RELEASE_NOTE = /^insert into private\.releases \(release\) values \((\d+)\);$/gm;

export function migrationProblems(names: string[], now: Date): string[] {
  const seen = new Set<string>();
  return names.flatMap((name) => {
    const [, version] = /^(\d+)_\w+\.sql$/.exec(name) ?? [];
    if (version === undefined) return [`${name}: a migration is named by its version and its domain`];
    if (seen.has(version)) return [`${name}: another migration has this version`];
    seen.add(version);
    const iso = version.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6.000Z');
    const time = new Date(iso);
    // Date reads the 31st of November as the 1st of December.
    if (Number.isNaN(time.valueOf()) || time.toISOString() !== iso) return [`${name}: not a time that exists`];
    return iso.slice(0, 10) > now.toISOString().slice(0, 10) ? [`${name}: a time after today`] : [];
  });
}

/** @param sources each migration's name and text, in order */
export function upgradeProblems(
  sources: readonly (readonly [string, string])[],
  { released, release }: { released: Record<string, string>; release: number },
): string[] {
  const begins = sources
    .filter(([, source]) => !source.startsWith(FIRST_STATEMENT))
    .map(([name]) => `${name}: a migration begins with ${FIRST_STATEMENT.trim()}`);
  const present = new Map(sources);
  const edited = Object.entries(released).flatMap(([name, hash]) => {
    const source = present.get(name);
    if (source === undefined) return [`${name}: it was released and is gone`];
    return hashOf(source) === hash ? [] : [`${name}: it was released and is edited; a later migration changes it`];
  });
  const noted = sources.flatMap(([, source]) => [...source.matchAll(RELEASE_NOTE)].map(([, number]) => Number(number)));
  const last = noted.at(-1);
  const numbers =
    last === release
      ? []
      : [`rules/office/release.ts is release ${release}, the migrations bring a database to ${last}`];
  return [...begins, ...edited, ...numbers];
}

if (import.meta.main) {
  const files = trackedFiles('supabase/migrations').filter((path) => path.endsWith('.sql'));
  const released = releasedShape.parse(JSON.parse(readFileSync('supabase/migrations/released.json', 'utf8')));
  const sources = files.map((path) => [basename(path), readFileSync(path, 'utf8')] as const);
  const names = sources.map(([name]) => name);
  reportProblems([
    ...migrationProblems(names, new Date()),
    ...upgradeProblems(sources, { released, release: RELEASE }),
  ]);
}
