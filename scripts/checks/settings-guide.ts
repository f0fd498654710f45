/** docs/settings.md and the examples of settings are what `npm run settings` makes of the schemas. */
import { existsSync, readFileSync } from 'node:fs';
import { settingsFiles } from '../make-settings-guide.ts';
import { reportProblems } from './report-problems.ts';

/** @param read gives the text of a file, undefined where there is none */
export function staleFiles(made: Record<string, string>, read: (file: string) => string | undefined): string[] {
  return Object.entries(made)
    .filter(([file, text]) => read(file) !== text)
    .map(([file]) => `${file} does not match the schemas of the settings; run npm run settings`);
}

if (import.meta.main) {
  reportProblems(staleFiles(settingsFiles(), (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)));
}
