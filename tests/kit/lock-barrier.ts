import type { AppClient } from './app-client.ts';

export type LockBarrier = Awaited<ReturnType<typeof openLockBarrier>>;

const LIMIT_MS = 60_000;

/**
 * Holds a lock in the database, so that a request stops exactly where it needs that lock: a step that takes a
 * millisecond takes until `release`.
 *
 * @param statement takes the lock, in a transaction that stays open
 */
export async function openLockBarrier(app: Pick<AppClient, 'sql'>, statement: string) {
  const connection = await app.sql.reserve();
  await connection.unsafe('begin');
  await connection.unsafe(statement);
  const [row] = await connection<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const pid = row?.pid ?? 0;
  let isReleased = false;
  return {
    /** Resolves when `count` sessions are blocked by the lock. */
    async waitForBlocked(count = 1): Promise<void> {
      await until(async () => {
        // A session that is blocked by a blocked session counts too. Not on this connection: a transaction keeps
        // the list of sessions of its first look.
        const [held] = await app.sql<{ count: number }[]>`
          with recursive held as (
            select a.pid from pg_stat_activity a where ${pid} = any (pg_blocking_pids(a.pid))
            union
            select a.pid from pg_stat_activity a join held h on h.pid = any (pg_blocking_pids(a.pid))
          )
          select count(*)::int as count from held`;
        return (held?.count ?? 0) >= count;
      }, `no session was blocked by: ${statement}`);
    },
    async release(): Promise<void> {
      if (isReleased) return;
      isReleased = true;
      await connection.unsafe('rollback');
      connection.release();
    },
  };
}

/** Resolves when a session of the database waits for a lock, or `isOver` says that none will. */
export async function untilBlockedOr(sql: AppClient['sql'], isOver: () => boolean): Promise<void> {
  await until(async () => {
    const blocked = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return isOver() || blocked.length > 0;
  }, 'nothing waited for a lock');
}

/** Polls until `check` is true. Throws with `problem` after a minute. */
export async function until(check: () => Promise<boolean>, problem: string): Promise<void> {
  const giveUpAt = Date.now() + LIMIT_MS;
  while (!(await check())) {
    if (Date.now() > giveUpAt) throw new Error(problem);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Every change of this mentor's time waits. */
export const mentorLock = (mentorId: string) => `select pg_advisory_xact_lock(727001, hashtext('${mentorId}') & 511)`;

/** Every settlement of this order waits, and so does the note of the provider's order. */
export const orderLock = (bookingId: string) =>
  `select from private.payment_orders where booking_id = '${bookingId}' for update`;
