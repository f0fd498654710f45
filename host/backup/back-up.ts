import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setImmediate as letOthersRun, setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { backupCopy } from '#copy/office/backup.ts';
import { RELEASE } from '#rules/office/release.ts';
import { ExplainedError } from '../explained-error.ts';
import { silentLog } from '../log.ts';
import { findHome, type PostgresHome } from '../postgres/home.ts';
import { findHost, lockHome } from '../postgres/host-lock.ts';
import { stopOrphan } from '../postgres/orphan.ts';
import { findRunningServer } from '../postgres/running-server.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { takeLock } from '../processes/file-lock.ts';
import { CONTROL_FILE, formatLsn, isLeftOut, readControlFile, walSegments } from './cluster-files.ts';
import {
  type CopiedFile,
  copyFile,
  copyWhole,
  makeDirectory,
  sync,
  syncTree,
  walk,
  writeCopied,
} from './copy-files.ts';
import { backupName, listBackups, MANIFEST, type Manifest, ORIGIN, PARTIAL, removeUnfinished } from './manifest.ts';
import { type BackupMark, markBackup } from './mark.ts';
import { awaitStoredFiles, beginClusterBackup, recordBackup, type StoppedBackup } from './running-cluster.ts';
import { formatSize, freeSpace } from './sizes.ts';
import { createByteCheck, createStoredFileCopier } from './stored-files.ts';

/** The steps of a backup, in order. The process may be killed before each of them. */
export const BACKUP_STEPS = [
  'slot',
  'cluster',
  'control file',
  'stored files',
  'stop',
  'log',
  'new stored files',
  'keys',
  'manifest',
  'sync',
  'rename',
  'record',
] as const;
export type BackupStep = (typeof BACKUP_STEPS)[number];

export interface FinishedBackup {
  path: string;
  bytes: number;
}

const LOCK = 'backup.lock';
/** The other files of a backup, each where it exists. */
const KEPT = ['keys.json', 'postgres-password', 'demo-logins.json'];
/** The last record of a stopped cluster's log is shorter than this. */
const CHECKPOINT_BYTES = 256n;
/** Space for the log of the backup itself: at least two log files, and what is written while it runs. */
const LOG_ALLOWANCE = 64 * 1024 * 1024;

/**
 * Makes a backup of a data directory in a folder of its own below `to`: database, stored files and keys of one moment.
 * A running host goes on working. Where no host runs, the stopped database is copied.
 *
 * @param options.keep how many of the newest complete backups stay in `to`; all of them unless given
 * @param options.onStep called before each step with its name; the step waits for it
 * @throws ExplainedError with a sentence for the operator, after all files of this backup were deleted
 */
export async function backUp(options: {
  dataDir: string;
  to: string;
  keep?: number | undefined;
  onStep?: (step: BackupStep) => unknown;
}): Promise<FinishedBackup> {
  const { onStep = () => {} } = options;
  if (!existsSync(path.join(options.dataDir, 'postgres-password'))) {
    throw new ExplainedError(backupCopy.noDatabase(options.dataDir));
  }
  const dataDir = realpathSync(options.dataDir);
  const home = findHome(dataDir);
  if (!existsSync(home.data)) throw new ExplainedError(backupCopy.noDatabase(dataDir));
  const lock = takeLock(path.join(dataDir, LOCK));
  if ('heldBy' in lock) throw new ExplainedError(backupCopy.running(lock.heldBy));
  let partial: string | undefined;
  try {
    const to = prepareTarget(options.to, dataDir, home);
    const { name, startedAt } = await chooseName(to);
    partial = path.join(to, `${name}${PARTIAL}`);
    const files = createCollector(partial, originOf(dataDir));
    const host = findHost(home.directory);
    const make = host === undefined ? backUpStopped : backUpRunning;
    const finished = path.join(to, name);
    const bytes = await make({ dataDir, home, host, files, startedAt, onStep, publish });
    if (options.keep !== undefined) {
      for (const old of listBackups(to).slice(Math.max(options.keep, 1))) rmSync(old, { recursive: true, force: true });
    }
    return { path: finished, bytes };

    async function publish(): Promise<void> {
      await onStep('rename');
      renameSync(partial as string, finished);
      sync(to);
    }
  } catch (error) {
    if (partial !== undefined) rmSync(partial, { recursive: true, force: true });
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
      const { needed, free } = spaceFor(options.to, dataDir, home);
      throw new ExplainedError(backupCopy.noSpace(options.to, formatSize(needed), formatSize(free)), { cause: error });
    }
    throw error;
  } finally {
    lock.release();
  }
}

interface Work {
  dataDir: string;
  home: PostgresHome;
  host: number | undefined;
  files: Collector;
  startedAt: Date;
  onStep: (step: BackupStep) => unknown;
  /** Gives the folder its name. */
  publish: () => Promise<void>;
}

/** Makes the backup while the server runs. @returns the bytes of the backup */
async function backUpRunning({ dataDir, home, host, files, startedAt, onStep, publish }: Work): Promise<number> {
  const server = findRunningServer(dataDir);
  if (!server) throw new ExplainedError(backupCopy.notServing(host ?? 0));
  await onStep('slot');
  const cluster = await beginClusterBackup(server.url);
  const storage = path.join(dataDir, 'storage');
  let mark: BackupMark | undefined;
  try {
    await onStep('cluster');
    await copyCluster(home.data, files, isLeftOut);
    await onStep('control file');
    files.add(
      `postgres/${CONTROL_FILE}`,
      copyWhole(path.join(home.data, CONTROL_FILE), files.at(`postgres/${CONTROL_FILE}`)),
    );

    await onStep('stored files');
    makeStorage(storage, dataDir);
    mark = markBackup(storage);
    const stored = files.storedFiles(storage, () => mark?.renew());
    stored.copyNew();
    await awaitStoredFiles(cluster.sql, createByteCheck(storage));

    await onStep('stop');
    const stopped = await cluster.stop();
    files.add('postgres/backup_label', writeCopied(files.at('postgres/backup_label'), Buffer.from(stopped.label)));
    await onStep('log');
    for (const segment of stopped.segments)
      files.copy(path.join(home.data, 'pg_wal', segment), `postgres/pg_wal/${segment}`);
    await onStep('new stored files');
    stored.copyNew();
    mark.remove();
    mark = undefined;

    await onStep('keys');
    copyKept(dataDir, files);
    const { finishedAt, bytes } = await finish(files, onStep, {
      ...stopped,
      postgresVersion: cluster.postgresVersion,
      cluster: 'running',
      startedAt,
      storedFiles: { count: stored.count(), bytes: stored.bytes() },
    });
    await publish();
    await onStep('record');
    await recorded(() => recordBackup(cluster.sql, finishedAt));
    return bytes;
  } finally {
    mark?.remove();
    await cluster.end();
  }
}

/** Makes the folder of stored files, which is missing before the first upload. The host must be able to write to it. */
function makeStorage(storage: string, dataDir: string): void {
  if (existsSync(storage)) return;
  mkdirSync(storage);
  const { uid, gid } = lstatSync(dataDir);
  if (process.getuid?.() === 0) chownSync(storage, uid, gid);
}

/** Makes the backup of a stopped cluster, which cannot be started until it is done. @returns the bytes of the backup */
async function backUpStopped({ dataDir, home, files, startedAt, onStep, publish }: Work): Promise<number> {
  let unlock = lockHome(home.directory, dataDir);
  try {
    await stopOrphan(home.data);
    if (!readControlFile(home.data).wasStoppedInOrder) {
      // After a power cut, the last acknowledged changes are only in the log: a start writes them to the data files.
      unlock();
      await (await startPostgres({ dataDir, log: silentLog })).stop();
      unlock = lockHome(home.directory, dataDir);
    }
    const { checkpoint } = readControlFile(home.data);
    const stateAt = new Date();
    await onStep('cluster');
    const segments = walSegments(checkpoint, checkpoint + CHECKPOINT_BYTES, ...readLogFacts(home.data)).filter((name) =>
      existsSync(path.join(home.data, 'pg_wal', name)),
    );
    await copyCluster(home.data, files, isLeftOut);
    for (const segment of segments) files.copy(path.join(home.data, 'pg_wal', segment), `postgres/pg_wal/${segment}`);
    await onStep('control file');
    files.copy(path.join(home.data, CONTROL_FILE), `postgres/${CONTROL_FILE}`);
    await onStep('stored files');
    const stored = files.storedFiles(path.join(dataDir, 'storage'), () => {});
    stored.copyNew();
    await onStep('keys');
    copyKept(dataDir, files);
    const { finishedAt, bytes } = await finish(files, onStep, {
      startLsn: formatLsn(checkpoint),
      stopLsn: formatLsn(checkpoint),
      stateAt,
      segments,
      postgresVersion: readFileSync(path.join(home.data, 'PG_VERSION'), 'utf8').trim(),
      cluster: 'stopped',
      startedAt,
      storedFiles: { count: stored.count(), bytes: stored.bytes() },
    });
    await publish();
    await onStep('record');
    unlock();
    await recorded(() => recordInStopped(dataDir, finishedAt));
    return bytes;
  } finally {
    unlock();
  }
}

async function recorded(record: () => Promise<void>): Promise<void> {
  try {
    await record();
  } catch (error) {
    throw new ExplainedError(backupCopy.notRecorded((error as Error).message), { cause: error });
  }
}

/** The timeline and the size of the log's files, read from the files that are there. */
function readLogFacts(data: string): [number, bigint] {
  for (const { path: name, kind, size } of walk(path.join(data, 'pg_wal'))) {
    if (kind === 'file' && /^[0-9A-F]{24}$/.test(name)) return [Number.parseInt(name.slice(0, 8), 16), BigInt(size)];
  }
  throw new Error(`There is no log in ${data}/pg_wal.`);
}

async function recordInStopped(dataDir: string, finishedAt: Date): Promise<void> {
  const server = await startPostgres({ dataDir, log: silentLog });
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  try {
    await recordBackup(sql, finishedAt);
  } finally {
    await sql.end({ timeout: 1 });
    await server.stop();
  }
}

async function copyCluster(data: string, files: Collector, leaveOut: (relative: string) => boolean): Promise<void> {
  files.addDirectory('postgres', lstatSync(data).mode & 0o777);
  let count = 0;
  for (const entry of walk(data, leaveOut)) {
    const relative = `postgres/${entry.path}`;
    if (entry.kind === 'other') throw new ExplainedError(backupCopy.tablespaces(path.join(data, entry.path)));
    if (entry.kind === 'directory') files.addDirectory(relative, entry.mode);
    else if (entry.path !== CONTROL_FILE) files.copy(path.join(data, entry.path), relative);
    count += 1;
    // So that signals and the connection are handled between the files.
    if (count % 50 === 0) await letOthersRun();
  }
}

function copyKept(dataDir: string, files: Collector): void {
  for (const name of KEPT) files.copy(path.join(dataDir, name), name);
}

async function finish(
  files: Collector,
  onStep: Work['onStep'],
  facts: Omit<StoppedBackup, 'label'> &
    Pick<Manifest, 'postgresVersion' | 'cluster' | 'storedFiles'> & { startedAt: Date },
): Promise<{ finishedAt: Date; bytes: number }> {
  await onStep('manifest');
  const finishedAt = new Date();
  const manifest: Manifest = {
    format: 1,
    release: RELEASE,
    postgresVersion: facts.postgresVersion,
    cluster: facts.cluster,
    startLsn: facts.startLsn,
    stopLsn: facts.stopLsn,
    startedAt: facts.startedAt.toISOString(),
    stateAt: facts.stateAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    segments: facts.segments,
    storedFiles: facts.storedFiles,
    directories: files.directories(),
    files: files.files(),
  };
  writeFileSync(files.at(MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
  await onStep('sync');
  await syncTree(files.at(''));
  return { finishedAt, bytes: manifest.files.reduce((sum, { size }) => sum + size, 0) };
}

type Collector = ReturnType<typeof createCollector>;

/** The folder of the backup that is being made, and what is in it so far. */
function createCollector(folder: string, origin: string) {
  const files = new Map<string, CopiedFile>();
  const directories = new Map<string, number>();
  makeDirectory(folder);
  writeFileSync(path.join(folder, ORIGIN), origin, { mode: 0o600 });

  const collector = {
    at: (relative: string) => path.join(folder, relative),
    addDirectory(relative: string, mode: number): void {
      makeDirectory(path.join(folder, relative));
      directories.set(relative, mode);
    },
    add(relative: string, file: CopiedFile): void {
      files.set(relative, file);
    },
    /** A file that is not there (any more) is left out. */
    copy(from: string, relative: string): void {
      const copied = copyFile(from, path.join(folder, relative));
      if (copied) files.set(relative, copied);
    },
    storedFiles(storage: string, between: () => void) {
      const mode = lstatSync(storage, { throwIfNoEntry: false })?.mode;
      if (mode !== undefined) collector.addDirectory('storage', mode & 0o777);
      return createStoredFileCopier({
        from: storage,
        to: path.join(folder, 'storage'),
        onDirectory: (relative, mode) => directories.set(`storage/${relative}`, mode),
        onFile: (relative, file) => files.set(`storage/${relative}`, file),
        between,
      });
    },
    files: () => [...files].map(([relative, file]) => ({ path: relative, ...file })),
    directories: () => [...directories].map(([relative, mode]) => ({ path: relative, mode })),
  };
  return collector;
}

/** @throws ExplainedError when the backup would not fit */
function prepareTarget(directory: string, dataDir: string, home: PostgresHome): string {
  freeSpace(directory);
  const to = realpathSync(directory);
  removeUnfinished(to, originOf(dataDir));
  const { needed, free } = spaceFor(to, dataDir, home);
  if (free < needed) throw new ExplainedError(backupCopy.noSpace(to, formatSize(needed), formatSize(free)));
  return to;
}

function spaceFor(to: string, dataDir: string, home: PostgresHome): { needed: number; free: number } {
  let needed = LOG_ALLOWANCE;
  for (const { size } of walk(home.data, isLeftOut)) needed += size;
  for (const { size } of walk(path.join(dataDir, 'storage'))) needed += size;
  return { needed, free: freeSpace(to) };
}

/** Two backups in one second would have one name. */
async function chooseName(to: string): Promise<{ name: string; startedAt: Date }> {
  for (;;) {
    const startedAt = new Date();
    const name = backupName(startedAt);
    if (!existsSync(path.join(to, name)) && !existsSync(path.join(to, `${name}${PARTIAL}`))) return { name, startedAt };
    await wait(100);
  }
}

function originOf(dataDir: string): string {
  return JSON.stringify({ machine: hostname(), dataDir });
}
