import { startUp } from '#copy/host.ts';
import { mailServerOptions } from '#functions/_shared/smtp.ts';
import { ExplainedError } from '../explained-error.ts';
import type { HostLog } from '../log.ts';

const LIMIT_MS = 5_000;

/** The mail server speaks no TLS; the message says what to set. */
class MailServerError extends ExplainedError {
  override name = 'MailServerError';
}

/**
 * Asks the mail server whether it can change to TLS, before anything depends on it. One that cannot be reached, or whose
 * certificate is bad, is a warning: e-mails wait for it, and none is sent without TLS.
 *
 * @throws MailServerError when it answers and offers no TLS
 */
export async function checkMailServer(smtpUrl: string, log: HostLog): Promise<void> {
  const options = mailServerOptions(smtpUrl);
  if (!options.requireTLS) return;
  const { createTransport } = await import('nodemailer');
  const times = {
    connectionTimeout: LIMIT_MS,
    greetingTimeout: LIMIT_MS,
    socketTimeout: LIMIT_MS,
    dnsTimeout: LIMIT_MS,
  };
  const transport = createTransport({ ...options, ...times });
  try {
    await transport.verify();
  } catch (error) {
    if (hasNoTls(error)) throw new MailServerError(startUp.mailWithoutTls, { cause: error });
    log.warn(
      { err: { code: (error as { code?: string }).code } },
      'the mail server could not be asked for TLS; e-mails wait',
    );
  } finally {
    transport.close();
  }
}

/** It refused STARTTLS, or does not know EHLO, without which there is none. */
function hasNoTls(error: unknown): boolean {
  const { code, command, response } = error as { code?: string; command?: string; response?: string };
  return (
    Boolean(response) && ((code === 'ETLS' && command === 'STARTTLS') || (code === 'ECONNECTION' && command === 'EHLO'))
  );
}
