import type { createTransport, Transporter } from 'nodemailer';
import { z } from 'zod';

/** Sends the e-mails of jobs of kind `email` over SMTP. */

const attachmentShape = z.object({ filename: z.string(), contentType: z.string(), content: z.string() });
/** What a job of kind `email` holds. */
export const mailShape = z.object({
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  attachments: z.array(attachmentShape).default([]),
});
export type Mail = z.output<typeof mailShape>;

/** An e-mail that was not delivered; `isPermanent` says whether another attempt could succeed. */
export class MailError extends Error {
  override name = 'MailError';
  readonly isPermanent: boolean;

  constructor(message: string, isPermanent: boolean, cause?: unknown) {
    super(message, { cause });
    this.isPermanent = isPermanent;
  }
}

export interface MailTransport {
  /** All tries of one job carry one Message-ID, made of its id. Throws MailError. */
  send(id: string, mail: Mail): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 20_000;

/** The e-mail that a job holds. Throws a permanent MailError when it holds none. */
export function readMail(payload: unknown): Mail {
  const mail = mailShape.safeParse(payload);
  if (!mail.success) throw new MailError('The job holds no e-mail.', true, mail.error);
  return mail.data;
}

/**
 * @param url `smtp://…` or `smtps://…`
 * @param from the sender, such as `Point 0 <no-reply@example.org>`
 */
export function openMailTransport(url: string, from: string): MailTransport {
  const options = {
    url,
    // Several e-mails share a connection; one that hangs does not hold up the rest for long.
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    ...Object.fromEntries(new URL(url).searchParams),
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0];
  // The SMTP library is loaded with the first e-mail, because most hosts and most calls of a function send none.
  let transport: Promise<Transporter> | undefined;
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    async send(id, mail) {
      try {
        transport ??= import('nodemailer').then((library) => library.createTransport(options));
        await (await transport).sendMail({
          from,
          messageId: `<${id}@${domain}>`,
          ...mail,
          // As one address, not as a header's list, which may name several.
          to: { name: '', address: mail.to },
        });
      } catch (error) {
        throw new MailError(`The mail server refused: ${describeFailure(error)}`, isPermanent(error), error);
      }
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

/**
 * A reply of 500 or more to the recipient or the message is final; one to our log-in is our own mistake, which can
 * be mended.
 */
function isPermanent(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500;
}

/** Without the recipient's address, which servers like to repeat. */
function describeFailure(error: unknown): string {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return [code ?? 'unknown error', responseCode].filter(Boolean).join(' ');
}
