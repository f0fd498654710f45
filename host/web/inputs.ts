import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { projectPaths } from '../project-paths.ts';

/** Everything that the built web app depends on, relative to the checkout. */
const INPUTS = [
  'web',
  'rules',
  'copy',
  'supabase/database.types.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
/** How the host itself finishes the build. */
const OWN_CODE = ['host/web', 'host/http/caching/compression.ts'];
const NOT_BUILT = /\.test\.tsx?$/;

/** A text that changes whenever a new build would give another web app. */
export function hashInputs(): string {
  const hash = createHash('sha256').update(process.version);
  for (const input of [...INPUTS, ...OWN_CODE]) {
    for (const file of listFiles(path.join(projectPaths.root, input))) {
      hash.update(`\0${path.relative(projectPaths.root, file)}\0`).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

function listFiles(input: string): string[] {
  if (!statSync(input, { throwIfNoEntry: false })?.isDirectory()) {
    return statSync(input, { throwIfNoEntry: false }) ? [input] : [];
  }
  return readdirSync(input, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NOT_BUILT.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
