/**
 * Says who a deleted account was, while the law orders that it can be said (KEEP_CLOSED_ACCOUNTS_DAYS):
 *
 *   node scripts/open-closed-account.ts --id <account id> --reason "Order of the court in Bengaluru, 12 of 2027"
 *
 * Each opening is in the audit log, with the reason. Needs the PRIVACY_KEY (or SUPABASE_SECRET_KEY) of the deletion.
 */
import { parseArgs } from 'node:util';
import type postgres from 'postgres';
import { type ClosedAccount, openAccount } from '#functions/_shared/people/closed-accounts.ts';
import { provideKeys } from '#host/keys.ts';
import { failWith, withOperatorDatabase } from './operator-database.ts';

/** @throws Error when there is no such account, the reason is too short, or the key is another one */
export async function openClosedAccount(
  sql: postgres.Sql,
  { id, reason, secrets }: { id: string; reason: string; secrets: readonly string[] },
): Promise<ClosedAccount> {
  const [row] = await sql<{ sealed: string }[]>`select private.open_closed_account(${id}, ${reason}) as sealed`;
  return openAccount(id, row?.sealed ?? '', ...secrets);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { id: { type: 'string' }, reason: { type: 'string' } } });
  const { id = '', reason = '' } = values;
  await withOperatorDatabase(async (sql, settings) => {
    // An account that was deleted before PRIVACY_KEY was set is sealed with the secret key.
    const secrets = [settings.PRIVACY_KEY, provideKeys(settings).secretKey].filter((one) => one !== undefined);
    console.log(JSON.stringify(await openClosedAccount(sql, { id, reason, secrets })));
  }).catch(failWith);
}
