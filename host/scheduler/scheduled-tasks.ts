import type postgres from 'postgres';
import type { ServerFunctions } from '../functions.ts';
import type { MailDelivery } from './mail-delivery.ts';
import type { HostLog } from '../log.ts';
import { promoteAdministrators } from './administrators.ts';

/**
 * What each round of the job clock does: the e-mails that wait, everything else in the outbox (which is the function
 * `run-jobs`' work, as on hosted Supabase), and the administrators that the settings name.
 */
export function jobTasks(options: {
  sql: postgres.Sql;
  functions: ServerFunctions;
  mail: MailDelivery;
  apiUrl: string;
  secretKey: string;
  adminEmails: readonly string[];
  log: HostLog;
}): Record<string, () => Promise<unknown>> {
  const { sql, functions, mail, apiUrl, secretKey, adminEmails, log } = options;
  return {
    'deliver-mail': () => mail.deliverQueued(),
    'run-jobs': async () => {
      const response = await functions.call(
        'run-jobs',
        new Request(`${apiUrl}/functions/v1/run-jobs`, {
          method: 'POST',
          headers: { authorization: `Bearer ${secretKey}`, apikey: secretKey },
          body: '{}',
        }),
      );
      if (!response.ok) throw new Error(`run-jobs answered ${response.status}: ${await response.text()}`);
    },
    // What the jobs have written should not wait for the next round; what waits before them should not wait for them.
    'deliver-new-mail': () => mail.deliverQueued(),
    'promote-administrators': () => promoteAdministrators(sql, adminEmails, log),
  };
}
