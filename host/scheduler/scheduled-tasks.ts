import type postgres from 'postgres';
import type { ServerFunctions } from '../functions.ts';
import { purgeSealedTokens } from '../lite/auth/refresh-tokens.ts';
import type { HostLog } from '../log.ts';
import type { MailDelivery } from './mail-delivery.ts';

/** Makes administrators of the confirmed accounts with these addresses, as soon as there are any. */
async function promoteAdministrators(sql: postgres.Sql, addresses: readonly string[], log: HostLog): Promise<void> {
  if (addresses.length === 0) return;
  const [row] = await sql<{ made: number }[]>`select public.set_up_administrators(${[...addresses]}) as made`;
  if (row && row.made > 0) log.info({ count: row.made }, 'Made administrators, as ADMIN_EMAILS says');
}

/**
 * What each round of the scheduler does: the e-mails that wait, everything else in the outbox (which is the function
 * `run-jobs`' work, as on hosted Supabase), and the administrators that the settings name.
 */
export function scheduledTasks(options: {
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
    'purge-sealed-tokens': () => purgeSealedTokens(sql),
  };
}
