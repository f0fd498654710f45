import { z } from 'zod';
import { ask, serviceClient } from '#functions/_shared/database.ts';
import { findEnv } from '#functions/_shared/env.ts';
import { answerPosts } from '#functions/_shared/http.ts';
import { describeError, logProblem } from '#functions/_shared/log.ts';
import { requireService } from '#functions/_shared/session.ts';
import {
  announceCompletion,
  announceEnd,
  announceSession,
  announceSubmission,
  type Job,
  remind,
} from './booking-jobs.ts';
import { checkOrders } from './check-orders.ts';
import { compareMoney, lookUpPayment } from './compare-money.ts';
import { completeSessions } from './complete-sessions.ts';
import { PermanentFailure } from './permanent-failure.ts';
import { removeFile } from './remove-file.ts';
import { sendRefund } from './send-refund.ts';
import { processWebhookEvent } from './webhook-event.ts';

/** Kinds of jobs that this function does; `email` only where no host does it. */
const KINDS: Record<string, (job: Job) => Promise<void>> = {
  refund: ({ payload }) => sendRefund(payload),
  webhook_event: ({ payload }) => processWebhookEvent(payload),
  compare_money: ({ payload }) => compareMoney(payload),
  look_up_payment: ({ payload }) => lookUpPayment(payload),
  booking_submitted: ({ payload }) => announceSubmission(payload),
  booking_confirmed: (job) => announceSession('confirmed', job),
  booking_rescheduled: (job) => announceSession('rescheduled', job),
  booking_rejected: (job) => announceEnd('rejected', job),
  booking_cancelled: (job) => announceEnd('cancelled', job),
  booking_completed: ({ payload }) => announceCompletion(payload),
  booking_reminder: ({ payload }) => remind(payload),
  remove_file: ({ payload }) => removeFile(payload),
  sweep_files: async () => {
    await ask(serviceClient().rpc('sweep_unused_files'));
  },
  email: async (job) => (await import('./deliver-mail.ts')).deliverMail(job),
};

const BATCH = 5;
/** Stop claiming after this long: the caller's clock comes round again. */
const BUDGET_MS = 20_000;

const jobs = z.array(
  z.object({
    id: z.string(),
    kind: z.string(),
    payload: z.unknown(),
    attempts: z.int(),
    leased_until: z.string(),
  }),
);

/**
 * Does the due jobs of the outbox (docs/decisions/004), then asks the provider about orders that were left open. The system's clock calls it with the service key: pg_cron on
 * Supabase, a timer in the host. Answers how many jobs were done and how many failed; failed ones come again later.
 */
export default answerPosts('run-jobs', async (request) => {
  requireService(request);
  const kinds = Object.keys(KINDS).filter((kind) => kind !== 'email' || deliversMail());
  const giveUpAt = Date.now() + BUDGET_MS;
  const result = { done: 0, failed: 0 };
  await completeSessions();
  while (Date.now() < giveUpAt) {
    const claimed = await ask(serviceClient().rpc('claim_jobs', { p_kinds: kinds, p_limit: BATCH }));
    if (claimed.length === 0) break;
    const outcomes = await Promise.all(jobs.parse(claimed).map(runJob));
    for (const isDone of outcomes) result[isDone ? 'done' : 'failed'] += 1;
    // Somebody whom all of them need is away. The next round asks again, and other work need not wait for this one.
    if (!outcomes.includes(true)) break;
  }
  await checkOrders(giveUpAt);
  return result;
});

function deliversMail(): boolean {
  return findEnv('SMTP_URL') !== undefined && findEnv('MAIL_DELIVERED_BY') !== 'host';
}

async function runJob(job: z.output<typeof jobs>[number]): Promise<boolean> {
  const database = serviceClient();
  try {
    await KINDS[job.kind]?.(job);
    await ask(database.rpc('complete_job', { p_job_id: job.id }));
    return true;
  } catch (error) {
    const isPermanent = error instanceof PermanentFailure;
    logProblem('warn', 'A job failed', {
      job: job.id,
      kind: job.kind,
      isPermanent,
      error: describeError(error),
    });
    await ask(
      database.rpc('fail_job', {
        p_job_id: job.id,
        p_error: describeError(error),
        p_permanent: isPermanent,
        p_leased_until: job.leased_until,
      }),
    );
    return false;
  }
}
