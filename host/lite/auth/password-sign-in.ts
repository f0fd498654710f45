/**
 * Library behaviour (0.10.0): signing in to an unconfirmed account is answered with "Email not confirmed" whatever the
 * password, which tells everyone that the account exists. So does the time that an answer takes: only for a confirmed account is the
 * password compared.
 *
 * Correction, as GoTrue: the password comes first. And one is compared in any case.
 */
import { randomUUID } from 'node:crypto';
import { compare, hash } from 'bcryptjs';
import type postgres from 'postgres';
import { type AuthCorrection, authError, emailOf, isPost } from './auth-call.ts';

/** The library's own cost. */
const COST = Number(process.env.LITE_AUTH_BCRYPT_COST) || 10;

export function checkPasswordFirst(sql: postgres.Sql): AuthCorrection {
  // Of no password that anybody can send.
  let nobodys: Promise<string> | undefined;
  return (next) => async (call) => {
    const answer = await next(call);
    const isRefused =
      isPost(call, '/token') &&
      answer.status === 400 &&
      call.url.searchParams.get('grant_type') === 'password';
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
