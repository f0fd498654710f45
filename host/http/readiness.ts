import { access, constants, statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type postgres from 'postgres';
import { LEAST_FREE_BYTES, requireOpenStorage } from '../data-directory.ts';
import { findPendingMigrations } from '../migrate.ts';
import { findHome } from '../postgres/home.ts';
import type { Readiness } from './site-app.ts';

const LIMIT_MS = 3_000;
const DISK_LIMIT_MS = 1_500;
/** A job that has been due for longer than this means that jobs are not being done. */
const OLDEST_JOB_SECONDS = 15 * 60;

interface Health {
  violations: number;
  oldest_due_job_seconds: number;
  dead_jobs: number;
  mail: { away_since: string | null };
  last_webhook_at: string | null;
  calendar: { token_state: 'ok' | 'invalid_grant' | 'missing' };
}

/**
 * Whether this host can serve people: the database answers and has every migration. The answer also names the worker's
 * state. A `deep` check also demands that a worker runs, that money and bookings agree (the view of violations is
 * empty), that jobs are done, that the mail server is there and that DATA_DIR takes more. Its answer names the last webhook and the state of the calendar's permission as well.
 */
export async function checkReadiness(options: {
  sql: postgres.Sql;
  migrations: string;
  dataDir: string;
  isDeep: boolean;
}): Promise<Readiness> {
  try {
    return await Promise.race([ask(options), giveUp()]);
  } catch {
    return { isReady: false, checks: { database: false } };
  }
}

async function ask({ sql, migrations, dataDir, isDeep }: Parameters<typeof checkReadiness>[0]): Promise<Readiness> {
  const pending = await findPendingMigrations(sql, migrations);
  const checks: Record<string, unknown> = { database: true, pendingMigrations: pending.length };
  const isWorking = pending.length > 0 || (await hasWorker(sql));
  // A stopped worker is no reason to send people to another host: that would not help them.
  if (pending.length === 0) checks.worker = isWorking ? 'running' : 'stopped';
  if (!isDeep) return { isReady: pending.length === 0, checks };
  const [row] = await sql<{ health: Health }[]>`select private.health() as health`;
  const health = row?.health;
  checks.invariantViolations = health?.violations;
  checks.oldestDueJobSeconds = health?.oldest_due_job_seconds;
  checks.deadJobs = health?.dead_jobs;
  checks.mail = health?.mail.away_since === null ? 'ok' : 'away';
  checks.disk = await Promise.race([examineDataDirectory(dataDir), wait(DISK_LIMIT_MS, 'no answer', { ref: false })]);
  // For monitoring only: this host can serve people whatever these say.
  checks.lastWebhookAt = health?.last_webhook_at;
  checks.calendarToken = health?.calendar.token_state;
  const isSound =
    isWorking &&
    health?.violations === 0 &&
    health.oldest_due_job_seconds <= OLDEST_JOB_SECONDS &&
    health.mail.away_since === null &&
    checks.disk === 'ok';
  return { isReady: pending.length === 0 && isSound, checks };
}

/** Whether more can be saved: for monitoring. */
export async function examineDataDirectory(dataDir: string): Promise<'ok' | 'full' | 'not writable'> {
  try {
    await access(dataDir, constants.W_OK);
    await requireOpenStorage(dataDir);
    // The database may have its home on another disk; there is none with a database of one's own.
    const home = await statfs(findHome(dataDir).directory).catch(() => undefined);
    const disks = [await statfs(dataDir), ...(home ? [home] : [])];
    return disks.some(({ bavail, bsize }) => bavail * bsize < LEAST_FREE_BYTES) ? 'full' : 'ok';
  } catch {
    return 'not writable';
  }
}

async function hasWorker(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql<{ pulse: { alive: boolean } }[]>`select public.worker_pulse() as pulse`;
  return row?.pulse.alive ?? false;
}

async function giveUp(): Promise<never> {
  await wait(LIMIT_MS, undefined, { ref: false });
  throw new Error('The database took too long to answer');
}
