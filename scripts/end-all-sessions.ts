/**
 * Signs everybody out at once, administrators and founders, when a breach is feared (docs/security/breach.md):
 *
 *   node scripts/end-all-sessions.ts --reason "Stolen laptop of an administrator, 3 February"
 *
 * Access tokens that are out there open nothing from the next request on. In the audit log, with the reason.
 */
import { parseArgs } from 'node:util';
import type postgres from 'postgres';
import { failWith, withOperatorDatabase } from './operator-database.ts';

/** Answers how many sessions ended. @throws Error when the reason has not 10 to 200 characters */
export async function endAllSessions(sql: postgres.Sql, reason: string): Promise<number> {
  const [row] = await sql<{ ended: number }[]>`select private.end_all_sessions(${reason}) as ended`;
  return row?.ended ?? 0;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { reason: { type: 'string', default: '' } } });
  await withOperatorDatabase(async (sql) => {
    console.log(`Ended ${await endAllSessions(sql, values.reason)} sessions.`);
  }).catch(failWith);
}
