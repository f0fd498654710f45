import { z } from 'zod';
import { ask, serviceClient } from '#functions/_shared/database.ts';
import { answerPosts } from '#functions/_shared/http.ts';
import { describeError, logProblem } from '#functions/_shared/log.ts';
import { requireService } from '#functions/_shared/session.ts';
import { PermanentFailure } from './permanent-failure.ts';
import { sendRefund } from './send-refund.ts';

/** Kinds of jobs that this function does; the outbox holds others that the host does. */
const KINDS: Record<string, (payload: unknown) => Promise<void>> = {
  refund: sendRefund,
};

const BATCH = 5;
/** Stop claiming after this long: the caller's clock comes round again. */
const BUDGET_MS = 20_000;

const jobs = z.array(z.object({ id: z.string(), kind: z.string(), payload: z.unknown() }));

/**
 * Does the due jobs of the outbox (docs/decisions/004). The system's clock calls it with the service key: pg_cron on
 * Supabase, a timer in the host. Answers how many jobs were done and how many failed; failed ones come again later.
 */
export default answerPosts('run-jobs', async (request) => {
  requireService(request);
  const giveUpAt = Date.now() + BUDGET_MS;
  const result = { done: 0, failed: 0 };
  while (Date.now() < giveUpAt) {
    const claimed = await ask(
      serviceClient().rpc('claim_jobs', { p_kinds: Object.keys(KINDS), p_limit: BATCH }),
    );
    if (claimed.length === 0) break;
    const outcomes = await Promise.all(jobs.parse(claimed).map(runJob));
    for (const isDone of outcomes) result[isDone ? 'done' : 'failed'] += 1;
  }
  return result;
});

async function runJob(job: z.output<typeof jobs>[number]): Promise<boolean> {
  const database = serviceClient();
  try {
    await KINDS[job.kind]?.(job.payload);
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
      }),
    );
    return false;
  }
}
