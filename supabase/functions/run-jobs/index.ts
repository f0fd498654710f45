import { z } from 'zod';
import { requireWorker } from '#functions/_shared/auth.ts';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { findEnv, readEnv } from '#functions/_shared/env.ts';
import { createHandler } from '#functions/_shared/http.ts';
import { recordJob, storeJobRecords } from '#functions/_shared/job-record.ts';
import { describeError, logProblem } from '#functions/_shared/log.ts';
import { MailError, type MailTransport, openMailTransport, readMail } from '#functions/_shared/smtp.ts';
import { type JobOutcome, MOST_ATTEMPTS } from '#rules/metrics.ts';
import { applyRetention } from './apply-retention.ts';
import { checkAuditChain, sealAuditLog } from './audit-chain.ts';
import { type Job, PermanentFailure } from './job.ts';
import { processWebhookEvent } from './process-webhook-event.ts';
import { reconcileOrders } from './reconcile-orders.ts';
import { reconcilePayment, runReconciliationStep } from './reconciliation.ts';
import { sendRefund } from './send-refund.ts';

/** Loaded with the first booking's job: drawing its e-mails takes more code than everything else here. */
const bookingJobs = () => import('./booking-jobs.ts');

/** Loaded with the first alert, for the same reason. */
const alertJobs = () => import('./alert-jobs.ts');

/** Loaded with the first alert to an account's owner. */
const accountJobs = () => import('./account-jobs.ts');

/** The kinds of jobs that this function does; `email` only where no host delivers e-mails. */
const KINDS: Record<string, (job: Job) => Promise<void>> = {
  refund: ({ payload }) => sendRefund(payload),
  webhook_event: ({ payload }) => processWebhookEvent(payload),
  check_audit_chain: () => checkAuditChain(),
  compare_money: ({ payload }) => runReconciliationStep(payload),
  look_up_payment: ({ payload }) => reconcilePayment(payload),
  booking_submitted: async ({ payload }) => (await bookingJobs()).announceSubmission(payload),
  booking_confirmed: async (job) => (await bookingJobs()).announceApproval('confirmed', job),
  booking_rescheduled: async (job) => (await bookingJobs()).announceApproval('rescheduled', job),
  booking_rejected: async (job) => (await bookingJobs()).announceEnd('rejected', job),
  booking_cancelled: async (job) => (await bookingJobs()).announceEnd('cancelled', job),
  booking_completed: async ({ payload }) => (await bookingJobs()).announceCompletion(payload),
  request_answered: async ({ payload }) => (await bookingJobs()).announceRequestAnswer(payload),
  booking_reminder: async ({ payload }) => (await bookingJobs()).remind(payload),
  booking_calendar_late: async ({ payload }) => (await bookingJobs()).announceWithoutCalendar(payload),
  hide_guests: async (job) => (await bookingJobs()).hideGuests(job),
  forget_guest: async ({ payload }) => (await bookingJobs()).forgetGuest(payload),
  account_deleted: async (job) => (await import('./account-deleted.ts')).sayAccountIsDeleted(job),
  admin_alert: async ({ payload }) => (await alertJobs()).sendAlert(payload),
  apply_retention: ({ payload }) => applyRetention(payload),
  account_alert: async ({ payload }) => (await accountJobs()).sendAccountAlert(payload),
  recovery_mail: async ({ payload }) => (await accountJobs()).repeatRecoveryMail(payload),
  remove_file: ({ payload }) => removeFile(payload),
  sweep_files: async () => {
    await query(serviceClient().rpc('sweep_unused_files'));
  },
  email: (job) => deliverMail(job),
};

/** Done before the others: they need neither Google nor the payment provider, and must not wait when one is down. */
const OWN_KINDS = new Set([
  'booking_submitted',
  'booking_completed',
  'request_answered',
  'booking_reminder',
  'booking_calendar_late',
  'admin_alert',
  'check_audit_chain',
  'account_alert',
  'recovery_mail',
  'account_deleted',
  'email',
]);

const BATCH = 5;
/** No further batch is claimed after this long: the scheduler calls again. */
const BUDGET_MS = 20_000;

const jobs = z.array(
  z.object({ id: z.string(), kind: z.string(), payload: z.unknown(), attempts: z.int(), leased_until: z.string() }),
);

/**
 * Ends bookings that nobody answered and completes those that took place, enqueues what the calendar and the
 * administrators are owed, seals the audit log, does the due jobs of the outbox (docs/decisions/004), then reconciles open orders. The scheduler calls it with the service key:
 * pg_cron on Supabase, a timer in the host. Answers how many jobs were done and how many failed; failed jobs are
 * retried later.
 */
export default createHandler('run-jobs', async (request) => {
  requireWorker(request);
  const kinds = Object.keys(KINDS).filter((kind) => kind !== 'email' || deliversMail());
  const giveUpAt = Date.now() + BUDGET_MS;
  const result = { done: 0, failed: 0 };
  await tryStep('end_unanswered_bookings', 'Unanswered bookings are not ended yet');
  await tryStep('expire_requests', 'Unanswered requests are not ended yet');
  await tryStep('complete_sessions', 'Sessions that ended are not marked yet');
  await tryStep('plan_calendar_jobs', 'What the calendar owes is not enqueued yet');
  await tryStep('plan_alerts', 'Administrators are not told yet of what waits and what failed');
  await sealAuditLog().catch((error: unknown) =>
    logProblem('warn', 'The audit log is not sealed yet', { error: describeError(error) }),
  );
  for (const some of [kinds.filter((kind) => OWN_KINDS.has(kind)), kinds]) {
    while (Date.now() < giveUpAt) {
      const claimed = await query(serviceClient().rpc('claim_jobs', { p_kinds: some, p_limit: BATCH }));
      if (claimed.length === 0) break;
      const outcomes = await Promise.all(jobs.parse(claimed).map(runJob));
      for (const isDone of outcomes) result[isDone ? 'done' : 'failed'] += 1;
      // A shared dependency is down; stop this batch. The next call retries.
      if (!outcomes.includes(true)) break;
    }
  }
  await reconcileOrders(giveUpAt);
  await storeJobRecords().catch((error: unknown) =>
    logProblem('warn', 'The tried jobs are not counted', { error: describeError(error) }),
  );
  return result;
});

function deliversMail(): boolean {
  return findEnv('SMTP_URL') !== undefined && findEnv('MAIL_DELIVERED_BY') !== 'host';
}

async function runJob(job: z.output<typeof jobs>[number]): Promise<boolean> {
  const database = serviceClient();
  const start = performance.now();
  const record = (outcome: JobOutcome) =>
    recordJob({ kind: job.kind, outcome, seconds: (performance.now() - start) / 1000 });
  try {
    await KINDS[job.kind]?.(job);
    await query(database.rpc('complete_job', { p_job_id: job.id }));
    record('done');
    return true;
  } catch (error) {
    const isPermanent = error instanceof PermanentFailure;
    logProblem('warn', 'A job failed', { job: job.id, kind: job.kind, isPermanent, error: describeError(error) });
    await query(
      database.rpc('fail_job', {
        p_job_id: job.id,
        p_error: describeError(error),
        p_permanent: isPermanent,
        p_leased_until: job.leased_until,
      }),
    );
    record(isPermanent || job.attempts >= MOST_ATTEMPTS ? 'dead' : 'failed');
    return false;
  }
}

/** A step of the database alone. If it fails, the jobs still run, and the next call repeats it. */
async function tryStep(
  step: 'end_unanswered_bookings' | 'expire_requests' | 'complete_sessions' | 'plan_calendar_jobs' | 'plan_alerts',
  problem: string,
): Promise<void> {
  try {
    await query(serviceClient().rpc(step));
  } catch (error) {
    logProblem('warn', problem, { error: describeError(error) });
  }
}

const removeFilePayload = z.object({
  /** bucket/name */
  file: z.string().regex(/^[^/]+\/./),
});

/** Deletes a stored file in all its widths, unless a row uses it. A missing file counts as deleted. */
async function removeFile(payload: unknown): Promise<void> {
  const { file } = removeFilePayload.parse(payload);
  const database = serviceClient();
  const names = await query(database.rpc('list_unused_files', { p_file: file }));
  if (names.length === 0) return;
  const { error } = await database.storage.from(file.slice(0, file.indexOf('/'))).remove(names);
  if (error) throw error;
}

let opened: { url: string; from: string; transport: MailTransport } | undefined;

async function deliverMail(job: Job): Promise<void> {
  const url = readEnv('SMTP_URL');
  const from = readEnv('MAIL_FROM');
  if (opened?.url !== url || opened.from !== from) {
    opened?.transport.close();
    opened = { url, from, transport: openMailTransport(url, from) };
  }
  try {
    await opened.transport.send(job.id, readMail(job.payload));
  } catch (error) {
    if (error instanceof MailError && error.isPermanent) throw new PermanentFailure(error.message);
    throw error;
  }
}
