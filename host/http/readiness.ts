import type postgres from 'postgres';
import { findPendingMigrations } from '../migrate.ts';

const LIMIT_MS = 3_000;
/** A job that has been due for longer than this means that nobody works them off. */
const OLDEST_JOB_SECONDS = 15 * 60;

export interface Readiness {
  isReady: boolean;
  checks: Record<string, unknown>;
}

/**
 * Whether this host can serve people: the database answers and has every migration. `deep` also asks whether money and
 * bookings agree (the view of violations is empty) and whether jobs are being done.
 */
export async function checkReadiness(options: {
  sql: postgres.Sql;
  migrations: string;
  isDeep: boolean;
}): Promise<Readiness> {
  const { sql, migrations, isDeep } = options;
  try {
    return await withinLimit(async () => {
      const pending = await findPendingMigrations(sql, migrations);
      const checks: Record<string, unknown> = { database: true, pendingMigrations: pending.length };
      if (!isDeep) return { isReady: pending.length === 0, checks };
      const [violations] = await sql<{ count: number }[]>`
        select count(*)::int as count from private.invariant_violations`;
      const [jobs] = await sql<{ oldest: number; dead: number }[]>`
        select
          coalesce(extract(epoch from now() - min(run_at) filter (where state = 'ready' and run_at <= now())), 0)::int
            as oldest,
          count(*) filter (where state = 'dead')::int as dead
        from private.outbox where state in ('ready', 'dead')`;
      checks.invariantViolations = violations?.count;
      checks.oldestDueJobSeconds = jobs?.oldest;
      checks.deadJobs = jobs?.dead;
      const isSound = violations?.count === 0 && (jobs?.oldest ?? 0) <= OLDEST_JOB_SECONDS;
      return { isReady: pending.length === 0 && isSound, checks };
    });
  } catch {
    return { isReady: false, checks: { database: false } };
  }
}

async function withinLimit<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The database took too long to answer')), LIMIT_MS);
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
