/**
 * Versions of migrations are real times, each used once and none after today (UTC), so that the file of
 * `supabase migration new` sorts after every other.
 */
import { basename } from 'node:path';
import { reportProblems } from './report-problems.ts';
import { trackedFiles } from './tracked-files.ts';

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

if (import.meta.main) {
  const names = trackedFiles('supabase/migrations').map((path) => basename(path));
  reportProblems(migrationProblems(names, new Date()));
}
