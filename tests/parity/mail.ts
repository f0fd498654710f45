/**
 * The mail server that the functions reach over SMTP. What arrives is put into the mailbox of the stand-ins, where
 * journeys and browser tests read.
 */
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { startMailServer } from '#tests/kit/mail-server.ts';
import { readReceivedMail } from './read-mail.ts';

const JOB = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function openMail(sql: Sql) {
  const server = await startMailServer();
  let taken = 0;
  let isAtWork = false;
  let failure: Error | undefined;
  const timer = setInterval(async () => {
    if (isAtWork) return;
    isAtWork = true;
    try {
      for (; taken < server.received.length; taken += 1) await keep(server.received[taken] ?? '');
    } catch (error) {
      failure = error as Error;
    } finally {
      isAtWork = false;
    }
  }, 200);

  /** An e-mail carries the id of its job. */
  async function keep(received: string): Promise<void> {
    const { id, to, subject, html, text, attachments } = readReceivedMail(received);
    await sql`
      insert into sandbox.mails (id, "to", subject, html, text, attachments)
      values (${JOB.test(id) ? id : randomUUID()}, ${to}, ${subject}, ${html}, ${text}, ${sql.json(attachments)})
      on conflict (id) do nothing`;
  }

  return {
    url: server.url,
    /** As they were sent, headers and all. */
    received: server.received,
    /** What went wrong here, which is no difference of the deployment. */
    failure: () => failure,
    close() {
      clearInterval(timer);
      server.close();
    },
  };
}
