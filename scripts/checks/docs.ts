/**
 * The documents tell the truth about the tree: what they name exists, and README's settings are the host's settings.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environmentSchema } from '#host/settings.ts';
import { reportProblems } from './report-problems.ts';
import { trackedFiles } from './tracked-files.ts';

/** A file with its extension, or a folder with its slash, in one of our rooms. */
const NAMED_PATH = /`((?:copy|rules|web|supabase|host|sandbox|tests|bench|scripts|docs)\/[\w./-]*?(?:\.\w+|\/))`/g;
const LINK = /\]\((?!\w+:)([^)#\s]+)[^)]*\)/g;

/** @param exists tells whether a path from the repository's root leads somewhere. */
export function missingPaths(document: string, text: string, exists: (path: string) => boolean): string[] {
  const named = [...text.matchAll(NAMED_PATH)].map(([, path = '']) => path);
  const linked = [...text.matchAll(LINK)].map(([, path = '']) => join(dirname(document), path));
  return [...new Set([...named, ...linked])]
    .filter((path) => !exists(path))
    .map((path) => `${document} names ${path}, which does not exist`);
}

export function undocumentedSettings(readme: string, settings: string[]): string[] {
  return settings
    .filter((name) => !readme.includes(`\`${name}\``))
    .map((name) => `README.md does not explain the setting ${name}`);
}

if (import.meta.main) {
  const read = (path: string) => readFileSync(path, 'utf8');
  reportProblems([
    ...trackedFiles('*.md').flatMap((document) => missingPaths(document, read(document), existsSync)),
    ...undocumentedSettings(read('README.md'), Object.keys(environmentSchema.shape)),
  ]);
}
