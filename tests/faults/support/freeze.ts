import type { AppClient } from '../../kit/app-client.ts';

export interface Frozen {
  /** Resolves when somebody waits for what is held; with `count`, when so many do. */
  someoneWaits(count?: number): Promise<void>;
  /** Lets go, whatever became of those who waited. */
  thaw(): Promise<void>;
}

const LIMIT_MS = 60_000;

/**
 * Holds a lock in the database, so that a request comes to stand exactly where it needs it: a step that otherwise lasts a
 * millisecond lasts until `thaw`.
 *
 * @param statement takes the lock, in a transaction that stays open
 */
export async function freeze(app: Pick<AppClient, 'sql'>, statement: string): Promise<Frozen> {
  const connection = await app.sql.reserve();
  await connection.unsafe('begin');
  await connection.unsafe(statement);
  const [row] = await connection<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const pid = row?.pid ?? 0;
  let isThawed = false;
  return {
    async someoneWaits(count = 1) {
      await until(async () => {
        // Whoever waits for one who waits for us is held as well. Not on our connection: a transaction sees the sessions
        // that there were when it first looked.
        const [held] = await app.sql<{ count: number }[]>`
          with recursive held as (
            select a.pid from pg_stat_activity a where ${pid} = any (pg_blocking_pids(a.pid))
            union
            select a.pid from pg_stat_activity a join held h on h.pid = any (pg_blocking_pids(a.pid))
          )
          select count(*)::int as count from held`;
        return (held?.count ?? 0) >= count;
      }, `nobody came to wait for: ${statement}`);
    },
    async thaw() {
      if (isThawed) return;
      isThawed = true;
      await connection.unsafe('rollback');
      connection.release();
    },
  };
}

/** Asks until it is so. Throws with `problem` after a while. */
export async function until(check: () => Promise<boolean>, problem: string): Promise<void> {
  const giveUpAt = Date.now() + LIMIT_MS;
  while (!(await check())) {
    if (Date.now() > giveUpAt) throw new Error(problem);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Every change of this mentor's time waits. */
export const mentorLock = (mentorId: string) =>
  `select pg_advisory_xact_lock(727001, hashtext('${mentorId}') & 511)`;

/** Every settlement of this order waits, and so does the note of the provider's order. */
export const orderLock = (bookingId: string) =>
  `select from private.payment_orders where booking_id = '${bookingId}' for update`;
