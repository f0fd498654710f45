import type postgres from 'postgres';
import type { ServerFunctions } from '../functions.ts';
import { purgeSealedTokens } from '../lite/auth/refresh-tokens.ts';
import type { HostLog } from '../log.ts';
import type { MailDelivery } from './mail-delivery.ts';
import { startWorkers, type Workers } from './workers.ts';

/** Makes the confirmed accounts with these addresses administrators, as soon as they exist. */
async function promoteAdministrators(sql: postgres.Sql, addresses: readonly string[], log: HostLog): Promise<void> {
  if (addresses.length === 0) return;
  const [row] = await sql<{ made: number }[]>`select public.set_up_administrators(${[...addresses]}) as made`;
  if (row && row.made > 0) log.info(`Made ${row.made} administrators, as ADMIN_EMAILS says`);
}

/**
 * The leader's work by the clock, about twenty calls of the database, need not run in each round while changes wake the
 * workers: the rounds in between only do jobs.
 */
const WHOLE_ROUND_EVERY_MS = 1_000;

/**
 * The work of a host's workers: all jobs in the outbox (through the function `run-jobs`, as on hosted Supabase), their
 * e-mails, and the administrators that the settings name.
 */
export function startHostWorkers(options: {
  count: number;
  everyMs: number;
  sql: postgres.Sql;
  functions: ServerFunctions;
  mail: MailDelivery;
  apiUrl: string;
  secretKey: string;
  adminEmails: readonly string[];
  log: HostLog;
}): Workers {
  const { count, everyMs, sql, functions, mail, apiUrl, secretKey, adminEmails, log } = options;
  const wholeAt = new Map<string, number>();
  let wholeRound: NodeJS.Timeout | undefined;
  const workers = startWorkers({
    count,
    everyMs,
    sql,
    log,
    async runJobs(worker, stopping) {
      const sinceWhole = performance.now() - (wholeAt.get(worker) ?? Number.NEGATIVE_INFINITY);
      const isWhole = sinceWhole >= WHOLE_ROUND_EVERY_MS;
      if (isWhole) {
        wholeAt.set(worker, performance.now());
      } else {
        clearTimeout(wholeRound);
        wholeRound = setTimeout(() => workers.wake(), WHOLE_ROUND_EVERY_MS - sinceWhole).unref();
      }
      const response = await functions.call(
        'run-jobs',
        new Request(`${apiUrl}/functions/v1/run-jobs`, {
          method: 'POST',
          headers: { apikey: secretKey, 'x-worker': worker, ...(!isWhole && { 'x-round': 'jobs' }) },
          body: '{}',
          signal: stopping,
        }),
      );
      if (!response.ok) throw new Error(`run-jobs answered ${response.status}: ${await response.text()}`);
      const { done } = (await response.json()) as { done: number };
      return done > 0;
    },
    deliverMail: () => mail.deliverQueued(),
    housekeeping: {
      'promote-administrators': () => promoteAdministrators(sql, adminEmails, log),
      'purge-sealed-tokens': () => purgeSealedTokens(sql),
    },
  });
  return workers;
}
