import type postgres from 'postgres';
import { type AuthMailName, renderAuthMail } from '#functions/_shared/mail/auth-mail.ts';
import { mailContext } from './mail-links.ts';
import { makeMailedSecret } from './mailed-secrets.ts';

/*
 * Library behaviour (0.10.0): its mailer leads every link to `site_url`, whatever target was asked for, and sends at
 * once, so that a sign-up fails while the mail server is down.
 *
 * Correction: our own mailer. Links lead to pages of the site, which know the target that was asked for. The e-mail is
 * queued in the database, and the job worker delivers it. The token that the library stored for the link is replaced by
 * the hash of a secret that only the link carries (mailed-secrets.ts).
 */

export type QueuedMail = { to: string; subject: string; html: string; text: string };

export type QueueMail = (mail: QueuedMail) => Promise<void>;

type MailFacts = { userId?: string; currentEmail?: string; newEmail?: string };

export type AuthMailer = ReturnType<typeof createAuthMailer>;

/** The e-mail's job row, written with the host's own rights. */
export function queueInOutbox(sql: postgres.Sql): QueueMail {
  return async (mail) => {
    await sql`insert into private.outbox (kind, payload) values ('email', ${JSON.stringify(mail)})`;
  };
}

/** Implements the library's interface `Mailer`, whose type it does not export. */
export function createAuthMailer(options: { sql: postgres.Sql; siteUrl: string; queueMail: QueueMail }) {
  const { sql, siteUrl, queueMail } = options;

  async function sendLink(template: AuthMailName, to: string, secret: string, facts: MailFacts): Promise<void> {
    const rendered = renderAuthMail(template, {
      // No codes are mailed, only links.
      Token: '',
      TokenHash: secret,
      SiteURL: siteUrl,
      Email: facts.currentEmail ?? to,
      NewEmail: facts.newEmail ?? to,
      RedirectTo: mailContext().redirectTo ?? siteUrl,
    });
    await queueMail({ to, ...rendered });
  }

  /** Replaces the token that the library stored, which opens nothing, and mails the new secret. */
  const sender = (template: 'confirmation' | 'recovery', column: string) => {
    return async (to: string, stored: string, _otp: string, facts: MailFacts = {}): Promise<void> => {
      mailContext().refuseMail?.();
      const { secret, hash } = makeMailedSecret();
      const replaced = await sql`
        update auth.users set ${sql(column)} = ${hash}
        where id = ${facts.userId ?? null} and ${sql(column)} = ${stored} returning id`;
      // Not replaced when another request has mailed a link in between; that link is the one that works.
      if (replaced.length > 0) await sendLink(template, to, secret, facts);
    };
  };

  return {
    sendConfirmation: sender('confirmation', 'confirmation_token'),
    sendRecovery: sender('recovery', 'recovery_token'),
    /** Called by email-change.ts with the secret of the link, never by the library. */
    sendEmailChange: (to: string, secret: string, _otp: string, facts: MailFacts = {}) =>
      sendLink('email_change', to, secret, facts),
    // The routes that would send these mails do not exist here.
    sendMagicLink: async () => {},
    sendReauthentication: async () => {},
  };
}
