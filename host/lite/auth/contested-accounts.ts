import { compare } from 'bcryptjs';
import type postgres from 'postgres';
import { type AuthCall, type AuthCorrection, isPost } from './auth-call.ts';
import { PKCE_TOKEN, seeOther } from './mail-links.ts';
import { hashToken } from './refresh-tokens.ts';

/*
 * Library behaviour (0.10.0): an account keeps the password with which it was signed up first, whoever that was. A
 * stranger signs up with another person's address; its owner signs up as well, opens the mailed link, and the stranger's
 * password works from then on.
 *
 * Correction: a sign-up with another password marks the account, which still waits for its confirmation, as contested:
 * nothing says whose password is whose. Confirming it takes the password away and opens the page that asks for a new
 * one, in a session as a recovery link makes it. A recovery link for an account that waits for its confirmation proves
 * the address in the same way, and takes the password away as well.
 */

export const CONTESTED_ACCOUNTS_TABLE = `
create table if not exists lite_host.contested_accounts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  contested_at timestamptz not null default now()
);
`;

/** Marks an account that is not confirmed yet, unless the password is the one that it has. */
export async function contestWithPassword(sql: postgres.Sql, userId: string, password: string): Promise<void> {
  const [account] = await sql<{ hash: string | null }[]>`
    select nullif(encrypted_password, '') as hash from auth.users where id = ${userId} and email_confirmed_at is null`;
  if (!account || (account.hash && (await compare(password, account.hash)))) return;
  await sql`
    insert into lite_host.contested_accounts (user_id)
    select id from auth.users where id = ${userId} and email_confirmed_at is null
    on conflict do nothing`;
}

/** The page that a confirmed account without a password goes on to; it says why when it reads the parameter. */
const FINISH_PATH = '/reset-password?finish=account';

export function takeUnprovenPasswords(sql: postgres.Sql): AuthCorrection {
  /** Takes the password of the account that this link proves; answers whether it was a contested sign-up. */
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
    const linked = secretOf(call);
    if (!linked || !(await takePassword(linked))) return next(call);
    if (call.method === 'POST') return next(call);
    // The session itself instead of a code: the person may read mail on another device than the one that signed up.
    const url = new URL(call.url);
    url.searchParams.set('token', linked);
    const answer = await next({ ...call, url });
    const location = answer.headers.get('location');
    const session = new URLSearchParams(location ? new URL(location).hash.slice(1) : '');
    if (!location || !session.has('access_token')) return answer;
    session.set('type', 'recovery');
    const target = new URL(FINISH_PATH, location);
    target.hash = session.toString();
    return seeOther(target);
  };
}

function secretOf(call: AuthCall): string | undefined {
  if (call.path !== '/verify') return undefined;
  const sent = isPost(call, '/verify') ? call.body?.token_hash : call.url.searchParams.get('token');
  if (typeof sent !== 'string' || sent === '') return undefined;
  return PKCE_TOKEN.exec(sent)?.[2] ?? sent;
}
