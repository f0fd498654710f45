/**
 * Delivers the e-mails that wait in `private.outbox`: over SMTP when a server is set, else into the sandbox's mailbox.
 *
 * Whoever caused an e-mail has only written a row; a mail server that is down delays e-mails and fails nothing else.
 */
import { createTransport } from 'nodemailer';
import type { Sql } from 'postgres';
import { z } from 'zod';
import type { HostLog } from '../log.ts';

/** A job of kind `email` as `claim_jobs` returns it. */
export interface MailJob {
  id: string;
  payload: unknown;
}

export interface MailDelivery {
  /**
   * Delivers one e-mail. Twice with the same job is harmless in the mailbox; over SMTP both carry one Message-ID.
   *
   * @throws MailError whose `isPermanent` says whether another attempt could succeed
   */
  deliver(job: MailJob): Promise<void>;
  /** Claims what is due, delivers it and reports back. Returns how many e-mails it delivered. */
  deliverQueued(): Promise<number>;
  close(): void;
}

class MailError extends Error {
  override name = 'MailError';
  readonly isPermanent: boolean;

  constructor(message: string, isPermanent: boolean, cause?: unknown) {
    super(message, { cause });
    this.isPermanent = isPermanent;
  }
}

const mailSchema = z.object({ to: z.string(), subject: z.string(), html: z.string(), text: z.string() });
type Mail = z.infer<typeof mailSchema>;

const AT_ONCE = 10;
const SMTP_TIMEOUT_MS = 20_000;

/**
 * @param options.sql a connection with the host's own rights
 * @param options.smtpUrl `smtp://…` or `smtps://…`; without it e-mails go to `sandbox.mails`, which `createMailbox` makes
 * @param options.from the sender, such as `Point 0 <no-reply@example.org>`
 */
export function createMailDelivery(options: {
  sql: Sql;
  smtpUrl: string | undefined;
  from: string;
  log: HostLog;
}): MailDelivery {
  const { sql, smtpUrl, from, log } = options;
  const transport = smtpUrl === undefined ? undefined : openTransport(smtpUrl);

  async function keepInMailbox(id: string, { to, subject, html, text }: Mail): Promise<void> {
    await sql`
      insert into sandbox.mails (id, "to", subject, html, text) values (${id}, ${to}, ${subject}, ${html}, ${text})
      on conflict (id) do nothing`;
  }

  async function sendOverSmtp(id: string, mail: Mail): Promise<void> {
    const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
    try {
      // As one address, not as a header's list, which may name several.
      await transport?.sendMail({
        from,
        messageId: `<${id}@${domain}>`,
        ...mail,
        to: { name: '', address: mail.to },
      });
    } catch (error) {
      throw new MailError(`The mail server refused: ${describeFailure(error)}`, isPermanent(error), error);
    }
  }

  async function deliver(job: MailJob): Promise<void> {
    const mail = mailSchema.safeParse(job.payload);
    if (!mail.success) throw new MailError('The job holds no e-mail.', true, mail.error);
    await (transport ? sendOverSmtp(job.id, mail.data) : keepInMailbox(job.id, mail.data));
  }

  return {
    deliver,

    async deliverQueued() {
      let delivered = 0;
      for (;;) {
        const jobs = await sql<
          MailJob[]
        >`select id, payload from public.claim_jobs(array['email'], ${AT_ONCE})`;
        for (const job of jobs) {
          try {
            await deliver(job);
            await sql`select public.complete_job(${job.id})`;
            delivered += 1;
          } catch (error) {
            const isFinal = error instanceof MailError && error.isPermanent;
            const message = error instanceof Error ? error.message : String(error);
            log.warn({ job: job.id, isFinal, reason: message }, 'e-mail not delivered');
            await sql`select public.fail_job(${job.id}, ${message}, ${isFinal})`;
          }
        }
        if (jobs.length < AT_ONCE) return delivered;
      }
    },

    close: () => transport?.close(),
  };
}

function openTransport(url: string) {
  const { searchParams } = new URL(url);
  return createTransport({
    url,
    // Several e-mails share a connection; one that hangs does not hold up the rest for long.
    pool: true,
    maxConnections: 2,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    ...Object.fromEntries(searchParams),
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
}

/** A reply of 500 or more to the recipient or the message is final; one to our log-in is our own mistake, which can be mended. */
function isPermanent(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500;
}

/** Without the recipient's address, which servers like to repeat. */
function describeFailure(error: unknown): string {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return [code ?? 'unknown error', responseCode].filter(Boolean).join(' ');
}
