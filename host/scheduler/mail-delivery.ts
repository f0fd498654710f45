/**
 * Delivers the e-mails that wait in `private.outbox`: over SMTP when a server is set, else into the sandbox's mailbox.
 *
 * Each e-mail is first a row in the outbox, so a mail server that is down only delays e-mails.
 */
import type { Sql } from 'postgres';
import { runWithinLimit } from '#functions/_shared/office/job-limit.ts';
import { recordJob } from '#functions/_shared/office/job-record.ts';
import {
  MailError,
  type OutgoingMail,
  openMailTransport,
  readMail,
  SERVER_AWAY_SECONDS,
} from '#functions/_shared/smtp.ts';
import { MOST_TRIES } from '#rules/office/metrics.ts';
import type { HostLog } from '../log.ts';

/** A job of kind `email` as `claim_jobs` returns it. */
export type MailJob = { id: string; payload: unknown };
type ClaimedMail = MailJob & { attempt: number; tries: number };

export interface MailDelivery {
  /**
   * Delivers one e-mail. Delivering a job twice does no harm in the mailbox; over SMTP both e-mails have one
   * Message-ID.
   *
   * @throws MailError whose `isPermanent` says whether another attempt could succeed
   */
  deliver(job: MailJob): Promise<void>;
  /** Claims the due e-mails, delivers them and reports the results. Returns how many it delivered. */
  deliverQueued(): Promise<number>;
  close(): void;
}

/** `away`: no mail server accepted a connection or our sign-in. */
type Outcome = 'delivered' | 'failed' | 'away';

/**
 * The number of connections to the mail server. An e-mail that waited for a connection could wait longer than its claim
 * lasts, and be sent twice.
 */
const AT_ONCE = 2;

/**
 * @param options.sql a connection with the host's own rights
 * @param options.smtpUrl `smtp://…` or `smtps://…`; without it e-mails go to `sandbox.mails`, which `createMailbox`
 * makes
 * @param options.from the sender, such as `Point 0 <no-reply@example.org>`
 */
export function createMailDelivery(options: {
  sql: Sql;
  smtpUrl: string | undefined;
  from: string;
  log: HostLog;
}): MailDelivery {
  const { sql, smtpUrl, from, log } = options;
  const transport = smtpUrl === undefined ? undefined : openMailTransport(smtpUrl, from);

  async function keepInMailbox(id: string, mail: OutgoingMail): Promise<void> {
    const { to, subject, html, text, attachments } = mail;
    await sql`
      insert into sandbox.mails (id, "to", subject, html, text, attachments)
      values (${id}, ${to}, ${subject}, ${html}, ${text}, ${JSON.stringify(attachments)}::text::jsonb)
      on conflict (id) do nothing`;
  }

  async function deliver(job: MailJob): Promise<void> {
    const mail = readMail(job.payload);
    await (transport ? transport.send(job.id, mail) : keepInMailbox(job.id, mail));
  }

  async function deliverAndReport({ attempt, tries, ...job }: ClaimedMail): Promise<Outcome> {
    const start = performance.now();
    let isGivenUp = false;
    let isOurs: boolean | undefined;
    let outcome: Outcome = 'failed';
    try {
      await runWithinLimit(() => deliver(job));
      outcome = 'delivered';
      const [report] = await sql`select public.complete_job(${job.id}::uuid, ${attempt}::int) as "isOurs"`;
      isOurs = report?.isOurs;
    } catch (error) {
      const isFinal = error instanceof MailError && error.isPermanent;
      const message = error instanceof Error ? error.message : String(error);
      log.warn(
        { job: job.id, kind: 'email', attempt, err: error },
        isFinal ? 'e-mail given up' : 'e-mail not delivered',
      );
      const isAway = error instanceof MailError && error.isServerAway;
      if (isAway) outcome = 'away';
      const [report] = isAway
        ? await sql`
        select public.postpone_job(
          ${job.id}::uuid, ${attempt}::int, ${message}::text, ${SERVER_AWAY_SECONDS}) as "isOurs"`
        : await sql`
        select public.fail_job(${job.id}::uuid, ${attempt}::int, ${message}::text, ${isFinal}) as "isOurs"`;
      isOurs = report?.isOurs;
      isGivenUp = isFinal || (!isAway && tries >= MOST_TRIES);
    }
    const known = outcome === 'delivered' ? 'done' : isGivenUp ? 'dead' : 'failed';
    recordJob({ kind: 'email', outcome: isOurs ? known : 'lost', seconds: (performance.now() - start) / 1000 });
    if (!isOurs) log.warn({ job: job.id, kind: 'email', attempt }, 'claim was lost');
    return isOurs || outcome === 'away' ? outcome : 'failed';
  }

  return {
    deliver,

    async deliverQueued() {
      let delivered = 0;
      for (;;) {
        const jobs = await sql<ClaimedMail[]>`
          select id, payload, attempts as attempt, tries from public.claim_jobs(array['email'], ${AT_ONCE})`;
        const outcomes = await Promise.all(jobs.map(deliverAndReport));
        const ours = outcomes.filter((outcome) => outcome === 'delivered').length;
        delivered += ours;
        // The other e-mails stay due until a mail server answers.
        if (jobs.length < AT_ONCE || (ours === 0 && outcomes.includes('away'))) return delivered;
      }
    },

    close: () => transport?.close(),
  };
}
