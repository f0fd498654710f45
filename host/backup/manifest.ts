import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/*
 * A backup is a folder `point-0-{UTC time}`:
 *
 *   postgres/            the cluster, with the log (pg_wal) that makes it consistent
 *   storage/             stored files, as host/lite/storage/file-store.ts keeps them
 *   keys.json, postgres-password, demo-logins.json
 *   manifest.json        what is in it; written last
 *
 * While it is being made its name ends with `.partial`.
 */

export const MANIFEST = 'manifest.json';
export const PARTIAL = '.partial';
/** Names the data directory of a partial backup, so that the next backup of that directory can delete it. */
export const ORIGIN = 'origin.json';

/** A path that stays inside the folder. */
const relativePath = z
  .string()
  .regex(/^[^/\\\0]+(\/[^/\\\0]+)*$/)
  .refine((value) => !value.split('/').some((part) => part === '.' || part === '..'));
const lsn = z.string().regex(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/);
const mode = z.int().min(0).max(0o777);

const manifestSchema = z.object({
  format: z.literal(1),
  /** rules/office/release.ts of the program that made it. */
  release: z.int().min(0),
  /** "17.10" */
  postgresVersion: z.string().regex(/^\d+/),
  /** `running`: its log makes the copy consistent. `stopped`: the cluster was stopped in order. */
  cluster: z.enum(['running', 'stopped']),
  startLsn: lsn,
  stopLsn: lsn,
  startedAt: z.iso.datetime(),
  /** The backup holds every change that was acknowledged before this time. */
  stateAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** The files of the log from start to stop. */
  segments: z.array(z.string().regex(/^[0-9A-F]{24}$/)),
  storedFiles: z.object({ count: z.int().min(0), bytes: z.int().min(0) }),
  directories: z.array(z.object({ path: relativePath, mode })),
  files: z.array(
    z.object({ path: relativePath, size: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/), mode }),
  ),
});

export type Manifest = z.output<typeof manifestSchema>;

/** @throws Error when the text is no manifest */
export function parseManifest(text: string): Manifest {
  return manifestSchema.parse(JSON.parse(text));
}

/** The name of a backup that began at this time. Names sort by time. */
export function backupName(startedAt: Date): string {
  return `point-0-${startedAt.toISOString().replace(/[-:]|\.\d+/g, '')}`;
}

const COMPLETE = /^point-0-\d{8}T\d{6}Z$/;
const UNFINISHED = /^point-0-\d{8}T\d{6}Z\.partial$/;

/** The complete backups in a directory, the newest first. */
export function listBackups(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => COMPLETE.test(name) && hasManifest(path.join(directory, name)))
    .sort()
    .reverse()
    .map((name) => path.join(directory, name));
}

/** Deletes the partial backups of the same origin that killed processes left in a directory. */
export function removeUnfinished(directory: string, origin: string): void {
  for (const name of readdirSync(directory)) {
    const folder = path.join(directory, name);
    if (UNFINISHED.test(name) && readIfThere(path.join(folder, ORIGIN)) === origin) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function hasManifest(folder: string): boolean {
  return readIfThere(path.join(folder, MANIFEST)) !== undefined;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
