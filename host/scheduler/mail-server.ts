import { startUp } from '#copy/office/host.ts';
import { askMailServer, mailServerOptions } from '#functions/_shared/smtp.ts';
import { ExplainedError } from '../explained-error.ts';
import type { HostLog } from '../log.ts';

/** The mail server speaks no TLS; the message says what to set. */
class MailServerError extends ExplainedError {
  override name = 'MailServerError';
}

/**
 * Asks the mail server early whether it can change to TLS. A server that cannot be reached, or has a bad certificate,
 * is only a warning: e-mails wait, and none is sent without TLS.
 *
 * @throws MailServerError when the server answers but offers no TLS
 */
export async function checkMailServer(smtpUrl: string, log: HostLog): Promise<void> {
  if (!mailServerOptions(smtpUrl).requireTLS) return;
  try {
    await askMailServer(smtpUrl);
  } catch (error) {
    if (hasNoTls(error)) throw new MailServerError(startUp.mailWithoutTls, { cause: error });
    log.warn(
      { err: { code: (error as { code?: string }).code } },
      'the mail server could not be asked for TLS; e-mails wait',
    );
  }
}

/** Whether the server refused STARTTLS, or does not know EHLO, which STARTTLS needs. */
function hasNoTls(error: unknown): boolean {
  const { code, command, response } = error as { code?: string; command?: string; response?: string };
  return (
    Boolean(response) && ((code === 'ETLS' && command === 'STARTTLS') || (code === 'ECONNECTION' && command === 'EHLO'))
  );
}
