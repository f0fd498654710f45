import type postgres from 'postgres';
import { type AuthCall, type AuthCorrection, authAnswer, authError, emailOf, isPost } from './auth-call.ts';
import { identifyCaller, insufficientAal, isUserUpdate, proofNeeded, readUser } from './caller.ts';
import { claimMailWindow, closeMailWindow, tooSoon } from './mail-windows.ts';
import { linkExpired, makeMailedSecret } from './mailed-secrets.ts';
import type { AuthMailer } from './mailer.ts';

/*
 * Library behaviour (0.10.0): any session of the account may have its address changed. With `double_confirm_changes`,
 * the link to the old address finishes the change alone, so that the account has an address that was never proven.
 * Without it, the link to the new address finishes the change alone.
 *
 * Correction, as GoTrue with "Secure email change": both addresses get a link and both links must be opened, in any
 * order, within one hour, each once. And asking for the change needs a proof: a session made, or confirmed with the
 * password, in the last 5 minutes (a trigger on auth.users refuses it as well, where Auth changes the table itself).
 */

/** The library's own test of an address; our stricter checks come before. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const ACCEPTED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

export function changeEmail(sql: postgres.Sql, mailer: AuthMailer): AuthCorrection {
  return (next) => async (call) => {
    if (!isUserUpdate(call) || !call.body || !('email' in call.body)) return next(call);
    const { email: _, ...body } = call.body;
    const others: AuthCall = { ...call, body };
    const newEmail = emailOf(call);
    if (!newEmail) return next(others);
    const caller = await identifyCaller(sql, next, call);
    if (caller instanceof Response) return caller;
    if (newEmail === caller.email) return next(others);
    if (!ADDRESS.test(newEmail)) {
      return authError(400, 'validation_failed', 'Unable to validate email address: invalid format');
    }
    if (!caller.isComplete) return insufficientAal();
    if (!caller.hasProof) return proofNeeded();
    if (await isTaken(sql, newEmail, caller.id)) return emailExists();
    const wait = await claimMailWindow(sql, 'email_change', caller.email);
    if (wait > 0) return tooSoon(wait);
    const closeWindow = () => closeMailWindow(sql, 'email_change', caller.email);
    // The request may also hold a password and metadata: if these are refused, the address stays as well.
    const answer = await next(others);
    if (!answer.ok) {
      await closeWindow();
      return answer;
    }
    try {
      await mailBothLinks(sql, mailer, { id: caller.id, email: caller.email, newEmail });
    } catch (error) {
      await closeWindow();
      if ((error as { code?: unknown }).code === 'PT403') return proofNeeded();
      throw error;
    }
    return readUser(next, call);
  };
}

/**
 * Begins the change, or mails its links again, which makes the earlier ones invalid. The hour of the links begins with
 * the change: mailing them again does not make it longer.
 */
export async function mailBothLinks(
  sql: postgres.Sql,
  mailer: AuthMailer,
  change: { id: string; email: string; newEmail: string },
): Promise<void> {
  const { id, email, newEmail } = change;
  const [current, wanted] = [makeMailedSecret(), makeMailedSecret()];
  await sql`
    update auth.users set email_change = ${newEmail}, email_change_token_current = ${current.hash},
      email_change_token_new = ${wanted.hash}, email_change_confirm_status = 0, updated_at = now(),
      email_change_sent_at = case
        when email_change = ${newEmail} and email_change_sent_at > now() - interval '1 hour' then email_change_sent_at
        else now()
      end
    where id = ${id}`;
  const facts = { userId: id, currentEmail: email, newEmail };
  try {
    await mailer.sendEmailChange(email, current.secret, '', facts);
    await mailer.sendEmailChange(newEmail, wanted.secret, '', facts);
  } catch (error) {
    await sql`
      update auth.users set email_change = null, email_change_token_current = null, email_change_token_new = null
      where id = ${id} and email_change_token_new = ${wanted.hash}`;
    throw error;
  }
}

type OpenedLink =
  | { state: 'unknown' | 'taken' | 'first' }
  /** The other link was opened before. */
  | { state: 'second'; userId: string };

/** Runs behind `hashMailedSecrets`, and so gets the hash of a link's secret. */
export function confirmBothAddresses(sql: postgres.Sql): AuthCorrection {
  const openLink = (hash: string) =>
    sql.begin(async (via): Promise<OpenedLink> => {
      const [account] = await via<{ id: string; newEmail: string; isFirst: boolean }[]>`
        select id, email_change as "newEmail", coalesce(email_change_confirm_status, 0) = 0 as "isFirst"
        from auth.users
        where (email_change_token_new = ${hash} or email_change_token_current = ${hash}) and email_change <> ''
          and email_change_sent_at > now() - interval '1 hour'
        for update`;
      if (!account) return { state: 'unknown' };
      if (await isTaken(via, account.newEmail, account.id)) return { state: 'taken' };
      if (account.isFirst) {
        await via`
          update auth.users set email_change_confirm_status = 1,
            email_change_token_new = nullif(email_change_token_new, ${hash}),
            email_change_token_current = nullif(email_change_token_current, ${hash})
          where id = ${account.id}`;
        return { state: 'first' };
      }
      // The library then finishes the change, because it takes this hash for the link to the new address. Links that
      // were mailed to the old address for another purpose become invalid.
      await via`
        update auth.users set email_change_token_new = ${hash}, email_change_token_current = null,
          recovery_token = null, confirmation_token = null
        where id = ${account.id}`;
      return { state: 'second', userId: account.id };
    }) as Promise<OpenedLink>;

  return (next) => async (call) => {
    const hash = isPost(call, '/verify') && call.body?.type === 'email_change' ? call.body.token_hash : undefined;
    if (typeof hash !== 'string') return next(call);
    const opened = await openLink(hash);
    switch (opened.state) {
      case 'unknown':
        return linkExpired();
      case 'taken':
        return emailExists();
      case 'first':
        return authAnswer({ msg: ACCEPTED, code: '200' });
      case 'second': {
        const answer = await next(call);
        await sql`
          update auth.users set email_change_confirm_status = 0
          where id = ${opened.userId} and coalesce(email_change, '') = ''`;
        return answer;
      }
    }
  };
}

async function isTaken(via: postgres.ISql, email: string, byOtherThan: string): Promise<boolean> {
  const [other] = await via`select from auth.users where email = ${email} and id <> ${byOtherThan}`;
  return other !== undefined;
}

function emailExists(): Response {
  return authError(422, 'email_exists', 'A user with this email address has already been registered');
}
