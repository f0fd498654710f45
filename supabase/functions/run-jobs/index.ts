import { z } from 'zod';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { findEnv, readEnv } from '#functions/_shared/env.ts';
import { createHandler } from '#functions/_shared/http.ts';
import { requireWorker } from '#functions/_shared/keys.ts';
import { describeError, logDetail, logFact, logProblem } from '#functions/_shared/log.ts';
import { type Job, JobStopped, PermanentFailure, runWithinLimit } from '#functions/_shared/office/job-limit.ts';
import { recordJob, storeJobRecords } from '#functions/_shared/office/job-record.ts';
import {
  MailError,
  type MailTransport,
  openMailTransport,
  readMail,
  SERVER_AWAY_SECONDS,
} from '#functions/_shared/smtp.ts';
import { MOST_TRIES } from '#rules/office/metrics.ts';
import { RELEASE } from '#rules/office/release.ts';
import { applyRetention, checkAuditChain, countNightly, sealAuditLog } from './kept-data.ts';
import { processWebhookEvent, reconcileOrders, sendRefund } from './payment-jobs.ts';
import { reconcilePayment, runReconciliationStep } from './reconciliation.ts';

/** Loaded with their first job: drawing e-mails takes more code than everything else here. */
const bookingJobs = () => import('./booking-jobs.ts');
const mailJobs = () => import('./mail-jobs.ts');

/** Loaded with the first round: nothing of Google is needed to start. */
const mentorCalendars = () => import('#functions/_shared/mentors/calendar.ts');

interface JobKind {
  /**
   * When in a round its jobs are claimed. 1: they need neither Google nor the payment provider, and must not wait when
   * one is down. 2: with those of 1 that the round has enqueued. 3: many at once, which must delay neither money nor
   * bookings.
   */
  turn: 1 | 2 | 3;
  /** What goes on by itself each hour or night (docs/product/operations.md#leader). */
  leaderOnly?: true;
  /** By default always. */
  isDoneHere?: () => boolean;
  run: (job: Job) => Promise<unknown>;
}

/** Each kind of job in the outbox. */
export const JOBS: Readonly<Record<string, JobKind>> = {
  refund: { turn: 2, run: ({ payload }) => sendRefund(payload) },
  webhook_event: { turn: 2, run: ({ payload }) => processWebhookEvent(payload) },
  look_up_payment: { turn: 2, run: ({ payload }) => reconcilePayment(payload) },
  compare_money: { turn: 2, leaderOnly: true, run: ({ payload }) => runReconciliationStep(payload) },

  booking_submitted: { turn: 1, run: async ({ payload }) => (await bookingJobs()).announceSubmission(payload) },
  booking_confirmed: { turn: 2, run: async (job) => (await bookingJobs()).announceApproval('confirmed', job) },
  booking_rescheduled: { turn: 2, run: async (job) => (await bookingJobs()).announceApproval('rescheduled', job) },
  booking_rejected: { turn: 2, run: async (job) => (await bookingJobs()).announceEnd('rejected', job) },
  booking_cancelled: { turn: 2, run: async (job) => (await bookingJobs()).announceEnd('cancelled', job) },
  booking_completed: { turn: 1, run: async ({ payload }) => (await bookingJobs()).announceCompletion(payload) },
  booking_reminder: { turn: 1, run: async ({ payload }) => (await bookingJobs()).remind(payload) },
  booking_calendar_late: {
    turn: 1,
    run: async ({ payload }) => (await bookingJobs()).announceWithoutCalendar(payload),
  },
  request_answered: { turn: 1, run: async ({ payload }) => (await bookingJobs()).announceRequestAnswer(payload) },
  brief_changed: { turn: 3, run: async (job) => (await bookingJobs()).announceBrief(job) },
  summary_mail: { turn: 3, run: async ({ payload }) => (await bookingJobs()).announceSummary(payload) },
  summary_wanted: { turn: 3, run: async ({ payload }) => (await bookingJobs()).askForSummary(payload) },
  check_in: { turn: 3, run: async ({ payload }) => (await bookingJobs()).askFounder(payload) },
  slot_alerts: { turn: 3, run: async ({ payload }) => (await mailJobs()).sendSlotAlerts(payload) },
  story_approved: { turn: 3, run: async ({ payload }) => (await mailJobs()).sendStoryMail('approved', payload) },
  story_name: { turn: 3, run: async ({ payload }) => (await mailJobs()).sendStoryMail('name', payload) },
  hide_guests: { turn: 2, run: async (job) => (await bookingJobs()).hideGuests(job) },
  forget_guest: { turn: 2, run: async ({ payload }) => (await bookingJobs()).forgetGuest(payload) },

  mentor_mail: { turn: 1, run: async (job) => (await mailJobs()).sendMentorMail(job) },
  mentor_invitation: { turn: 1, run: async ({ payload }) => (await mailJobs()).sendMentorInvitation(payload) },
  admin_alert: { turn: 1, run: async ({ payload }) => (await mailJobs()).sendAdminAlert(payload) },
  account_alert: { turn: 1, run: async ({ payload }) => (await mailJobs()).sendAccountAlert(payload) },
  account_deleted: { turn: 1, run: async (job) => (await mailJobs()).sayAccountIsDeleted(job) },
  recovery_mail: { turn: 1, run: async ({ payload }) => (await mailJobs()).repeatRecoveryMail(payload) },
  // Only where no host delivers e-mails.
  email: { turn: 1, isDoneHere: deliversMail, run: (job) => deliverMail(job) },

  revoke_calendar: { turn: 2, run: async ({ payload }) => (await mentorCalendars()).revokeCalendar(payload) },
  remove_file: { turn: 2, run: ({ payload }) => removeFile(payload) },
  sweep_files: { turn: 2, leaderOnly: true, run: sweepFiles },
  check_audit_chain: { turn: 1, leaderOnly: true, run: checkAuditChain },
  count_figures: { turn: 3, leaderOnly: true, run: ({ payload }) => countNightly('count_figures', payload) },
  count_promise: { turn: 3, leaderOnly: true, run: ({ payload }) => countNightly('count_promise', payload) },
  apply_retention: { turn: 2, leaderOnly: true, run: ({ payload }) => applyRetention(payload) },
};

const BATCH = 5;
/** No further batch is claimed after this long: the scheduler calls again. */
const BUDGET_MS = 20_000;

const jobs = z.array(
  z.object({ id: z.string(), kind: z.string(), payload: z.unknown(), attempts: z.int(), tries: z.int() }),
);
type ClaimedJob = z.output<typeof jobs>[number];

/**
 * One round of a worker (docs/decisions/004). The leader ends bookings that nobody answered and completes those that
 * took place, enqueues what the calendar and the administrators are owed, seals the audit log and asks about open orders;
 * every worker does due jobs of the outbox. pg_cron calls it on Supabase, a timer in the host. Answers how many jobs
 * were done and how many failed; failed jobs are retried later.
 */
export default createHandler('run-jobs', async (request) => {
  requireWorker(request);
  const round = await beginRound(request);
  const result: RoundResult = { done: 0, failed: 0 };
  const giveUpAt = Date.now() + BUDGET_MS;
  // The caller may be stopping: what was begun ends, and nothing more is.
  const mayGoOn = () => Date.now() < giveUpAt && !request.signal.aborted;
  try {
    await doRound(round, result, mayGoOn);
  } finally {
    await round.end(result);
    await storeJobRecords().catch((error: unknown) =>
      logProblem('warn', 'The tried jobs are not counted', { error: describeError(error) }),
    );
  }
  return result;
});

async function doRound(round: Round, result: RoundResult, mayGoOn: () => boolean): Promise<void> {
  await asLeader(round, 'Unanswered bookings are not ended yet', callStep('end_unanswered_bookings'));
  await asLeader(round, 'Unanswered requests are not ended yet', callStep('expire_requests'));
  await asLeader(round, 'Offered times that nobody chose are not ended yet', callStep('expire_proposals'));
  await asLeader(round, 'Invitations of mentors that ended are not marked yet', callStep('expire_invitations'));
  await asLeader(round, 'Sessions that ended are not marked yet', callStep('complete_sessions'));
  await asLeader(round, 'Pauses of mentors are not ended yet', callStep('end_pauses'));
  await asLeader(round, 'Times of mentors are not generated yet', () => generateTimes(mayGoOn));
  await asLeader(round, 'What the calendar owes is not enqueued yet', callStep('plan_calendar_jobs'));
  await asLeader(round, 'Administrators are not told yet of what waits and what failed', callStep('plan_alerts'));
  await asLeader(round, 'Weekly overviews are not enqueued yet', callStep('plan_weekly_overviews'));
  await asLeader(
    round,
    'Busy times that could not be read for a day are not deleted yet',
    callStep('forget_unread_calendars'),
  );
  await asLeader(round, 'Statements are not enqueued yet', callStep('plan_statements'));
  await asLeader(round, 'What the search of mentors keeps is not brought up to date yet', callStep('keep_search'));
  await asLeader(round, 'The audit log is not sealed yet', sealAuditLog);
  // Beside the jobs, which must not wait while Google is slow.
  const calendarChecks = checkCalendars();
  for (const turn of [1, 2, 3] as const) {
    while (mayGoOn()) {
      const kinds = kindsOf(turn, round);
      const claimed = await query(serviceClient().rpc('claim_jobs', { p_kinds: kinds, p_limit: BATCH }));
      if (claimed.length === 0) break;
      const outcomes = await Promise.all(jobs.parse(claimed).map(runJob));
      for (const outcome of outcomes) if (outcome !== 'lost') result[outcome] += 1;
      // A shared dependency is down; stop this batch. The next call retries.
      if (!outcomes.includes('done')) break;
    }
  }
  await calendarChecks;
  if (round.leads()) await reconcileOrders(mayGoOn);
}

async function checkCalendars(): Promise<void> {
  try {
    await (await mentorCalendars()).checkMentorCalendars();
  } catch (error) {
    logProblem('warn', "Mentors' calendars are not checked yet", { error: describeError(error) });
  }
}

function kindsOf(now: JobKind['turn'], round: Round): string[] {
  return Object.entries(JOBS)
    .filter(([, { turn }]) => turn === now || (now === 2 && turn === 1))
    .filter(([, { leaderOnly, isDoneHere }]) => (!leaderOnly || round.leads()) && (isDoneHere?.() ?? true))
    .map(([kind]) => kind);
}

function deliversMail(): boolean {
  return findEnv('SMTP_URL') !== undefined && findEnv('MAIL_DELIVERED_BY') !== 'host';
}

/** Lost: another worker has taken the job over, whose report counts. */
async function runJob({
  id,
  kind,
  payload,
  attempts: attempt,
  tries,
}: ClaimedJob): Promise<keyof RoundResult | 'lost'> {
  const database = serviceClient();
  const claim = { p_job_id: id, p_attempt: attempt };
  const facts = { job: id, kind, attempt };
  const start = performance.now();
  let outcome: keyof RoundResult;
  let isGivenUp = false;
  let isOurs: boolean;
  try {
    await runWithinLimit(async () => JOBS[kind]?.run({ id, kind, payload, tries }));
    outcome = 'done';
    isOurs = await query(database.rpc('complete_job', claim));
  } catch (error) {
    const isPermanent = error instanceof PermanentFailure;
    logProblem('warn', isPermanent ? 'A job failed for good' : 'A job failed', {
      ...facts,
      error: describeError(error),
    });
    const reason = error instanceof JobStopped ? error.message : describeError(error);
    outcome = 'failed';
    const isAway = error instanceof MailError && error.isServerAway;
    isGivenUp = isPermanent || (!isAway && tries >= MOST_TRIES);
    isOurs = isAway
      ? await query(database.rpc('postpone_job', { ...claim, p_error: reason, p_seconds: SERVER_AWAY_SECONDS }))
      : await query(database.rpc('fail_job', { ...claim, p_error: reason, p_permanent: isPermanent }));
  }
  const known = isGivenUp ? 'dead' : outcome;
  recordJob({ kind, outcome: isOurs ? known : 'lost', seconds: (performance.now() - start) / 1000 });
  if (isOurs) return outcome;
  logProblem('warn', 'claim was lost', facts);
  return 'lost';
}

type Step =
  | 'end_unanswered_bookings'
  | 'expire_requests'
  | 'expire_proposals'
  | 'expire_invitations'
  | 'complete_sessions'
  | 'end_pauses'
  | 'plan_calendar_jobs'
  | 'plan_alerts'
  | 'plan_statements'
  | 'plan_weekly_overviews'
  | 'forget_unread_calendars'
  | 'keep_search';

const callStep = (step: Step) => () => query<unknown>(serviceClient().rpc(step));

const MENTORS_A_ROUND = 50;

/** Each mentor is a transaction of its own, so that a sale of another mentor's time does not wait for it. */
async function generateTimes(mayGoOn: () => boolean): Promise<void> {
  for (let mentor = 0; mentor < MENTORS_A_ROUND && mayGoOn(); mentor += 1) {
    if ((await query(serviceClient().rpc('generate_due_availability', { p_limit: 1 }))) === 0) return;
  }
}

/** What the leader alone does. If it fails, the jobs still run, and the leader's next round repeats it. */
async function asLeader(round: Round, problem: string, run: () => Promise<unknown>): Promise<void> {
  if (!round.leads()) return;
  try {
    await run();
  } catch (error) {
    logProblem('warn', problem, { error: describeError(error) });
  }
}

async function sweepFiles(): Promise<void> {
  await query(serviceClient().rpc('sweep_unused_files'));
  await query(serviceClient().rpc('sweep_mentor_calendars'));
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

const LEASE_MS = 45_000;
const RENEW_MS = 15_000;

interface RoundResult {
  done: number;
  failed: number;
}

interface Round {
  /** Whether this worker does, at this moment, what must be done once for all workers. */
  leads(): boolean;
  end(result: RoundResult): Promise<void>;
}

/**
 * Puts a round on record. Its worker is the one that the caller names in `x-worker`; else it has a random name, as on
 * Supabase, where rounds in one process share nothing. One with `x-round: jobs` leaves the leader's work to the next.
 */
async function beginRound(request: Request): Promise<Round> {
  const name = takeName(request);
  const database = serviceClient();
  const beganAt = performance.now();
  // Counted from before the question: the database counts from later on.
  let leadsUntil = 0;
  const ask = async (call: () => Promise<boolean>) => {
    const sentAt = performance.now();
    leadsUntil = (await call()) ? sentAt + LEASE_MS : 0;
  };
  const leads = () => performance.now() < leadsUntil;
  const isWhole = request.headers.get('x-round') !== 'jobs';
  try {
    await ask(() => query(database.rpc('begin_round', { p_worker: name.value, p_release: RELEASE })));
  } catch (error) {
    name.giveBack();
    throw error;
  }
  const timer = setInterval(() => {
    if (!leads()) return;
    // Without an answer the lead ends by itself.
    ask(() => query(database.rpc('renew_lead', { p_worker: name.value }))).catch(() => {});
  }, RENEW_MS);
  return {
    leads: () => isWhole && leads(),
    async end({ done, failed }) {
      clearInterval(timer);
      name.giveBack();
      const log = done + failed > 0 ? logFact : logDetail;
      const ms = Math.round(performance.now() - beganAt);
      log(`A round ended: ${done} done, ${failed} failed`, { worker: name.value, ms });
      try {
        await query(database.rpc('end_round', { p_worker: name.value, p_done: done, p_failed: failed }));
      } catch (error) {
        logProblem('warn', 'The end of a round is not on record', { worker: name.value, error: describeError(error) });
      }
    },
  };
}

let processName: string | undefined;
const taken = new Set<string>();

/** Rounds of one process at the same time have different names, or each could think that it leads. */
function takeName(request: Request): { value: string; giveBack(): void } {
  const given = request.headers.get('x-worker');
  if (given && /^[\w.:-]{1,200}$/.test(given)) return { value: given, giveBack: () => {} };
  processName ??= crypto.randomUUID();
  let place = 1;
  while (taken.has(`${processName}:${place}`)) place += 1;
  const value = `${processName}:${place}`;
  taken.add(value);
  return { value, giveBack: () => void taken.delete(value) };
}
