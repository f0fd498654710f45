import type postgres from 'postgres';
import type { HostLog } from '../log.ts';

/**
 * Makes the accounts with these addresses administrators, once each address is confirmed: whoever merely claims an address
 * gets nothing. Takes nobody's rights away.
 */
export async function promoteAdministrators(
  sql: postgres.Sql,
  addresses: readonly string[],
  log: HostLog,
): Promise<void> {
  if (addresses.length === 0) return;
  const promoted = await sql<{ id: string }[]>`
    update public.profiles as profile
    set is_admin = true
    from auth.users as account
    where account.id = profile.id
      and not profile.is_admin
      and account.email_confirmed_at is not null
      and lower(account.email) = any (${[...addresses]})
    returning profile.id`;
  for (const { id } of promoted) log.info({ userId: id }, 'Made an administrator, as ADMIN_EMAILS says');
}
