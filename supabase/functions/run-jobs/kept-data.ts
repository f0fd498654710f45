import { z } from 'zod';
import { enqueueJob, query, serviceClient } from '#functions/_shared/database.ts';
import { findEnv } from '#functions/_shared/env.ts';
import { logFact, logProblem } from '#functions/_shared/log.ts';
import { DEFAULT_CLOSED_ACCOUNT_DAYS, DEFAULT_MONEY_YEARS, retentionIntervals } from '#rules/people/retention.ts';
import { addDays, istToday, slotStart } from '#rules/shell/ist.ts';

const sealShape = z.object({ rows: z.int(), seal: z.int().optional(), digest: z.string().optional() });
const checkShape = z.object({
  is_done: z.boolean(),
  last: z.int(),
  broken_entry: z.int().nullable(),
  digest: z.string(),
});

/**
 * Seals what was written into the audit log some minutes ago. Each new digest is a line of the log, which is kept
 * elsewhere: a database whose seals were all computed anew can be held against it.
 */
export async function sealAuditLog(): Promise<void> {
  const { rows, seal, digest } = sealShape.parse(await query(serviceClient().rpc('seal_audit_log')));
  if (rows > 0) logFact('The audit log was sealed', { rows, seal, digest });
}

/** The nightly check of all seals, a page after the other. What it finds, System Health and an e-mail tell. */
export async function checkAuditChain(): Promise<void> {
  for (let after = 0; ; ) {
    const page = checkShape.parse(await query(serviceClient().rpc('check_audit_chain', { p_after: after })));
    const { last, broken_entry, digest } = page;
    if (broken_entry !== null) {
      logProblem('error', 'The audit log was changed after it was written', { entry: broken_entry, seal: last });
      return;
    }
    if (page.is_done) {
      logFact('The audit log was checked', { seal: last, digest });
      return;
    }
    after = last;
  }
}

/** When at night in India the figures that everybody reads are counted. */
const COUNTED_AT = { count_figures: '02:30', count_promise: '02:50' };

/** Counts the figures of the site, or the days of the promise. The next night is planned first, as in applyRetention. */
export async function countNightly(kind: keyof typeof COUNTED_AT, payload: unknown): Promise<void> {
  const next = nightAfter(z.object({ day: z.iso.date() }).parse(payload).day);
  const runAt = slotStart({ date: next, startTime: COUNTED_AT[kind] });
  await enqueueJob(kind, { day: next }, `${kind}:${next}`, runAt);
  await query(serviceClient().rpc('count_nightly', { p_kind: kind }));
}

const payloadShape = z.object({
  /** The night, as a day in India. */
  day: z.iso.date(),
  /** Of a run that goes on: when it began, and its part. */
  started_at: z.string().optional(),
  part: z.int().optional(),
});
const answerShape = z.object({ rows: z.int(), left: z.array(z.string()), errors: z.array(z.string()) });

/** Half past three at night. */
const TIME = '03:30';
/** Well within the lease of the job; what is left then is a job of its own. */
const BUDGET_MS = 20_000;

/**
 * Deletes what is not needed any more by the rules of rules/people/retention.ts, in batches that each are a transaction: a run
 * that was killed goes on where it was. The next night is planned first, so that a failure does not end the sequence.
 * @throws Error when the database does not know a rule, or one failed
 */
export async function applyRetention(payload: unknown): Promise<void> {
  const { day, started_at = new Date().toISOString(), part = 0 } = payloadShape.parse(payload);
  const next = nightAfter(day);
  await plan({ day: next }, next, slotStart({ date: next, startTime: TIME }));

  const p_rules = retentionIntervals({
    moneyYears: Number(findEnv('KEEP_MONEY_YEARS') ?? DEFAULT_MONEY_YEARS),
    closedAccountDays: Number(findEnv('KEEP_CLOSED_ACCOUNTS_DAYS') ?? DEFAULT_CLOSED_ACCOUNT_DAYS),
  });
  const giveUpAt = Date.now() + BUDGET_MS;
  for (;;) {
    const answer: unknown = await query(serviceClient().rpc('apply_retention', { p_rules, p_started_at: started_at }));
    const { left, errors } = answerShape.parse(answer);
    // The other rules are applied to their end first.
    if (left.length === 0) {
      if (errors.length > 0) throw new Error(errors.join('; '));
      return;
    }
    if (Date.now() > giveUpAt) {
      const following = { day, started_at, part: part + 1 };
      return plan(following, `${day}:${following.part}`, new Date());
    }
  }
}

/** The day after `day`, or after today where that was missed. */
function nightAfter(day: string): string {
  const today = istToday(new Date());
  return addDays(day > today ? day : today, 1);
}

function plan(payload: z.output<typeof payloadShape>, key: string, runAt: Date): Promise<void> {
  return enqueueJob('apply_retention', payload, `apply_retention:${key}`, runAt);
}
