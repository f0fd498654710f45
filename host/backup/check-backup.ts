import { existsSync, lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { restoreCopy } from '#copy/office/backup.ts';
import { RELEASE } from '#rules/office/release.ts';
import { ExplainedError } from '../explained-error.ts';
import { packagedVersion } from '../postgres/binaries.ts';
import { CONTROL_FILE } from './cluster-files.ts';
import { hashFile } from './copy-files.ts';
import { MANIFEST, type Manifest, PARTIAL, parseManifest } from './manifest.ts';

const { reasons } = restoreCopy;

/**
 * Reads every byte of a backup and compares it with its manifest.
 *
 * @throws ExplainedError when the backup is incomplete, damaged, or of another version
 */
export function checkBackup(folder: string): Manifest {
  if (!existsSync(folder)) throw incomplete(reasons.noFolder);
  if (path.basename(folder).endsWith(PARTIAL)) throw incomplete(reasons.unfinished);
  const manifest = readManifest(folder);
  if (manifest.release > RELEASE) throw new ExplainedError(restoreCopy.laterRelease(manifest.release, RELEASE));
  const [theirs, ours] = [majorOf(manifest.postgresVersion), majorOf(packagedVersion())];
  if (theirs !== ours) throw new ExplainedError(restoreCopy.otherPostgres(theirs, ours));

  const listed = new Set(manifest.files.map((file) => file.path));
  for (const needed of neededFiles(manifest)) if (!listed.has(needed)) throw incomplete(reasons.missing(needed));
  for (const file of manifest.files) {
    if (!isFile(path.join(folder, file.path))) throw incomplete(reasons.missing(file.path));
  }
  const damaged = manifest.files.filter((file) => {
    const at = path.join(folder, file.path);
    return lstatSync(at).size !== file.size || hashFile(at) !== file.sha256;
  });
  if (damaged[0]) throw new ExplainedError(restoreCopy.damaged(damaged.length, damaged[0].path));
  return manifest;
}

/** Without one of these a database does not start, or starts without its last changes. */
function neededFiles({ cluster, segments }: Manifest): string[] {
  return [
    'postgres/PG_VERSION',
    `postgres/${CONTROL_FILE}`,
    'postgres-password',
    ...(cluster === 'running' ? ['postgres/backup_label'] : []),
    ...segments.map((segment) => `postgres/pg_wal/${segment}`),
  ];
}

function readManifest(folder: string): Manifest {
  const file = path.join(folder, MANIFEST);
  if (!existsSync(file)) throw incomplete(reasons.noManifest);
  try {
    return parseManifest(readFileSync(file, 'utf8'));
  } catch {
    throw incomplete(reasons.badManifest);
  }
}

function incomplete(reason: string): ExplainedError {
  return new ExplainedError(restoreCopy.incomplete(reason));
}

function majorOf(version: string): string {
  return version.split('.')[0] ?? version;
}

function isFile(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
