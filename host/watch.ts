import type { Sql } from 'postgres';
import type { ServerFunctions } from './functions.ts';
import type { HostLog } from './log.ts';

export interface Watch {
  /** Starts no further check and waits for the running one. */
  stop(): Promise<void>;
}

/**
 * Checks the alarms every `everyMs`, and has an e-mail sent for those that are due
 * (docs/product/back-office.md#alarms). It does not use the scheduler and the outbox, because it watches them. On
 * hosted Supabase, pg_cron does this.
 */
export function startWatch(options: {
  /** A connection with the host's own rights. */
  sql: Sql;
  functions: Pick<ServerFunctions, 'call'>;
  apiUrl: string;
  secretKey: string;
  everyMs: number;
  log: HostLog;
}): Watch {
  const { sql, functions, apiUrl, secretKey, everyMs, log } = options;
  let isStopped = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const look = async () => {
    const [row] = await sql<{ due: number }[]>`select private.watch() as due`;
    if (!row || row.due === 0) return;
    const response = await functions.call(
      'send-alarm',
      new Request(`${apiUrl}/functions/v1/send-alarm`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}`, apikey: secretKey },
        body: '{}',
      }),
    );
    if (!response.ok) throw new Error(`send-alarm answered ${response.status}`);
  };
  const schedule = () => {
    if (!isStopped) timer = setTimeout(start, everyMs);
  };
  const start = () => {
    running = look()
      .catch((error: unknown) => log.error({ err: error }, 'alarms were not judged or not sent'))
      .finally(schedule);
  };

  schedule();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
