import type postgres from 'postgres';
import type { HostLog } from '../log.ts';

/** Makes administrators of the confirmed accounts with these addresses, as soon as there are any. */
export async function promoteAdministrators(
  sql: postgres.Sql,
  addresses: readonly string[],
  log: HostLog,
): Promise<void> {
  if (addresses.length === 0) return;
  const [row] = await sql<{ made: number }[]>`select public.set_up_administrators(${[...addresses]}) as made`;
  if (row && row.made > 0) log.info({ count: row.made }, 'Made administrators, as ADMIN_EMAILS says');
}
