/** The stand-in for people's mailboxes: every e-mail that the site sent, readable in the browser and as JSON. */
import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { Sql } from 'postgres';
import { FRAME_SANDBOX, MAIL_POLICY, pagePolicy } from './mail-frame.ts';
import { type MailboxMail, renderMailBody, renderMailbox } from './mailbox-page.ts';

export interface Mailbox {
  /**
   * Answers `/mailbox`, `/mailbox.json`, `/mailbox/:id`, `/mailbox/:id/body` and `/mailbox/:id/attachments/:number`.
   */
  app: Hono;
  /** Makes `sandbox.mails`; repeatable. */
  prepare(): Promise<void>;
}

const SHOWN_MAILS = 200;
const JSON_MAILS = 50;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createMailbox({ sql }: { sql: Sql }): Mailbox {
  const app = new Hono();

  const listMails = (to: string | undefined, limit: number) => sql<MailboxMail[]>`
    select id, "to", subject, html, text, attachments, created_at as "createdAt" from sandbox.mails
    where ${to ?? null}::text is null or lower("to") = lower(${to ?? null}::text)
    order by created_at desc, id limit ${limit}`;

  async function findMail(id: string): Promise<MailboxMail | undefined> {
    if (!UUID.test(id)) return undefined;
    const [mail] = await sql<MailboxMail[]>`
      select id, "to", subject, html, text, attachments, created_at as "createdAt" from sandbox.mails where id = ${id}`;
    return mail;
  }

  async function page(chosen: string | undefined, to: string | undefined, view: string | undefined) {
    const nonce = randomBytes(16).toString('base64');
    const mail = chosen === undefined ? undefined : await findMail(chosen);
    const html = renderMailbox({
      mails: await listMails(to, SHOWN_MAILS),
      mail,
      isGone: chosen !== undefined && !mail,
      to,
      view: view === 'text' ? 'text' : 'html',
      frameSandbox: FRAME_SANDBOX,
      nonce,
    });
    return new Response(html, {
      status: chosen !== undefined && !mail ? 404 : 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': pagePolicy(`script-src 'nonce-${nonce}'`),
      },
    });
  }

  app.get('/mailbox', (context) => page(undefined, addressOf(context.req.query('to')), undefined));

  app.get('/mailbox.json', async (context) => {
    const mails = await listMails(addressOf(context.req.query('to')), JSON_MAILS);
    return context.json(
      mails.map((mail) => ({ ...mail, links: mail.text.match(/https?:\/\/[^\s<>"]+/g) ?? [] })),
      200,
      { 'cache-control': 'no-store' },
    );
  });

  app.get('/mailbox/:id', (context) =>
    page(context.req.param('id'), addressOf(context.req.query('to')), context.req.query('view')),
  );

  app.get('/mailbox/:id/body', async (context) => {
    const mail = await findMail(context.req.param('id'));
    if (!mail) return context.notFound();
    return context.html(renderMailBody(mail), 200, {
      'cache-control': 'no-store',
      'content-security-policy': MAIL_POLICY,
      'referrer-policy': 'no-referrer',
    });
  });

  app.get('/mailbox/:id/attachments/:number', async (context) => {
    const mail = await findMail(context.req.param('id'));
    const attachment = mail?.attachments[Number(context.req.param('number')) - 1];
    if (!attachment) return context.notFound();
    // Kept by the browser, never shown as a page of this site.
    return context.body(attachment.content, 200, {
      'content-type': attachment.contentType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(attachment.filename)}`,
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  return {
    app,
    prepare: async () => {
      await sql.begin(async (transaction) => {
        await transaction`select pg_advisory_xact_lock(727274011)`;
        await transaction.unsafe(`
          set local client_min_messages = warning;
          create schema if not exists sandbox;
          create table if not exists sandbox.mails (
            id uuid primary key,
            "to" text not null,
            subject text not null,
            html text not null,
            text text not null,
            created_at timestamptz not null default clock_timestamp()
          );
          alter table sandbox.mails add column if not exists attachments jsonb not null default '[]';
          create index if not exists mails_to_idx on sandbox.mails (lower("to"), created_at desc);
          create index if not exists mails_created_at_idx on sandbox.mails (created_at desc);
        `);
      });
    },
  };
}

function addressOf(query: string | undefined): string | undefined {
  return query?.trim() || undefined;
}
