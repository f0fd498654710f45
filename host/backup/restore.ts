import { chmodSync, chownSync, existsSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import postgres from 'postgres';
import { restoreCopy } from '#copy/office/backup.ts';
import { ExplainedError } from '../explained-error.ts';
import { silentLog } from '../log.ts';
import { type Account, chooseAccount } from '../postgres/account.ts';
import { findHome, openDataDirectory, prepareHome, removeHome } from '../postgres/home.ts';
import { stopOrphan } from '../postgres/orphan.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { findLockHolder, takeLock } from '../processes/file-lock.ts';
import { checkBackup } from './check-backup.ts';
import { copyFile, makeDirectory, sync, syncTree } from './copy-files.ts';
import { type Manifest, PARTIAL } from './manifest.ts';
import { findMissingFiles } from './running-cluster.ts';
import { formatSize, freeSpace, openTarget } from './sizes.ts';
import { createByteCheck } from './stored-files.ts';

export interface RestoredState {
  /** Every change that was acknowledged before this time is in the restored state. */
  stateAt: Date;
  /** Rows of private.invariant_violations. */
  violations: number;
  /** Rows of stored files without their bytes. */
  missingFiles: number;
}

/** The exit code, and the sentences about what is missing or wrong in the restored state. */
export function problemsOf({ violations, missingFiles }: RestoredState): { code: number; sentences: string[] } {
  return {
    code: violations > 0 ? 3 : missingFiles > 0 ? 4 : 0,
    sentences: [
      ...(missingFiles > 0 ? [restoreCopy.missingFiles(missingFiles)] : []),
      ...(violations > 0 ? [restoreCopy.violations(violations)] : []),
    ],
  };
}

const LOCK = 'restore.lock';
const CLUSTER = /^postgres(\/|$)/;

/**
 * Makes a data directory from a backup; a host can be started on it. The work is done beside the target, which appears
 * only at the end: so no host finds a database whose e-mails are not held yet.
 *
 * @param options.to a directory that is empty or does not exist
 * @throws ExplainedError with a sentence for the operator; the target is then unchanged
 */
export async function restore(options: { from: string; to: string }): Promise<RestoredState> {
  checkTarget(options.to);
  const manifest = checkBackup(options.from);
  const to = resolveTarget(options.to);
  const partial = `${to}${PARTIAL}`;
  await clearAway(partial);
  checkSpace(path.dirname(to), manifest);
  openDataDirectory(partial);
  const lock = takeLock(path.join(partial, LOCK));
  if ('heldBy' in lock) throw new ExplainedError(restoreCopy.running(lock.heldBy));
  try {
    const account = chooseAccount(findHome(partial).data);
    prepareHome(partial, account);
    await copyBack(manifest, options.from, partial, account);
    const state = await settleDatabase(partial, manifest);
    lock.release();
    renameSync(partial, to);
    sync(path.dirname(to));
    return state;
  } catch (error) {
    removeHome(partial);
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
}

function checkTarget(to: string): void {
  if (!existsSync(to)) return;
  const resolved = realpathSync(to);
  if (!statSync(resolved).isDirectory() || readdirSync(resolved).length > 0) {
    throw new ExplainedError(restoreCopy.notEmpty(to));
  }
  if (statSync(resolved).dev !== statSync(path.dirname(resolved)).dev) {
    throw new ExplainedError(restoreCopy.mountPoint(to));
  }
}

/** The target without symbolic links in its path; the directory around it is made. */
function resolveTarget(to: string): string {
  if (existsSync(to)) return realpathSync(to);
  openTarget(path.dirname(to), { sentence: restoreCopy.notWritable });
  return path.join(realpathSync(path.dirname(to)), path.basename(to));
}

/** Deletes the files of a restore that was killed, and no others. */
async function clearAway(partial: string): Promise<void> {
  if (!existsSync(partial)) return;
  const lock = path.join(partial, LOCK);
  if (!existsSync(lock) && readdirSync(partial).length > 0) throw new ExplainedError(restoreCopy.notEmpty(partial));
  const holder = findLockHolder(lock);
  if (holder !== undefined) throw new ExplainedError(restoreCopy.running(holder));
  await stopOrphan(findHome(partial).data);
  removeHome(partial);
  rmSync(partial, { recursive: true, force: true });
}

function checkSpace(directory: string, { files }: Manifest): void {
  const needed = files.reduce((sum, { size }) => sum + size, 0);
  const free = freeSpace(directory, restoreCopy.notWritable);
  if (free < needed) throw new ExplainedError(restoreCopy.noSpace(directory, formatSize(needed), formatSize(free)));
}

/** Owners and modes are as a host gives them: the cluster belongs to the account of Postgres, the rest to ours. */
async function copyBack(
  manifest: Manifest,
  from: string,
  partial: string,
  account: Account | undefined,
): Promise<void> {
  const { data } = findHome(partial);
  const place = (relative: string) =>
    CLUSTER.test(relative) ? path.join(data, relative.slice('postgres/'.length)) : path.join(partial, relative);
  const handOver = (relative: string) => {
    if (account && CLUSTER.test(relative)) chownSync(place(relative), account.uid, account.gid);
  };
  for (const { path: relative, mode } of manifest.directories) {
    makeDirectory(place(relative), mode);
    handOver(relative);
  }
  let count = 0;
  for (const { path: relative, mode } of manifest.files) {
    copyFile(path.join(from, relative), place(relative));
    chmodSync(place(relative), mode);
    handOver(relative);
    count += 1;
    if (count % 50 === 0) await letOthersRun();
  }
  await syncTree(partial);
  if (path.dirname(data) !== path.join(partial, 'postgres')) await syncTree(data);
}

async function settleDatabase(partial: string, manifest: Manifest): Promise<RestoredState> {
  const server = await startPostgres({ dataDir: partial, log: silentLog }).catch((error: unknown) => {
    throw new ExplainedError(restoreCopy.databaseFailed((error as Error).message), { cause: error });
  });
  const sql = postgres(server.url, { max: 1, onnotice: () => {}, connection: { statement_timeout: 0 } });
  try {
    const stateAt = new Date(manifest.stateAt);
    await sql.begin(async (transaction) => {
      await transaction`
        update private.outbox set state = 'dead', last_error = ${restoreCopy.held}, finished_at = clock_timestamp()
        where kind = 'email' and state = 'ready'`;
      await transaction`select private.compare_since(${stateAt})`;
    });
    const [violations] = await sql<{ count: number }[]>`
      select count(*)::int as count from private.invariant_violations`;
    const missing = await findMissingFiles(sql, createByteCheck(path.join(partial, 'storage')));
    return { stateAt, violations: violations?.count ?? 0, missingFiles: missing.length };
  } catch (error) {
    if (error instanceof ExplainedError) throw error;
    throw new ExplainedError(restoreCopy.databaseFailed((error as Error).message), { cause: error });
  } finally {
    await sql.end({ timeout: 1 });
    await server.stop();
  }
}
