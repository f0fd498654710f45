import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { doctorMail } from '#copy/office/doctor-mail.ts';
import { enqueueJob } from '#functions/_shared/database.ts';
import { findEnv, readEnv } from '#functions/_shared/env.ts';
import { createHandler, readBody } from '#functions/_shared/http.ts';
import { requireService } from '#functions/_shared/keys.ts';
import { describeError, logProblem } from '#functions/_shared/log.ts';
import { askAboutKeys } from '#functions/_shared/money/razorpay.ts';
import { isClientAccepted } from '#functions/_shared/office/google-oauth.ts';
import { askMailServer, mailServerOptions, openMailTransport } from '#functions/_shared/smtp.ts';

const bodyShape = z.object({
  /** Who gets one test e-mail. */
  send_mail_to: z.email().optional(),
});

type Answered = 'ok' | 'unset' | 'refused' | 'away';

/**
 * For `npm run doctor`, the system alone: whether the provider, the mail server and Google take what is set here, asked with the
 * function's own secrets and from where functions run, which no other place can do. Changes nothing, but for the test
 * e-mail that `send_mail_to` asks for. No secret is in the answer: of the provider's key id, its first 12 characters.
 */
export default createHandler('check-deployment', async (request) => {
  requireService(request);
  const { send_mail_to: to } = await readBody(request, bodyShape);
  const [payments, mail, client] = await Promise.all([askProvider(), askMail(to), askGoogle()]);
  return { payments, mail, calendar: { is_set: findEnv('GOOGLE_REFRESH_TOKEN') !== undefined, client } };
});

interface ProviderAnswer {
  state: Answered;
  key: string;
  is_test: boolean;
  /** How far the clock here is ahead of the provider's; 0 where that is not known. */
  seconds_off: number;
}

async function askProvider(): Promise<ProviderAnswer> {
  const id = findEnv('RAZORPAY_KEY_ID') ?? '';
  const known = { key: id.slice(0, 12), is_test: id.startsWith('rzp_test_'), seconds_off: 0 };
  if (id === '' || findEnv('RAZORPAY_KEY_SECRET') === undefined) return { state: 'unset', ...known };
  try {
    const { areAccepted, date } = await askAboutKeys();
    const secondsOff = Math.round((Date.now() - Date.parse(date ?? '')) / 1000) || 0;
    return { ...known, state: areAccepted ? 'ok' : 'refused', seconds_off: secondsOff };
  } catch (error) {
    logProblem('warn', 'The provider could not be asked', { error: describeError(error) });
    return { state: 'away', ...known };
  }
}

/** Whether Google takes our client, which sign-in and calendars use. */
async function askGoogle(): Promise<Answered> {
  if (findEnv('GOOGLE_CLIENT_ID') === undefined || findEnv('GOOGLE_CLIENT_SECRET') === undefined) return 'unset';
  try {
    return (await isClientAccepted()) ? 'ok' : 'refused';
  } catch (error) {
    logProblem('warn', 'Google could not be asked', { error: describeError(error) });
    return 'away';
  }
}

interface MailAnswer {
  state: Answered;
  port: number | null;
  /** The library's name of what went wrong, such as EAUTH. */
  code: string | null;
  is_sent: boolean;
}

async function askMail(to: string | undefined): Promise<MailAnswer> {
  const url = findEnv('SMTP_URL');
  if (url === undefined) {
    return { state: 'unset', port: null, code: null, is_sent: to !== undefined && (await leaveToHost(to)) };
  }
  let port: number | null = null;
  try {
    port = portOf(url);
    await askMailServer(url);
    if (to !== undefined) await send(url, to);
    return { state: 'ok', port, code: null, is_sent: to !== undefined };
  } catch (error) {
    const code = codeOf(error);
    return { state: code === 'EAUTH' ? 'refused' : 'away', port, code, is_sent: false };
  }
}

/** As the SMTP library chooses it. */
function portOf(url: string): number {
  const { port, secure } = mailServerOptions(url);
  return port ?? (secure ? 465 : 587);
}

async function send(url: string, to: string): Promise<void> {
  const transport = openMailTransport(url, readEnv('MAIL_FROM'));
  try {
    await transport.send(`check-${randomUUID()}`, { ...doctorMail, to, attachments: [] });
  } finally {
    transport.close();
  }
}

/** With stand-ins there is no mail server: a host delivers into its mailbox. */
async function leaveToHost(to: string): Promise<boolean> {
  if (findEnv('MAIL_DELIVERED_BY') !== 'host') return false;
  await enqueueJob('email', { ...doctorMail, to, attachments: [] }, `doctor:${randomUUID()}`);
  return true;
}

/** Never the server's words, which may repeat an address. */
function codeOf(error: unknown): string {
  const { originalCode, code, cause } = error as { originalCode?: unknown; code?: unknown; cause?: { code?: unknown } };
  // The library calls every failure of a connection ESOCKET; the code before that says which one.
  const found = originalCode ?? code ?? cause?.code;
  return typeof found === 'string' ? found : 'unknown';
}
