import { randomUUID } from 'node:crypto';
import { compare, hash } from 'bcryptjs';
import type postgres from 'postgres';
import { type AuthCorrection, authError, emailOf, isPost, readClaims } from './auth-call.ts';

/*
 * Library behaviour (0.10.0): signing in to an unconfirmed account is answered with "Email not confirmed" whatever the
 * password, which tells everyone that the account exists. So does the time that an answer takes: only for a confirmed
 * account is the password compared.
 *
 * Correction, as GoTrue: the password comes first. And one is compared in any case.
 */

/** The library's own cost. */
const COST = Number(process.env.LITE_AUTH_BCRYPT_COST) || 10;

export function checkPasswordFirst(sql: postgres.Sql): AuthCorrection {
  // The hash of no password that a request can hold.
  let nobodys: Promise<string> | undefined;
  return (next) => async (call) => {
    const answer = await next(call);
    const isRefused =
      isPost(call, '/token') && answer.status === 400 && call.url.searchParams.get('grant_type') === 'password';
    const code = isRefused ? answer.headers.get('x-sb-error-code') : null;
    if (code !== 'email_not_confirmed' && code !== 'invalid_credentials') return answer;
    const password = String(call.body?.password);
    const [account] = await sql<{ hash: string | null }[]>`
      select encrypted_password as hash from auth.users where email = ${emailOf(call) ?? ''}`;
    if (!account?.hash) {
      nobodys ??= hash(randomUUID(), COST);
      await compare(password, await nobodys);
      return answer;
    }
    if (code === 'invalid_credentials') return answer;
    return (await compare(password, account.hash))
      ? answer
      : authError(400, 'invalid_credentials', 'Invalid login credentials');
  };
}

/*
 * Library behaviour (0.10.0): sessions on other devices outlive a changed password, a thief's too. So do mailed links:
 * the one with which a thief has the account's address changed still works when its owner has taken the account back.
 *
 * Correction: only the session that changed it stays, as by GoTrue, and links that were mailed before end. (GoTrue
 * asks the old address as well before it changes one; here the new address alone is asked.)
 */

export function endOtherSessions(sql: postgres.Sql): AuthCorrection {
  return (next) => async (call) => {
    const answer = await next(call);
    const isChange = call.method === 'PUT' && call.path === '/user' && typeof call.body?.password === 'string';
    if (!isChange || !answer.ok) return answer;
    // The library has verified the token, or the answer would be an error.
    const { sub, session_id } = readClaims((call.headers.get('authorization') ?? '').replace(/^Bearer\s+/i, ''));
    await sql`delete from auth.sessions where user_id = ${sub ?? null} and id is distinct from ${session_id ?? null}`;
    // Unless this very request asks for the change.
    if (call.body?.email === undefined) {
      await sql`
        update auth.users set recovery_token = null, email_change = null, email_change_token_new = null,
          email_change_token_current = null
        where id = ${sub ?? null}`;
    }
    return answer;
  };
}
