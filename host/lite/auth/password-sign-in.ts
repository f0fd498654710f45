/**
 * Library behaviour (0.10.0): signing in to an unconfirmed account is answered with "Email not confirmed" whatever the
 * password, which tells everyone that the account exists.
 *
 * Correction, as GoTrue: the password comes first.
 */
import { compare } from 'bcryptjs';
import type postgres from 'postgres';
import { type AuthCorrection, authError, emailOf, isPost } from './auth-call.ts';

export function checkPasswordFirst(sql: postgres.Sql): AuthCorrection {
  return (next) => async (call) => {
    const answer = await next(call);
    const isRefused = isPost(call, '/token') && answer.status === 400;
    if (!isRefused || answer.headers.get('x-sb-error-code') !== 'email_not_confirmed') return answer;
    const [account] = await sql<{ hash: string | null }[]>`
      select encrypted_password as hash from auth.users where email = ${emailOf(call) ?? ''}`;
    const isRight = account?.hash && (await compare(String(call.body?.password), account.hash));
    return isRight ? answer : authError(400, 'invalid_credentials', 'Invalid login credentials');
  };
}
