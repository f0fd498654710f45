import { compare } from 'bcryptjs';
import type postgres from 'postgres';
import { recordMethod } from './access-tokens.ts';
import { type AuthCorrection, isPost, readClaims } from './auth-call.ts';
import { hashToken } from './refresh-tokens.ts';

/*
 * Library behaviour (0.10.0): an account keeps the password of its first sign-up. A stranger signs up with another
 * person's address; then the owner of the address signs up as well and opens the mailed link. From then on the
 * stranger's password works.
 *
 * Correction: a second sign-up with another password marks the unconfirmed account as contested, because it is not
 * known whose password is whose. Confirming the account deletes its password. The session also counts as one of a
 * recovery link: its page leads to the form for a new password. A recovery link for an unconfirmed account proves the
 * address as well, and deletes the password in the same way.
 */

export const CONTESTED_ACCOUNTS_TABLE = `
create table if not exists lite_host.contested_accounts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  contested_at timestamptz not null default now()
);
`;

/** Marks an unconfirmed account as contested, unless the password is the one that it has. */
export async function contestWithPassword(sql: postgres.Sql, userId: string, password: string): Promise<void> {
  const [account] = await sql<{ hash: string | null }[]>`
    select nullif(encrypted_password, '') as hash from auth.users where id = ${userId} and email_confirmed_at is null`;
  if (!account || (account.hash && (await compare(password, account.hash)))) return;
  await sql`
    insert into lite_host.contested_accounts (user_id)
    select id from auth.users where id = ${userId} and email_confirmed_at is null
    on conflict do nothing`;
}

export function takeUnprovenPasswords(sql: postgres.Sql): AuthCorrection {
  /** Deletes the password of the account that this link proves; answers whether it was a contested sign-up. */
  async function takePassword(secret: string): Promise<boolean> {
    const hash = hashToken(secret);
    const [account] = await sql<{ isContested: boolean }[]>`
      update auth.users u set encrypted_password = null, updated_at = now()
      from (
        select w.id, w.recovery_token is distinct from ${hash} as "isContested" from auth.users w
        where w.email_confirmed_at is null and (
          (w.recovery_token = ${hash} and w.recovery_sent_at > now() - interval '1 hour')
          or (w.confirmation_token = ${hash} and w.confirmation_sent_at > now() - interval '1 hour'
            and exists (select from lite_host.contested_accounts c where c.user_id = w.id))
        )
      ) proven
      where u.id = proven.id
      returning proven."isContested"`;
    return account?.isContested ?? false;
  }

  return (next) => async (call) => {
    const secret = isPost(call, '/verify') ? call.body?.token_hash : undefined;
    if (typeof secret !== 'string' || !(await takePassword(secret))) return next(call);
    const answer = await next(call);
    if (!answer.ok) return answer;
    const { access_token: accessToken } = (await answer.clone().json()) as { access_token: string };
    await recordMethod(sql, readClaims(accessToken).session_id ?? '', 'recovery');
    return answer;
  };
}
