import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isPostgresOn } from './processes.ts';
import { PostgresStartError } from './start-error.ts';

const FAST_SHUTDOWN_MS = 20_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;
/** The time in which a worker notices that its server was killed; a worker in the middle of a statement may not. */
const NOTICE_MS = 300;

/**
 * Stops a server that a killed host left behind on the data directory, and clears the way for a new one.
 *
 * @returns the process id of the server that was stopped
 * @throws PostgresStartError when it does not go away
 */
export async function stopOrphan(data: string): Promise<number | undefined> {
  const pidFile = path.join(data, 'postmaster.pid');
  if (!existsSync(pidFile)) return undefined;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  const wasRunning = isPostgresOn(pid, data);
  if (wasRunning) {
    process.kill(pid, 'SIGINT');
    if (!(await isGone(pid, data, FAST_SHUTDOWN_MS))) process.kill(pid, 'SIGQUIT');
  }
  // Workers outlive a killed server for a moment; a new server beside them would damage the data.
  const startedAt = Date.now();
  for (;;) {
    const left = findServerProcesses(data);
    if (left.length === 0) break;
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > IMMEDIATE_SHUTDOWN_MS) {
      throw new PostgresStartError(
        `A Postgres left behind by an earlier run (process ${left[0]}) still uses ${data}. End it and start again.`,
      );
    }
    // It is safe to end them: without their server they can commit nothing.
    if (waitedMs > NOTICE_MS) for (const one of left) endAtOnce(one);
    await wait(50);
  }
  // Postgres refuses to start while any process has the id in this file, also an unrelated process or a zombie.
  if (process.platform === 'linux') rmSync(pidFile, { force: true });
  return wasRunning ? pid : undefined;
}

function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT');
  } catch {
    // The process has ended by itself.
  }
}

async function isGone(pid: number, data: string, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (isPostgresOn(pid, data)) {
    if (Date.now() > deadline) return false;
    await wait(50);
  }
  return true;
}

function findServerProcesses(data: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => isPostgresOn(pid, data));
}
