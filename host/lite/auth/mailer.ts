import { readFileSync } from 'node:fs';
import path from 'node:path';
import type postgres from 'postgres';
import { projectPaths } from '../../project-paths.ts';
import { mailContext, preparePkceLink } from './mail-links.ts';
import { makeMailedSecret } from './mailed-secrets.ts';

/*
 * Library behaviour (0.10.0): its mailer leads every link to `site_url`, whatever was asked for, and sends at once, so
 * that a mail server that is down fails the sign-up.
 *
 * Correction: our own mailer. Links lead to the auth API's external address and back to the target that was asked for;
 * the e-mail is queued in the database and delivered by the job worker. What the library stored as the link's token is
 * replaced by the hash of a secret that only the link carries (mailed-secrets.ts).
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

/** With the library's interface `Mailer`, of which it exports no type. */
export function createAuthMailer(options: {
  sql: postgres.Sql;
  siteUrl: string;
  externalUrl: string;
  render: RenderEmail;
  queueMail: QueueMail;
}) {
  const { sql, siteUrl, externalUrl, render, queueMail } = options;

  async function sendLink(
    template: EmailTemplateName,
    type: 'signup' | 'recovery' | 'email_change',
    to: string,
    secret: string,
    facts: MailFacts,
  ): Promise<void> {
    const { redirectTo = siteUrl, codeChallenge } = mailContext();
    const linkToken = codeChallenge ? await preparePkceLink(sql, secret, type, codeChallenge) : secret;
    const link = new URL('/auth/v1/verify', externalUrl);
    link.searchParams.set('token', linkToken);
    link.searchParams.set('type', type);
    link.searchParams.set('redirect_to', redirectTo);
    const rendered = render(template, {
      ConfirmationURL: link.href,
      // No codes are mailed, only links.
      Token: '',
      TokenHash: linkToken,
      SiteURL: siteUrl,
      Email: facts.currentEmail ?? to,
      NewEmail: facts.newEmail ?? to,
      RedirectTo: redirectTo,
    });
    await queueMail({ to, ...rendered });
  }

  /** Takes the token that the library stored, which nothing opens, and mails another. */
  const sender = (template: 'confirmation' | 'recovery', type: 'signup' | 'recovery', column: string) => {
    return async (to: string, stored: string, _otp: string, facts: MailFacts = {}): Promise<void> => {
      mailContext().refuseMail?.();
      const { secret, hash } = makeMailedSecret();
      const replaced = await sql`
        update auth.users set ${sql(column)} = ${hash}
        where id = ${facts.userId ?? null} and ${sql(column)} = ${stored} returning id`;
      // None when another request has mailed a link in between, which is the one that works.
      if (replaced.length > 0) await sendLink(template, type, to, secret, facts);
    };
  };

  return {
    sendConfirmation: sender('confirmation', 'signup', 'confirmation_token'),
    sendRecovery: sender('recovery', 'recovery', 'recovery_token'),
    /** With the secret of its own link; never called by the library (email-change.ts). */
    sendEmailChange: (to: string, secret: string, _otp: string, facts: MailFacts = {}) =>
      sendLink('email_change', 'email_change', to, secret, facts),
    // Their routes do not exist here.
    sendMagicLink: async () => {},
    sendReauthentication: async () => {},
  };
}

/*
 * Renders the auth e-mails of `supabase/templates/`, which hosted Supabase renders itself: the same files, the same
 * variables.
 *
 * Each e-mail is an HTML file, whose `<title>` is the subject, and a text file of the same name (hosted Supabase sends
 * HTML alone). Of Go's template language only `{{ .Variable }}` is known here, and a test keeps the files to that.
 */

export type EmailTemplateName = 'confirmation' | 'recovery' | 'email_change';

/** The variables that the documentation of Supabase's e-mail templates names. */
export interface EmailVariables {
  ConfirmationURL: string;
  Token: string;
  TokenHash: string;
  SiteURL: string;
  Email: string;
  NewEmail: string;
  RedirectTo: string;
}

export type RenderedEmail = { subject: string; html: string; text: string };

export type RenderEmail = (name: EmailTemplateName, variables: EmailVariables) => RenderedEmail;

/** @throws Error when a file or a title is missing: better at the start than at the first sign-up */
export function loadEmailTemplates(directory = path.join(projectPaths.root, 'supabase', 'templates')): RenderEmail {
  const load = (name: EmailTemplateName) => {
    const html = readFileSync(path.join(directory, `${name}.html`), 'utf8');
    const subject = /<title>([^<]+)<\/title>/.exec(html)?.[1]?.trim();
    if (!subject) throw new Error(`supabase/templates/${name}.html has no <title>, which is the e-mail's subject.`);
    return { html, subject, text: readFileSync(path.join(directory, `${name}.txt`), 'utf8') };
  };
  const templates = {
    confirmation: load('confirmation'),
    recovery: load('recovery'),
    email_change: load('email_change'),
  };
  return (name, variables) => {
    const { html, subject, text } = templates[name];
    return {
      subject: fill(subject, variables, (value) => value),
      html: fill(html, variables, escapeHtml),
      text: fill(text, variables, (value) => value),
    };
  };
}

function fill(template: string, variables: EmailVariables, encode: (value: string) => string): string {
  return template.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (whole, name: string) =>
    name in variables ? encode(variables[name as keyof EmailVariables]) : whole,
  );
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
