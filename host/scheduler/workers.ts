import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type postgres from 'postgres';
import type { HostLog } from '../log.ts';
import { type Scheduler, startScheduler, type Tasks } from './scheduler.ts';

export type Workers = Pick<Scheduler, 'wake' | 'stop'>;

/**
 * The `count` loops of this host that claim jobs (setting WORKERS). The first loop also does the work that a host needs
 * only once: it delivers the e-mails, over all connections to the mail server, and does the housekeeping.
 *
 * @param options.runJobs one round of the function `run-jobs` by the worker of that name; answers whether it did any
 * job. It claims no more once the signal says that the host stops.
 */
export function startWorkers(options: {
  count: number;
  everyMs: number;
  runJobs: (worker: string, stopping: AbortSignal) => Promise<boolean>;
  deliverMail: () => Promise<unknown>;
  housekeeping: Tasks;
  sql: postgres.Sql;
  log: HostLog;
}): Workers {
  const { count, everyMs, runJobs, deliverMail, housekeeping, sql, log } = options;
  // A unique name, so that a lease has only one holder.
  const own = `${hostname().replaceAll(/[^\w.-]/g, '-')}:${process.pid}:${randomBytes(4).toString('hex')}`;
  const names = Array.from({ length: count }, (_, loop) => `${own}:${loop + 1}`);
  const stopping = new AbortController();
  const loops: Scheduler[] = names.map((name, loop) => {
    const first: Tasks = {
      'deliver-mail': deliverMail,
      'run-jobs': () => runJobs(name, stopping.signal),
      // E-mails are delivered before and after the jobs: those of the jobs need not wait for the next round, and
      // earlier ones need not wait for the jobs.
      'deliver-new-mail': deliverMail,
      ...housekeeping,
    };
    const other: Tasks = {
      'run-jobs': async () => {
        if (await runJobs(name, stopping.signal)) loops[0]?.wake();
      },
    };
    return startScheduler({ tasks: loop === 0 ? first : other, everyMs, log });
  });
  return {
    wake() {
      // One loop is enough for a change, and an idle loop begins at once.
      (loops.find((loop) => !loop.isBusy()) ?? loops[0])?.wake();
    },
    async stop() {
      stopping.abort();
      await Promise.all(loops.map((loop) => loop.stop()));
      // So that another worker can lead at once, before the lease would end.
      await sql`delete from private.leases where name = 'leader' and holder = any(${[...names]})`.catch(
        (error: unknown) => log.warn({ err: error }, 'the lead could not be given back'),
      );
    },
  };
}
