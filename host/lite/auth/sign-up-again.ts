/**
 * Library behaviour (0.10.0): signing up with an address that has an account is answered with 429 "you can only request this after
 * 59 seconds", always; two such sign-ups at once end as HTTP 500.
 *
 * Correction, as GoTrue does with confirmations on: a confirmed account is answered like a new one, with an empty `identities`
 * list and nothing of the account in it; an unconfirmed one gets its confirmation mail again, once a minute.
 */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { PASSWORD_MIN_LENGTH } from '#rules/account-limits.ts';
import { type AuthCall, type AuthCorrection, authAnswer, emailOf, isPost } from './auth-call.ts';
import { isObject } from './body-checks.ts';
import { claimMailWindow, closeMailWindow, tooSoon } from './mail/mail-window.ts';
import { type Account, findAccount, type SendAgain } from './mail/resend.ts';

export function answerRepeatedSignUp(sql: postgres.Sql, sendAgain: SendAgain): AuthCorrection {
  async function answerKnown(call: AuthCall, account: Account): Promise<Response> {
    if (account.isConfirmed) return authAnswer(accountAnswer(call, randomUUID(), account.email, []));
    const wait = await sendAgain('confirmation', account);
    if (wait > 0) return tooSoon(wait);
    return authAnswer(accountAnswer(call, account.id, account.email, account.identities));
  }

  return (next) => async (call) => {
    const email = emailOf(call);
    // With an unusable password the library's own error comes first, whether or not the account exists.
    if (!isPost(call, '/signup') || !email || !isAcceptable(call)) return next(call);
    const account = await findAccount(sql, email);
    if (account) return answerKnown(call, account);

    // Whoever opens the window makes the account; others that come meanwhile wait for it.
    if ((await claimMailWindow(sql, 'confirmation', email)) > 0) {
      const made = await waitForAccount(sql, email);
      if (made) return authAnswer(accountAnswer(call, made.id, email, made.identities));
      // The account was deleted within the minute.
    }
    const answer = await next(call);
    // Made or not, it got no mail: the next attempt must be able to send it.
    if (!answer.ok) await closeMailWindow(sql, 'confirmation', email);
    return answer;
  };
}

async function waitForAccount(sql: postgres.Sql, email: string): Promise<Account | undefined> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const account = await findAccount(sql, email);
    if (account && account.identities.length > 0) return account;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return undefined;
}

function isAcceptable(call: AuthCall): boolean {
  const password = call.body?.password;
  return typeof password === 'string' && password.length >= PASSWORD_MIN_LENGTH;
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
