import { z } from 'zod';
import { isRefundSums, type RefundSums } from '#features/money/payments/refund-sums.ts';

/** When counters and promise were last counted; null: never. */
export const figuresShape = z.object({
  counted_at: z.string().nullable(),
  promise_counted_at: z.string().nullable(),
  /** When the first count was planned, while it is to come; null where none is planned. */
  waiting_since: z.string().nullable(),
});

/** What the database's admin_health answers. */
export const healthShape = z.object({
  checked_at: z.string(),
  violations: z.number(),
  due_jobs: z.number(),
  /** They failed, and wait for another try. */
  retrying_jobs: z.number(),
  /** E-mails that are due, or wait for another try. */
  mail: z.object({
    waiting: z.number(),
    waiting_since: z.string().nullable(),
    last_error: z.string().nullable(),
    last_sent_at: z.string().nullable(),
    /** Null unless the mail server was away at the last try. */
    away_since: z.string().nullable(),
  }),
  /** 0 when none waits. */
  oldest_due_job_seconds: z.number(),
  oldest_due_job_kind: z.string().nullable(),
  dead_jobs: z.number(),
  dead_jobs_by_kind: z.record(z.string(), z.number()),
  last_job_done_at: z.string().nullable(),
  last_webhook_at: z.string().nullable(),
  last_webhook_event: z.string().nullable(),
  unprocessed_webhooks: z.number(),
  open_orders: z.number(),
  failed_refunds: z.number(),
  unfinished_refunds: z.number(),
  refunds: z.custom<RefundSums>(isRefundSums),
  unanswered_bookings: z.number(),
  overdue_sessions: z.number(),
  /** Whether administrators need two-step sign-in. */
  admin_two_step: z.enum(['required', 'optional']),
  audit: z.object({
    sealed_at: z.string().nullable(),
    checked_at: z.string().nullable(),
    /** The first entry that was changed after it was written; null is right. */
    broken_entry: z.number().nullable(),
    /** The age of the oldest entry without a seal. */
    unsealed_minutes: z.number(),
  }),
  calendar: z.object({
    token_state: z.enum(['ok', 'invalid_grant', 'unreadable', 'missing']),
    stored_at: z.string().nullable(),
    checked_at: z.string().nullable(),
  }),
  /** Mentors' own calendars: lost permissions, unread for 24 hours, and orders of 24 hours that asked none in time. */
  mentor_calendars: z.object({
    lost: z.number(),
    unread: z.number(),
    skipped: z.number(),
    /** The oldest last check of a connected calendar; null where none is connected. */
    oldest_check_at: z.string().nullable(),
  }),
  /** The last night's deletion of what is not needed any more. */
  retention: z.object({
    started_at: z.string().nullable(),
    finished_at: z.string().nullable(),
    rows: z.number(),
    error: z.string().nullable(),
  }),
  figures: figuresShape,
  /** seconds since the last round of a worker began; null when none ever did. */
  worker: z.object({ alive: z.boolean(), seconds: z.number().nullable() }),
  /** Mentors whose times could not be generated when it was last tried; names of up to five. */
  generation: z.object({ failed: z.number(), mentors: z.array(z.string()).readonly() }),
  /** The open ones, the newest first. */
  alarms: z.array(z.object({ kind: z.string(), subject: z.string(), opened_at: z.string() })).readonly(),
});
export type Health = z.output<typeof healthShape>;

/** The light of one check: `idle` where there is nothing to judge yet, `act` where a person is needed. */
export type HealthLevel = 'good' | 'idle' | 'watch' | 'act';

export type HealthCheck =
  | 'worker'
  | 'alarms'
  | 'money'
  | 'jobs'
  | 'mail'
  | 'given'
  | 'events'
  | 'orders'
  | 'refunds'
  | 'answers'
  | 'sessions'
  | 'generation'
  | 'audit'
  | 'calendar'
  | 'mentorCalendars'
  | 'retention'
  | 'figures';

/** The scheduler comes by at least each minute; a job that is due for longer is late. */
const LATE_JOB_SECONDS = 2 * 60;
/** From here on /readyz?deep calls the host not ready (host/http/readiness.ts). */
const STUCK_JOB_SECONDS = 15 * 60;

/** A round should begin each minute; from five minutes on it is an alarm (function private.judge_alarm). */
const LATE_WORKER_SECONDS = 2 * 60;

function judgeWorker({ worker: { alive, seconds } }: Health): HealthLevel {
  if (seconds === null) return 'idle';
  if (!alive) return 'act';
  return seconds > LATE_WORKER_SECONDS ? 'watch' : 'good';
}

/** Entries get their seal after five minutes, by a job that comes each minute. */
const LATE_SEAL_MINUTES = 15;
/** All seals are checked each night. */
const LATE_CHECK_MS = 26 * 3_600_000;

/** It runs each night; two hours are for a night that has much to do. */
const LATE_RETENTION_MS = 26 * 3_600_000;

/** Whether no run has begun for more than a night. */
export function isRetentionLate({ checked_at, retention: { started_at } }: Health): boolean {
  return started_at !== null && Date.parse(checked_at) - Date.parse(started_at) > LATE_RETENTION_MS;
}

function judgeRetention(health: Health): HealthLevel {
  if (health.retention.error !== null || isRetentionLate(health)) return 'act';
  return health.retention.started_at === null ? 'idle' : 'good';
}

/** They are counted each night; half a day is left for a worker that was away. */
const LATE_FIGURES_MS = 36 * 3_600_000;

export function judgeFigures({ checked_at, figures }: Health): 'good' | 'idle' | 'act' {
  const { counted_at, promise_counted_at, waiting_since } = figures;
  const counts = [counted_at ?? waiting_since, promise_counted_at ?? waiting_since];
  // What was never counted and is not planned will not be counted.
  const isLate = counts.some((at) => at === null || Date.parse(checked_at) - Date.parse(at) > LATE_FIGURES_MS);
  if (isLate) return 'act';
  return counted_at === null || promise_counted_at === null ? 'idle' : 'good';
}

/** Whether jobs wait for so long that no worker can be running them. */
export function isStuck({ oldest_due_job_seconds }: Pick<Health, 'oldest_due_job_seconds'>): boolean {
  return oldest_due_job_seconds > STUCK_JOB_SECONDS;
}

/** The light of each check. */
export function judgeHealth(health: Health): Record<HealthCheck, HealthLevel> {
  return {
    worker: judgeWorker(health),
    alarms: health.alarms.length > 0 ? 'act' : 'good',
    money: health.violations > 0 ? 'act' : 'good',
    jobs: isStuck(health) ? 'act' : health.oldest_due_job_seconds > LATE_JOB_SECONDS ? 'watch' : 'good',
    mail: judgeMail(health),
    given: health.dead_jobs > 0 ? 'act' : 'good',
    events: health.unprocessed_webhooks > 0 ? 'watch' : health.last_webhook_at === null ? 'idle' : 'good',
    // Unpaid orders are everyday life: most people who leave a checkout never come back.
    orders: 'good',
    refunds: health.failed_refunds > 0 ? 'act' : 'good',
    // The scheduler ends what nobody answers within a minute.
    answers: health.unanswered_bookings > 0 ? 'act' : 'good',
    sessions: health.overdue_sessions > 0 ? 'watch' : 'good',
    generation: health.generation.failed > 0 ? 'act' : 'good',
    audit: judgeAudit(health),
    calendar: judgeCalendar(health),
    mentorCalendars: judgeMentorCalendars(health),
    retention: judgeRetention(health),
    figures: judgeFigures(health),
  };
}

function judgeMail({ mail, checked_at }: Health): HealthLevel {
  if (mail.away_since !== null) return 'act';
  if (mail.waiting_since === null) return mail.last_sent_at === null ? 'idle' : 'good';
  return Date.parse(checked_at) - Date.parse(mail.waiting_since) > LATE_JOB_SECONDS * 1000 ? 'watch' : 'good';
}

function judgeCalendar({ calendar: { token_state: state } }: Health): HealthLevel {
  if (state === 'ok') return 'good';
  return state === 'missing' ? 'idle' : 'act';
}

/** A mentor whose permission is lost was told; what cannot be read although it is there is for us to look at. */
function judgeMentorCalendars({ mentor_calendars: { unread, skipped, oldest_check_at } }: Health): HealthLevel {
  if (unread > 0 || skipped > 0) return 'watch';
  return oldest_check_at === null ? 'idle' : 'good';
}

function judgeAudit({ audit, checked_at }: Health): HealthLevel {
  if (audit.broken_entry !== null) return 'act';
  if (isSealLate(audit)) return 'watch';
  if (audit.sealed_at === null) return 'idle';
  if (audit.checked_at === null) return 'good';
  return Date.parse(checked_at) - Date.parse(audit.checked_at) > LATE_CHECK_MS ? 'watch' : 'good';
}

/** Whether entries of the audit log wait for their seal longer than they should. */
export function isSealLate({ unsealed_minutes }: Health['audit']): boolean {
  return unsealed_minutes > LATE_SEAL_MINUTES;
}

/** The worst of the lights, and how many checks need a person. Nothing to judge is no fault. */
export function verdictOf(lights: Record<HealthCheck, HealthLevel>): {
  level: Exclude<HealthLevel, 'idle'>;
  toDo: number;
} {
  const levels = Object.values(lights);
  const toDo = levels.filter((level) => level === 'act').length;
  return { level: toDo > 0 ? 'act' : levels.includes('watch') ? 'watch' : 'good', toDo };
}
