import type { createTransport, Transporter } from 'nodemailer';
import { z } from 'zod';
import { findLegacyKey, readSecretKey, seal, unsealWithAny } from './keys.ts';

const attachmentShape = z.object({ filename: z.string(), contentType: z.string(), content: z.string() });
/** The payload of a job of kind `email`. */
export const mailShape = z.object({
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  attachments: z.array(attachmentShape).default([]),
  /** Of an optional e-mail: its kind and receiver, which `claim_jobs` asks about again, and where a mail program stops it. */
  stopKind: z.string().optional(),
  stopUser: z.string().optional(),
  stopLink: z.url().optional(),
});
export type OutgoingMail = z.output<typeof mailShape>;

/**
 * An e-mail was not delivered. `isPermanent`: a retry cannot help. `isServerAway`: the mail server was not reached or
 * refused our log-in or sender, so that no e-mail was sent and the next would fail as well.
 */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly isPermanent: boolean;
  readonly isServerAway: boolean;

  constructor(
    message: string,
    {
      isPermanent = false,
      isServerAway = false,
      cause,
    }: { isPermanent?: boolean; isServerAway?: boolean; cause?: unknown },
  ) {
    super(message, { cause });
    this.isPermanent = isPermanent;
    this.isServerAway = isServerAway;
  }
}

export interface MailTransport {
  /** Every attempt of a job has the same Message-ID, made from its id. Throws MailError. */
  send(id: string, mail: OutgoingMail): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 20_000;
/** Pause before the next try when the mail server is away: the e-mail comes within a minute of the server's return. */
export const SERVER_AWAY_SECONDS = 20;

const sealedShape = z.object({ to: z.string(), sealed: z.string() });

/** Binds the sealed text to its recipient: in a job for another recipient it does not open. */
const purposeOf = (to: string) => `e-mail to ${to}`;

/**
 * The payload of a job of kind `email` with an encrypted text, for a link that must not be readable in the database
 * (docs/decisions/036). The recipient stays readable, so that waiting e-mails to a deleted account are found.
 */
export function sealMail({ to, ...mail }: z.input<typeof mailShape>): z.output<typeof sealedShape> {
  return { to, sealed: seal(JSON.stringify(mail), { secret: readSecretKey(), purpose: purposeOf(to) }) };
}

function openSealed(payload: unknown): unknown {
  const sealed = sealedShape.safeParse(payload);
  if (!sealed.success) return payload;
  const { to } = sealed.data;
  const secrets = [readSecretKey(), findLegacyKey()].filter((key) => key !== undefined);
  try {
    return { to, ...JSON.parse(unsealWithAny(sealed.data.sealed, { secrets, purpose: purposeOf(to) }).text) };
  } catch (error) {
    throw new MailError('The e-mail does not open with the present keys.', { isPermanent: true, cause: error });
  }
}

/** The job's e-mail, opened where it is sealed. Throws a permanent MailError when the payload is not one. */
export function readMail(payload: unknown): OutgoingMail {
  const mail = mailShape.safeParse(openSealed(payload));
  if (!mail.success) throw new MailError('The job holds no e-mail.', { isPermanent: true, cause: mail.error });
  return mail.data;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;
/** The parameters that a mail server's address may have; none of them weakens TLS. */
const PARAMETERS = ['connectionTimeout', 'greetingTimeout', 'socketTimeout'];

/**
 * How to reach a mail server: `smtps://` speaks TLS from the start, `smtp://` must change to it (STARTTLS), and the
 * certificate is checked either way. Only a server on this machine may be used without TLS.
 *
 * @param url `smtp://…` or `smtps://…`, with log-in and port where needed
 */
export function mailServerOptions(url: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const isLoopback = LOOPBACK.test(hostname);
  const secure = protocol === 'smtps:';
  const timeouts = Object.fromEntries(
    [...searchParams].filter(([name]) => PARAMETERS.includes(name)).map(([name, value]) => [name, Number(value)]),
  );
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port && { port: Number(port) }),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    ...timeouts,
    secure,
    requireTLS: !secure && !isLoopback,
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' as const },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const ASK_LIMIT_MS = 5_000;

/** Changes to TLS and logs in at the mail server, and sends nothing. Throws what the SMTP library throws. */
export async function askMailServer(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    ...mailServerOptions(url),
    connectionTimeout: ASK_LIMIT_MS,
    greetingTimeout: ASK_LIMIT_MS,
    socketTimeout: ASK_LIMIT_MS,
    dnsTimeout: ASK_LIMIT_MS,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/**
 * @param url see mailServerOptions
 * @param from the sender, such as `Point 0 <no-reply@example.org>`
 */
export function openMailTransport(url: string, from: string): MailTransport {
  // E-mails share a connection; one that hangs delays the others only until the timeout.
  const options = { ...mailServerOptions(url), pool: true, maxConnections: 2 } as Parameters<typeof createTransport>[0];
  // The SMTP library is loaded with the first e-mail, because most hosts and most calls of a function send none.
  let transport: Promise<Transporter> | undefined;
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    async send(id, { stopKind: _kind, stopUser: _user, stopLink, ...mail }) {
      try {
        transport ??= import('nodemailer').then((library) => library.createTransport(options));
        await (await transport).sendMail({
          from,
          messageId: `<${id}@${domain}>`,
          // RFC 3834: out-of-office programs do not answer it.
          headers: {
            'Auto-Submitted': 'auto-generated',
            // RFC 8058: the mail program's own button stops at once.
            ...(stopLink && {
              'List-Unsubscribe': { prepared: true, value: `<${stopLink}>` },
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          ...mail,
          // An object is one address; a string could be parsed as a list of several.
          to: { name: '', address: mail.to },
        });
      } catch (error) {
        const isAway = isServerAway(error);
        // private.mail_health() and judge_alarm() in SQL know these words.
        const did = isAway ? 'is away' : isRecipientRefused(error) ? 'refused the recipient' : 'refused';
        throw new MailError(`The mail server ${did}: ${describeFailure(error)}`, {
          isPermanent: isPermanent(error),
          isServerAway: isAway,
          cause: error,
        });
      }
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

/** A reply of 500 or more to the recipient or the message is final; one to our log-in or sender is a setting to correct. */
function isPermanent(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500 && !isServerAway(error);
}

/** Only the address was at fault: not our sender, and not what we wrote. */
function isRecipientRefused(error: unknown): boolean {
  return isPermanent(error) && (error as { command?: string }).command === 'RCPT TO';
}

/**
 * Whether it failed before a recipient was named: the server, the log-in, or the sender that MAIL_FROM names, which the next
 * e-mail has as well. After that, the message may have been accepted, and must not be repeated so often. With 552 a server
 * says here that this one is too large.
 */
function isServerAway(error: unknown): boolean {
  const { code = '', command = '', responseCode } = error as { code?: string; command?: string; responseCode?: number };
  return code === 'EDNS' || (/^(CONN|EHLO|HELO|STARTTLS|AUTH|MAIL)/.test(command) && responseCode !== 552);
}

/** Leaves out the server's text, which often repeats the recipient's address. */
function describeFailure(error: unknown): string {
  const { responseCode, originalCode, code } = error as { responseCode?: number; originalCode?: string; code?: string };
  // The library calls every failure of a connection ESOCKET.
  return [originalCode ?? code ?? 'unknown error', responseCode].filter(Boolean).join(' ');
}
