import { readEnv } from '#functions/_shared/env.ts';
import { MailError, type MailTransport, openMailTransport, readMail } from '#functions/_shared/smtp.ts';
import { PermanentFailure } from './permanent-failure.ts';

let opened: { url: string; from: string; transport: MailTransport } | undefined;

/** Delivers the e-mail of a job. Throws PermanentFailure, MailError. */
export async function deliverMail(job: { id: string; payload: unknown }): Promise<void> {
  try {
    await transport().send(job.id, readMail(job.payload));
  } catch (error) {
    if (error instanceof MailError && error.isPermanent) throw new PermanentFailure(error.message);
    throw error;
  }
}

function transport(): MailTransport {
  const url = readEnv('SMTP_URL');
  const from = readEnv('MAIL_FROM');
  if (opened?.url !== url || opened.from !== from) {
    opened?.transport.close();
    opened = { url, from, transport: openMailTransport(url, from) };
  }
  return opened.transport;
}
