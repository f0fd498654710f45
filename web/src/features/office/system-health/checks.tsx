import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { alarmsCopy } from '#copy/office/alarms.ts';
import { failuresCopy, overviewCopy } from '#copy/office/overview.ts';
import { healthCopy as copy } from '#copy/office/system-health.ts';
import { refundWords } from '#features/money/payments/refund-sums.ts';
import { officePaths } from '#lib/office-paths.ts';
import { paths } from '#lib/paths.ts';
import { splitHours } from '#lib/split-hours.ts';
import { noAnswerOf } from '#rules/office/no-answer.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import { ButtonLink } from '#ui/button.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { CheckRow } from './check-row.tsx';
import { CountNow } from './count-now.tsx';
import {
  type Health,
  type HealthLevel,
  isRetentionLate,
  isSealLate,
  isStuck,
  judgeFigures,
  judgeHealth,
} from './health.ts';
import { violationsQuery } from './system-health.data.ts';

const { kinds, otherKind } = failuresCopy;
const kindName = (kind: string) => kinds[kind] ?? otherKind(kind);
const moment = (at: string) => formatMoment(new Date(at));

/** The last failed try in words; the code stands there where no words are known. */
function mailError(error: string): string {
  const reason = noAnswerOf(error);
  return copy.mail.failed(
    reason === 'other' ? error.slice(error.lastIndexOf(':') + 1).trim() : copy.mail.reasons[reason],
  );
}

/** Everything that is checked, what takes most to put right first. */
export function Checks({ health }: { health: Health }) {
  const { calendar, figures, mail, mentor_calendars: mentors } = health;
  const lights = judgeHealth(health);
  const check = (name: keyof typeof lights) => ({ title: copy[name].title, level: lights[name] });
  return (
    <ul aria-label={copy.checks} className="divide-y divide-line">
      <CheckRow {...check('worker')}>{workerWords(health.worker.seconds, lights.worker)}</CheckRow>
      <CheckRow {...check('alarms')}>
        {health.alarms.length === 0 ? copy.alarms.none : <Alarms alarms={health.alarms} />}
      </CheckRow>
      <CheckRow {...check('money')}>
        {health.violations === 0 ? (
          copy.money.good
        ) : (
          <>
            {copy.money.act(health.violations)}
            <Violations count={health.violations} />
          </>
        )}
      </CheckRow>
      <CheckRow
        {...check('jobs')}
        facts={[
          health.due_jobs > 0 && health.retrying_jobs > 0 && copy.jobs.retrying(health.retrying_jobs),
          health.oldest_due_job_kind !== null && copy.jobs.oldest(kindName(health.oldest_due_job_kind)),
          health.last_job_done_at === null ? copy.jobs.neverDone : copy.jobs.lastDone(moment(health.last_job_done_at)),
        ]}
      >
        {health.due_jobs === 0
          ? health.retrying_jobs > 0
            ? copy.jobs.retrying(health.retrying_jobs)
            : copy.jobs.none
          : copy.jobs.waiting(
              health.due_jobs,
              overviewCopy.span(splitHours(health.oldest_due_job_seconds / 3600)),
            )}{' '}
        {isStuck(health) && copy.jobs.stuck}
      </CheckRow>
      <CheckRow
        {...check('mail')}
        facts={[mail.last_sent_at === null ? copy.mail.neverSent : copy.mail.lastSent(moment(mail.last_sent_at))]}
      >
        {mail.waiting_since === null ? copy.mail.none : copy.mail.waiting(mail.waiting, moment(mail.waiting_since))}{' '}
        {mail.last_error !== null && mailError(mail.last_error)}
      </CheckRow>
      <CheckRow
        {...check('given')}
        facts={Object.entries(health.dead_jobs_by_kind).map(([kind, n]) => copy.given.of(kindName(kind), n))}
        action={health.dead_jobs > 0 && <DetailLink to={officePaths.tab('overview')}>{copy.given.link}</DetailLink>}
      >
        {health.dead_jobs === 0 ? copy.given.none : copy.given.some(health.dead_jobs)}
      </CheckRow>
      <CheckRow {...check('events')}>
        {health.last_webhook_at === null
          ? copy.events.never
          : copy.events.last(health.last_webhook_event ?? '', moment(health.last_webhook_at))}{' '}
        {health.unprocessed_webhooks > 0 && copy.events.unprocessed(health.unprocessed_webhooks)}
      </CheckRow>
      <CheckRow {...check('orders')}>
        {health.open_orders === 0 ? copy.orders.none : copy.orders.some(health.open_orders)}
      </CheckRow>
      <CheckRow
        {...check('refunds')}
        facts={[
          health.failed_refunds > 0 &&
            health.unfinished_refunds > 0 &&
            copy.refunds.underWay(health.unfinished_refunds),
          refundWords(health.refunds).join(' · '),
        ]}
        action={
          health.failed_refunds > 0 && <DetailLink to={officePaths.tab('overview')}>{copy.given.link}</DetailLink>
        }
      >
        {health.failed_refunds > 0
          ? copy.refunds.failed(health.failed_refunds)
          : health.unfinished_refunds > 0
            ? copy.refunds.underWay(health.unfinished_refunds)
            : copy.refunds.none}
      </CheckRow>
      <CheckRow {...check('answers')}>
        {health.unanswered_bookings === 0 ? copy.answers.none : copy.answers.some(health.unanswered_bookings)}
      </CheckRow>
      <CheckRow {...check('sessions')}>
        {health.overdue_sessions === 0 ? copy.sessions.none : copy.sessions.some(health.overdue_sessions)}
      </CheckRow>
      <CheckRow
        {...check('generation')}
        facts={[...health.generation.mentors]}
        action={
          health.generation.failed > 0 && (
            <DetailLink to={officePaths.tab('mentors')}>{copy.generation.link}</DetailLink>
          )
        }
      >
        {health.generation.failed === 0 ? copy.generation.none : copy.generation.some(health.generation.failed)}
      </CheckRow>
      <CheckRow
        {...check('audit')}
        facts={[isSealLate(health.audit) && copy.audit.unsealed]}
        action={
          health.audit.broken_entry !== null && (
            <DetailLink to={`${officePaths.tab('audit-log')}&before=${health.audit.broken_entry + 1}`}>
              {copy.audit.link}
            </DetailLink>
          )
        }
      >
        {auditWords(health.audit)}
      </CheckRow>
      <CheckRow
        {...check('calendar')}
        facts={[
          calendar.stored_at !== null && copy.calendar.storedAt(moment(calendar.stored_at)),
          calendar.checked_at !== null && copy.calendar.checkedAt(moment(calendar.checked_at)),
        ]}
        action={
          calendar.token_state === 'ok' ? (
            <DetailLink to={officePaths.tab('calendar-test')}>{copy.calendar.test}</DetailLink>
          ) : (
            <DetailLink to={paths.googleOauthSetup}>{copy.calendar.link}</DetailLink>
          )
        }
      >
        {copy.calendar[calendar.token_state]}
      </CheckRow>
      <CheckRow
        {...check('mentorCalendars')}
        facts={[
          mentors.lost > 0 && copy.mentorCalendars.lost(mentors.lost),
          mentors.unread > 0 && copy.mentorCalendars.unread(mentors.unread),
          mentors.skipped > 0 && copy.mentorCalendars.skipped(mentors.skipped),
        ]}
      >
        {mentors.oldest_check_at === null
          ? copy.mentorCalendars.none
          : copy.mentorCalendars.oldest(moment(mentors.oldest_check_at))}
      </CheckRow>
      <CheckRow {...check('retention')} facts={[health.retention.error]}>
        {health.retention.started_at === null
          ? copy.retention.never
          : copy.retention.last(health.retention.rows, moment(health.retention.started_at))}{' '}
        {health.retention.error !== null && copy.retention.failed}
        {health.retention.error === null && isRetentionLate(health) && copy.retention.late}
      </CheckRow>
      <CheckRow
        {...check('figures')}
        facts={[
          copy.figures.counters(figures.counted_at && moment(figures.counted_at)),
          copy.figures.promise(figures.promise_counted_at && moment(figures.promise_counted_at)),
        ]}
        action={<CountNow />}
      >
        {copy.figures[judgeFigures(health)]}
      </CheckRow>
    </ul>
  );
}

function workerWords(seconds: number | null, level: HealthLevel): string {
  if (seconds === null || level === 'idle') return copy.worker.idle;
  return copy.worker[level](overviewCopy.span(splitHours(seconds / 3600)));
}

function auditWords({ sealed_at, checked_at, broken_entry }: Health['audit']): string {
  if (broken_entry !== null) return copy.audit.broken(broken_entry);
  if (sealed_at === null) return copy.audit.never;
  const sealed = copy.audit.time(moment(sealed_at));
  return checked_at === null
    ? copy.audit.unchecked(sealed)
    : copy.audit.good(sealed, copy.audit.time(moment(checked_at)));
}

function DetailLink({ to, children }: { to: string; children: string }) {
  return (
    <ButtonLink variant="secondary" size="sm" to={to} className="max-sm:long-label max-sm:w-full">
      {children}
    </ButtonLink>
  );
}

/** What stands still or is broken, and the first thing to do about it. */
function Alarms({ alarms }: Pick<Health, 'alarms'>) {
  return (
    <ul aria-label={copy.alarms.title} className="mt-2 space-y-3 text-sm">
      {alarms.map(({ kind, subject, opened_at }) => {
        const { title, firstStep } = alarmsCopy.kinds[kind] ?? alarmsCopy.other(kind);
        return (
          <li key={`${kind} ${subject}`} className="flex gap-2.5">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
            <div className="min-w-0">
              <p>
                <span className="font-medium">{title}</span>
                {subject !== '' && <span className="break-all text-muted">{` · ${subject}`}</span>}
              </p>
              <p>{firstStep}</p>
              <p className="text-muted">{copy.alarms.openSince(moment(opened_at))}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Which rows break a promise about money. */
function Violations({ count }: { count: number }) {
  const query = useQuery(violationsQuery(count));
  if (query.isPending) {
    return (
      <div role="status" aria-label={copy.money.listLoading} className="mt-3 space-y-2">
        <span className="skeleton block h-4 w-72 max-w-full" />
        <span className="skeleton block h-4 w-56 max-w-full" />
      </div>
    );
  }
  if (query.isError) {
    return (
      <LoadFailure look="line" className="mt-3 text-sm" onRetry={query.refetch}>
        <p>{copy.money.listFailed}</p>
      </LoadFailure>
    );
  }
  return (
    <ul aria-label={copy.money.listed} className="mt-3 space-y-2 text-sm">
      {query.data.map(({ rule, subject, detail }) => (
        <li key={`${rule} ${subject} ${detail}`}>
          <span className="block font-medium">{copy.money.rules[rule] ?? rule}</span>
          <span className="block break-all text-muted">{copy.money.of(subject, detail)}</span>
        </li>
      ))}
    </ul>
  );
}
