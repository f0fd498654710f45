import type postgres from 'postgres';
import type { HostLog } from '../log.ts';

/** Makes administrators of the confirmed accounts with these addresses, as soon as there are any. */
export async function promoteAdministrators(
  sql: postgres.Sql,
  addresses: readonly string[],
  log: HostLog,
): Promise<void> {
  if (addresses.length === 0) return;
  const promoted = await sql<{ id: string }[]>`
    select public.promote_administrators(${[...addresses]}) as id`;
  for (const { id } of promoted) log.info({ userId: id }, 'Made an administrator, as ADMIN_EMAILS says');
}
