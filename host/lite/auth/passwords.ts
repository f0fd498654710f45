import { randomUUID } from 'node:crypto';
import { compare, hash } from 'bcryptjs';
import type postgres from 'postgres';
import { PASSWORD_MIN_LENGTH } from '#rules/people/account-limits.ts';
import { isCommonPassword } from '#rules/people/password.ts';
import { commonPasswords } from '#rules/people/passwords/common-passwords.ts';
import { type AuthCorrection, authAnswer, authError, emailOf, isPost, readClaims } from './auth-call.ts';
import { identifyCaller, insufficientAal, isUserUpdate, proofNeeded } from './caller.ts';
import { isPasswordGrant, type PasswordGuesses, tooManyGuesses } from './password-guesses.ts';
import { isObject } from './request-checks.ts';

/*
 * Library behaviour (0.10.0): signing in to an unconfirmed account is answered with "Email not confirmed" for any
 * password, which tells everyone that the account exists. The time of an answer tells it too, because the password is
 * compared only for a confirmed account.
 *
 * Correction, as GoTrue: the password is checked first. A password is compared even where there is no account.
 */

/** The library's own cost. */
const COST = Number(process.env.LITE_AUTH_BCRYPT_COST) || 10;

export function checkPasswordFirst(sql: postgres.Sql): AuthCorrection {
  // A hash that no password of a request matches, to compare with where there is no account.
  let nobodys: Promise<string> | undefined;
  return (next) => async (call) => {
    const answer = await next(call);
    const isRefused = isPasswordGrant(call) && answer.status === 400;
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
 * Library behaviour (0.10.0): any password of six characters is accepted, also those that attackers try first.
 *
 * Correction: common passwords are refused, with GoTrue's answer to leaked ones. An account that already has one can
 * still sign in with it, and is remembered in `private.easy_passwords` until the password changes.
 */

const TOO_SHORT = `Password should be at least ${PASSWORD_MIN_LENGTH} characters.`;
const TOO_COMMON = 'Password is known to be weak and easy to guess, please choose a different one.';

function weakPassword(reason: 'length' | 'pwned'): Response {
  const code = 'weak_password';
  const msg = reason === 'length' ? TOO_SHORT : TOO_COMMON;
  return authAnswer({ code: 422, error_code: code, msg, weak_password: { reasons: [reason] } }, 422, {
    'x-sb-error-code': code,
  });
}

export const refuseCommonPasswords: AuthCorrection = (next) => (call) => {
  const { password, data } = call.body ?? {};
  const isLongEnough = typeof password === 'string' && password.length >= PASSWORD_MIN_LENGTH;
  if (!isPost(call, '/signup') || !isLongEnough) return next(call);
  const names = isObject(data) ? [data.full_name, data.name] : [];
  const person = { email: emailOf(call), name: names.find((name) => typeof name === 'string') };
  return isCommonPassword(password, person, commonPasswords) ? Promise.resolve(weakPassword('pwned')) : next(call);
};

export function noticeEasyPasswords(sql: postgres.Sql): AuthCorrection {
  return (next) => async (call) => {
    const answer = await next(call);
    if (!isPasswordGrant(call) || !answer.ok) return answer;
    const { user } = (await answer.clone().json()) as { user: { id: string } };
    const [person] = await sql<{ email: string | null; name: string | null }[]>`
      select email, name from public.profiles where id = ${user.id}`;
    if (isCommonPassword(String(call.body?.password), person ?? {}, commonPasswords)) {
      await sql`
        insert into private.easy_passwords (user_id) select id from auth.users where id = ${user.id}
        on conflict do nothing`;
    }
    return answer;
  };
}

/*
 * Library behaviour (0.10.0): an access token is enough to change the password. The library ignores second factors, and
 * `current_password`, which the client sends.
 *
 * Correction, as GoTrue with "Require current password": the present password must come with the new one, except in a
 * session that a mailed link made. With a second factor, the session must have passed it. An account without a password
 * needs a session that was made, or confirmed, in the last 5 minutes. Wrong passwords are counted for the account from
 * any address, since the session may be stolen.
 */

export function demandPresentPassword(sql: postgres.Sql, guesses: PasswordGuesses): AuthCorrection {
  return (next) => async (call) => {
    if (!isUserUpdate(call) || !call.body || !('password' in call.body || 'current_password' in call.body)) {
      return next(call);
    }
    const { current_password: present, password, ...others } = call.body;
    if (typeof password !== 'string') return next({ ...call, body: others });
    const caller = await identifyCaller(sql, next, call);
    if (caller instanceof Response) return caller;
    if (password.length < PASSWORD_MIN_LENGTH) return weakPassword('length');
    if (isCommonPassword(password, caller, commonPasswords)) return weakPassword('pwned');
    if (!caller.isComplete) return insufficientAal();
    if (!caller.isByRecoveryLink) {
      if (!caller.passwordHash) {
        if (!caller.hasProof) return proofNeeded();
      } else {
        if (typeof present !== 'string' || present === '') return presentPasswordRefused('current_password_required');
        const account = `present password of ${caller.id}`;
        if (!(await guesses.count(account))) return tooManyGuesses();
        if (!(await compare(present, caller.passwordHash))) return presentPasswordRefused('current_password_mismatch');
        await guesses.takeBack(account);
      }
    }
    const answer = await next({ ...call, body: { ...others, password } });
    // The new password works at once at the address where it was chosen, even while guesses lock the account elsewhere.
    if (answer.ok) await guesses.rememberAddress(caller.email, call.peerAddress);
    return answer;
  };
}

function presentPasswordRefused(code: 'current_password_required' | 'current_password_mismatch'): Response {
  return authError(400, code, 'Current password required when setting new password.');
}

/*
 * Library behaviour (0.10.0): sessions on other devices stay after the password was changed, also a thief's. So do
 * mailed links: a thief's link that changes the account's address still works after the owner has the account back.
 *
 * Correction: only the session that changed the password stays, as with GoTrue, and earlier mailed links become
 * invalid.
 */

export function endOtherSessions(sql: postgres.Sql): AuthCorrection {
  return (next) => async (call) => {
    const answer = await next(call);
    if (!isUserUpdate(call) || typeof call.body?.password !== 'string' || !answer.ok) return answer;
    // The library has verified the token: otherwise the answer would be an error.
    const { sub, session_id } = readClaims((call.headers.get('authorization') ?? '').replace(/^Bearer\s+/i, ''));
    await sql`delete from auth.sessions where user_id = ${sub ?? null} and id is distinct from ${session_id ?? null}`;
    await sql`
      update auth.users set recovery_token = null, email_change = null, email_change_token_new = null,
        email_change_token_current = null, email_change_confirm_status = 0
      where id = ${sub ?? null}`;
    return answer;
  };
}
