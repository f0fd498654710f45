/**
 * Library behaviour (0.10.0): `resend` never sends: an account that waits for confirmation is always answered with 429.
 *
 * Correction: a new token and a new mail, once a minute; the same answer whether or not the address has an account.
 */
import { randomBytes } from 'node:crypto';
import type postgres from 'postgres';
import { type AuthCorrection, authAnswer, authError, emailOf, isPost } from '../auth-call.ts';
import type { AuthMailer } from './auth-mailer.ts';
import { claimMailWindow, closeMailWindow, tooSoon } from './mail-window.ts';

export interface Account {
  id: string;
  email: string;
  isConfirmed: boolean;
  /** The address that the account is about to change to. */
  newEmail: string | null;
  identities: object[];
}

/** Sends a confirmation once more. Returns the seconds to wait when it is too soon, else 0. */
export type SendAgain = (purpose: 'confirmation' | 'email_change', account: Account) => Promise<number>;

export async function findAccount(sql: postgres.Sql, email: string): Promise<Account | undefined> {
  const [account] = await sql<Account[]>`
    select u.id, u.email, u.email_confirmed_at is not null as "isConfirmed", nullif(u.email_change, '') as "newEmail",
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
    const token = randomBytes(32).toString('hex');
    try {
      if (purpose === 'confirmation') {
        await sql`
          update auth.users set confirmation_token = ${token}, confirmation_sent_at = now()
          where id = ${account.id} and email_confirmed_at is null`;
        await mailer.sendConfirmation(account.email, token, '', { userId: account.id });
      } else if (account.newEmail) {
        await sql`
          update auth.users set email_change_token_new = ${token}, email_change_sent_at = now() where id = ${account.id}`;
        await mailer.sendEmailChange(account.newEmail, token, '', {
          userId: account.id,
          currentEmail: account.email,
          newEmail: account.newEmail,
        });
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
    const purpose = ({ signup: 'confirmation', email_change: 'email_change' } as const)[
      String(call.body?.type)
    ];
    if (!purpose || !email) {
      return authError(400, 'validation_failed', 'Missing one of these types: signup, email_change');
    }
    const account = await findAccount(sql, email);
    const isWaiting = purpose === 'confirmation' ? account && !account.isConfirmed : account?.newEmail;
    const wait =
      account && isWaiting ? await sendAgain(purpose, account) : await claimMailWindow(sql, purpose, email);
    return wait > 0 ? tooSoon(wait) : authAnswer({});
  };
}
