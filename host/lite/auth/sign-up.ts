import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { PASSWORD_MIN_LENGTH } from '#rules/people/account-limits.ts';
import { type AuthCall, type AuthCorrection, authAnswer, authError, emailOf, isPost } from './auth-call.ts';
import { contestWithPassword } from './contested-accounts.ts';
import { mailBothLinks } from './email-change.ts';
import { claimMailWindow, closeMailWindow, tooSoon } from './mail-windows.ts';
import { makeMailedSecret } from './mailed-secrets.ts';
import type { AuthMailer } from './mailer.ts';
import { isObject } from './request-checks.ts';

export function limitRecoveryMails(sql: postgres.Sql): AuthCorrection {
  return (next) => async (call) => {
    const email = emailOf(call);
    if (!isPost(call, '/recover') || !email) return next(call);
    const wait = await claimMailWindow(sql, 'recovery', email);
    if (wait > 0) return tooSoon(wait);
    const answer = await next(call);
    if (!answer.ok) await closeMailWindow(sql, 'recovery', email);
    return answer;
  };
}

/*
 * Library behaviour (0.10.0): `resend` never sends: an account that waits for confirmation is always answered with
 * 429.
 *
 * Correction: a new token and a new mail, once a minute; the same answer whether or not the address has an account.
 */

export interface Account {
  id: string;
  email: string;
  isConfirmed: boolean;
  /** The new address of a change that is not confirmed yet, while its links are valid. */
  newEmail: string | null;
  identities: object[];
}

/** Sends a confirmation once more. Returns the seconds to wait when it is too soon, else 0. */
export type SendAgain = (purpose: 'confirmation' | 'email_change', account: Account) => Promise<number>;

async function findAccount(sql: postgres.Sql, email: string): Promise<Account | undefined> {
  const [account] = await sql<Account[]>`
    select u.id, u.email, u.email_confirmed_at is not null as "isConfirmed",
      case when u.email_change_sent_at > now() - interval '1 hour' then nullif(u.email_change, '') end as "newEmail",
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
          'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
          'updated_at', i.updated_at, 'email', i.email
        ))
        from auth.identities i where i.user_id = u.id
      ), '[]') as identities
    from auth.users u where u.email = ${email} and not u.is_sso_user`;
  return account;
}

export function createSendAgain(sql: postgres.Sql, mailer: AuthMailer): SendAgain {
  return async (purpose, account) => {
    const wait = await claimMailWindow(sql, purpose, account.email);
    if (wait > 0) return wait;
    try {
      if (purpose === 'confirmation') {
        // A placeholder: the mailer replaces it by the hash of the secret that it mails.
        const { hash } = makeMailedSecret();
        await sql`
          update auth.users set confirmation_token = ${hash}, confirmation_sent_at = now()
          where id = ${account.id} and email_confirmed_at is null`;
        await mailer.sendConfirmation(account.email, hash, '', { userId: account.id });
      } else if (account.newEmail) {
        await mailBothLinks(sql, mailer, { id: account.id, email: account.email, newEmail: account.newEmail });
      }
    } catch (error) {
      await closeMailWindow(sql, purpose, account.email);
      throw error;
    }
    return 0;
  };
}

export function answerResend(sql: postgres.Sql, sendAgain: SendAgain): AuthCorrection {
  return (next) => async (call) => {
    if (!isPost(call, '/resend')) return next(call);
    const email = emailOf(call);
    const purpose = ({ signup: 'confirmation', email_change: 'email_change' } as const)[String(call.body?.type)];
    if (!purpose || !email) {
      return authError(400, 'validation_failed', 'Missing one of these types: signup, email_change');
    }
    const account = await findAccount(sql, email);
    const isWaiting = purpose === 'confirmation' ? account && !account.isConfirmed : account?.newEmail;
    const wait = account && isWaiting ? await sendAgain(purpose, account) : await claimMailWindow(sql, purpose, email);
    return wait > 0 ? tooSoon(wait) : authAnswer({});
  };
}

/*
 * Library behaviour (0.10.0): signing up with an address that has an account is answered with 429 "you can only
 * request this after 59 seconds", always; two such sign-ups at once end as HTTP 500.
 *
 * Correction, as GoTrue does with confirmations on: a confirmed account is answered like a new one, with an empty
 * `identities` list and nothing about the account; an unconfirmed one gets its confirmation mail again, once a minute.
 * contested-accounts.ts says what a different password does to it.
 */

export function answerRepeatedSignUp(sql: postgres.Sql, sendAgain: SendAgain): AuthCorrection {
  async function answerKnown(call: AuthCall, account: Account): Promise<Response> {
    if (account.isConfirmed) return authAnswer(accountAnswer(call, randomUUID(), account.email, []));
    await contestWithPassword(sql, account.id, String(call.body?.password));
    const wait = await sendAgain('confirmation', account);
    if (wait > 0) return tooSoon(wait);
    return authAnswer(accountAnswer(call, account.id, account.email, account.identities));
  }

  return (next) => async (call) => {
    const email = emailOf(call);
    // The library's error about an unusable password comes first, whether or not the account exists.
    if (!isPost(call, '/signup') || !email || !isAcceptable(call)) return next(call);
    const account = await findAccount(sql, email);
    if (account) return answerKnown(call, account);

    // The request that opens the window makes the account; others wait for it.
    if ((await claimMailWindow(sql, 'confirmation', email)) > 0) {
      const made = await waitForAccount(sql, email);
      if (made) {
        await contestWithPassword(sql, made.id, String(call.body?.password));
        return authAnswer(accountAnswer(call, made.id, email, made.identities));
      }
      // The account was deleted within the minute.
    }
    const answer = await next(call);
    // No mail was sent, whether or not the account was made: the next attempt must be able to send it.
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
