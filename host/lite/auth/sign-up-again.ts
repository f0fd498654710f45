/**
 * Library behaviour (0.10.0): signing up with an address that has an account is answered with 429 "you can only request this after
 * 59 seconds", always; two such sign-ups at once end as HTTP 500.
 *
 * Correction, as GoTrue does with confirmations on: a confirmed account is answered like a new one, with an empty `identities`
 * list and nothing of the account in it; an unconfirmed one gets its confirmation mail again, once a minute.
 */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { type AuthCall, type AuthCorrection, authAnswer, emailOf, isPost } from './auth-call.ts';
import { isObject } from './body-checks.ts';
import { openMailWindow, tooSoon } from './mail-window.ts';
import { type Account, findAccount, type SendAgain } from './resend.ts';

export function answerRepeatedSignUp(sql: postgres.Sql, sendAgain: SendAgain): AuthCorrection {
  async function answerKnown(call: AuthCall, account: Account): Promise<Response> {
    if (account.isConfirmed) return authAnswer(accountAnswer(call, randomUUID(), account.email, []));
    const wait = await sendAgain('confirmation', account);
    if (wait > 0) return tooSoon(wait);
    return authAnswer(accountAnswer(call, account.id, account.email, account.identities));
  }

  return (next) => async (call) => {
    const email = emailOf(call);
    if (!isPost(call, '/signup') || !email) return next(call);
    const account = await findAccount(sql, email);
    if (account && isAcceptable(call)) return answerKnown(call, account);
    // With an unusable password the library's own error comes first, whether or not the account exists.
    const answer = await next(call);
    if (answer.ok) {
      await openMailWindow(sql, 'confirmation', email);
    } else if (answer.status === 500) {
      const raced = await findAccount(sql, email);
      // Another sign-up with this address was a moment earlier, and has sent the mail.
      if (raced) return authAnswer(accountAnswer(call, raced.id, email, raced.identities));
    }
    return answer;
  };
}

const MINIMUM_PASSWORD = 6;

function isAcceptable(call: AuthCall): boolean {
  const password = call.body?.password;
  return typeof password === 'string' && password.length >= MINIMUM_PASSWORD;
}

function accountAnswer(call: AuthCall, id: string, email: string, identities: readonly object[]) {
  const now = new Date().toISOString();
  return {
    id,
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: isObject(call.body?.data) ? call.body.data : {},
    identities,
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
