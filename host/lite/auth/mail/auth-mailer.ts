/**
 * Library behaviour (0.10.0): its mailer leads every link to `site_url`, whatever was asked for, and sends at once, so that a mail
 * server that is down fails the sign-up.
 *
 * Correction: our own mailer. Links lead to the auth API's external address and back to the target that was asked for; the
 * e-mail is queued in the database and delivered by the job worker.
 */
import type postgres from 'postgres';
import type { EmailTemplateName, RenderEmail } from './email-templates.ts';
import { mailContext } from './mail-context.ts';
import { preparePkceLink } from './pkce-links.ts';

export interface QueuedMail {
  to: string;
  subject: string;
  html: string;
  text: string;
}

export type QueueMail = (mail: QueuedMail) => Promise<void>;

interface MailFacts {
  userId?: string;
  currentEmail?: string;
  newEmail?: string;
}

/** The library's interface `Mailer`, of which it exports no type. */
export interface AuthMailer {
  sendConfirmation(email: string, token: string, otp: string, facts?: MailFacts): Promise<void>;
  sendRecovery(email: string, token: string, otp: string, facts?: MailFacts): Promise<void>;
  sendEmailChange(email: string, token: string, otp: string, facts?: MailFacts): Promise<void>;
  sendMagicLink(): Promise<void>;
  sendReauthentication(): Promise<void>;
}

/** The e-mail's job row, written with the host's own rights. */
export function queueInOutbox(sql: postgres.Sql): QueueMail {
  return async (mail) => {
    await sql`insert into private.outbox (kind, payload) values ('email', ${JSON.stringify(mail)})`;
  };
}

export function createAuthMailer(options: {
  sql: postgres.Sql;
  siteUrl: string;
  externalUrl: string;
  render: RenderEmail;
  queueMail: QueueMail;
}): AuthMailer {
  const { sql, siteUrl, externalUrl, render, queueMail } = options;

  async function send(
    template: EmailTemplateName,
    type: 'signup' | 'recovery' | 'email_change',
    to: string,
    token: string,
    otp: string,
    facts: MailFacts = {},
  ): Promise<void> {
    const { redirectTo = siteUrl, codeChallenge, refuseMail } = mailContext();
    refuseMail?.();
    const linkToken = codeChallenge ? await preparePkceLink(sql, token, type, codeChallenge) : token;
    const link = new URL('/auth/v1/verify', externalUrl);
    link.searchParams.set('token', linkToken);
    link.searchParams.set('type', type);
    link.searchParams.set('redirect_to', redirectTo);
    const rendered = render(template, {
      ConfirmationURL: link.href,
      Token: otp,
      TokenHash: linkToken,
      SiteURL: siteUrl,
      Email: facts.currentEmail ?? to,
      NewEmail: facts.newEmail ?? to,
      RedirectTo: redirectTo,
    });
    await queueMail({ to, ...rendered });
  }

  return {
    sendConfirmation: (to, token, otp, facts) => send('confirmation', 'signup', to, token, otp, facts),
    sendRecovery: (to, token, otp, facts) => send('recovery', 'recovery', to, token, otp, facts),
    sendEmailChange: (to, token, otp, facts) => send('email_change', 'email_change', to, token, otp, facts),
    // Their routes do not exist here.
    sendMagicLink: async () => {},
    sendReauthentication: async () => {},
  };
}
