import { useQuery } from '@tanstack/react-query';
import { CalendarOff, ChevronRight, CircleAlert } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { Link } from 'react-router';
import { mentorDashboard } from '#copy/mentors/dashboard.ts';
import { mentorToday as copy } from '#copy/mentors/settings.ts';
import { mentorSessions } from '#copy/sessions/mentor-sessions.ts';
import type { MyMentor } from '#features/people/mentor-accounts/my-mentor.data.ts';
import type { MentorSession } from '#features/sessions/mentor-sessions/mentor-sessions.data.ts';
import { useSessionDialogs } from '#features/sessions/mentor-sessions/session-actions.tsx';
import { SessionRow } from '#features/sessions/mentor-sessions/session-row.tsx';
import { SessionTime } from '#features/sessions/mentor-sessions/session-time.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { paths } from '#lib/paths.ts';
import { serverNow } from '#lib/server-time.ts';
import { useNow } from '#lib/use-now.ts';
import { hasIndianClock, mentorMoment, mentorTime, zoned } from '#rules/mentors/mentor-time.ts';
import { formatPaise } from '#rules/money/rupees.ts';
import { sessionTurn } from '#rules/sessions/mentor-session.ts';
import { addDays, formatDateFull, formatDateShort, istToday, slotStart } from '#rules/shell/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { type MentorToday, mentorTodayQuery } from './today.data.ts';

const FirstSteps = lazyPart(() => import('./first-steps.tsx').then((module) => module.FirstSteps), {
  fallback: <div className="skeleton h-56 rounded-card" aria-hidden="true" />,
});

/**
 * The first page of the mentor's area: what waits, what comes, and what is missing to be booked
 * (docs/product/mentor-accounts.md#mentor-area).
 */
export function Today({ mentor }: { mentor: MyMentor }) {
  const query = useQuery(mentorTodayQuery(mentor.id));
  const { data } = query;
  const now = useNow(useCallback((time: Date) => sessionTurn(data?.sessions ?? [], time), [data]));
  const { onOpen, heading, dialogs } = useSessionDialogs(mentor);
  const day = zoned(now, mentor.time_zone).date;
  const hasSteps =
    mentor.listing_state !== 'left' &&
    data?.first_steps.is_hidden === false &&
    (data.missing.length > 0 || !data.first_steps.has_calendar || !data.first_steps.has_payout_details);
  return (
    <div aria-busy={query.isFetching}>
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {mentorDashboard.names.today}
      </h1>
      <p className="mt-1 text-muted">
        {formatDateFull(day)}
        {!hasIndianClock(mentor.time_zone, now) && (
          <>
            {' '}
            <span aria-hidden="true">·</span> {copy.timesIn(mentor.time_zone)}
          </>
        )}
      </p>
      <div className="mt-6 space-y-8">
        {query.isPending && <Skeleton />}
        {query.isError && !data && (
          <LoadFailure isRetrying={query.isFetching} onRetry={query.refetch}>
            <p>{mentorDashboard.loadFailed}</p>
          </LoadFailure>
        )}
        {data && (
          <>
            {data.requests.count > 0 && <Requests requests={data.requests} zone={mentor.time_zone} />}
            {hasSteps && <FirstSteps mentor={mentor} today={data} onHidden={() => heading.current?.focus()} />}
            {data.sessions.length > 0 ? (
              [0, 1].map((ahead) => (
                <Day
                  key={ahead}
                  title={ahead === 0 ? copy.sessions.today : copy.sessions.tomorrow}
                  sessions={data.sessions.filter((session) => dayOf(session, mentor.time_zone) === addDays(day, ahead))}
                >
                  {(session) => (
                    <SessionRow key={session.id} session={session} zone={mentor.time_zone} now={now} onOpen={onOpen} />
                  )}
                </Day>
              ))
            ) : (
              <NoSessions mentor={mentor} today={data} hasSteps={hasSteps} />
            )}
            {data.sessions.length > 0 && <Bookable mentor={mentor} today={data} hasSteps={hasSteps} />}
          </>
        )}
      </div>
      {dialogs}
    </div>
  );
}

function dayOf({ date, start_time }: MentorSession, zone: string): string {
  return zoned(slotStart({ date, startTime: start_time }), zone).date;
}

const LIST = 'divide-y divide-line rounded-card border border-line bg-surface';

function Requests({ requests, zone }: { requests: MentorToday['requests']; zone: string }) {
  return (
    <section aria-label={copy.requests.title}>
      <SectionTitle title={copy.requests.title} count={<Badge tone="accent">{requests.count}</Badge>} />
      <ul className={LIST}>
        {requests.first.map((request) => (
          <li key={request.id}>
            <Link
              to={paths.mentorSection('requests')}
              className="flex items-center gap-3 px-4 py-3.5 transition-colors hover:bg-sunken/60 sm:px-5"
            >
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
                  <bdi className="min-w-0 break-words">{request.founder_name ?? mentorSessions.aFounder}</bdi>
                  {request.amount_paise !== null && <span className="nums">{formatPaise(request.amount_paise)}</span>}
                </span>
                <SessionTime session={request} zone={zone} />
                {request.question && (
                  <bdi className="mt-0.5 block truncate text-sm text-muted">{request.question.split('\n')[0]}</bdi>
                )}
                <span className="nums mt-0.5 block text-sm text-accent-text">
                  {copy.requests.answerBy(mentorMoment(new Date(request.answer_by), zone))}
                </span>
              </span>
              <ChevronRight className="size-5 shrink-0 text-muted" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
      {requests.count > requests.first.length && (
        <Link
          to={paths.mentorSection('requests')}
          className="mt-1 inline-flex h-11 items-center font-semibold text-accent-text"
        >
          {copy.requests.all}
        </Link>
      )}
    </section>
  );
}

function Day({
  title,
  sessions,
  children,
}: {
  title: string;
  sessions: MentorSession[];
  children: (session: MentorSession) => ReactNode;
}) {
  return (
    <section aria-label={title}>
      <SectionTitle title={title} />
      {sessions.length === 0 ? (
        <p className="text-muted">{copy.sessions.none}</p>
      ) : (
        <ul className={LIST}>{sessions.map((session) => children(session))}</ul>
      )}
    </section>
  );
}

function SectionTitle({ title, count }: { title: string; count?: ReactNode }) {
  return (
    <h2 className="mb-3 flex items-center gap-2 font-sans text-base font-semibold tracking-normal">
      {title}
      {count}
    </h2>
  );
}

interface BookableProps {
  mentor: MyMentor;
  today: MentorToday;
  /** The first steps name what is missing. */
  hasSteps: boolean;
}

/** Without sessions: what comes next, or what has to be done first. */
function NoSessions({ mentor, today, hasSteps }: BookableProps) {
  const sentence = bookableSentence(mentor, today);
  return (
    <StatusMessage title={copy.noneToday}>
      {sentence ? <p>{sentence}</p> : null}
      {sentence === null && !hasSteps && <Missing missing={today.missing} isCentred />}
      {today.missing.length === 0 && today.next_free === null && <ChangeHours mentor={mentor} />}
    </StatusMessage>
  );
}

/** Below sessions: whether founders can book more. */
function Bookable({ mentor, today, hasSteps }: BookableProps) {
  const sentence = bookableSentence(mentor, today);
  if (sentence === null) {
    return hasSteps ? null : (
      <div className="rounded-card border border-accent-line bg-accent-soft p-4 sm:p-5">
        <Missing missing={today.missing} />
      </div>
    );
  }
  return (
    <p className="flex items-start gap-2 text-muted">
      {today.next_free === null && <CalendarOff className="mt-1 size-4 shrink-0" aria-hidden="true" />}
      <span>{sentence}</span>
    </p>
  );
}

/** Null where something is missing. */
function bookableSentence(mentor: MyMentor, { missing, next_free }: MentorToday): string | null {
  if (mentor.listing_state === 'left') return '';
  if (missing.length > 0) return null;
  if (next_free) {
    const { date, start_time, end_time } = next_free;
    const { own, india } = mentorTime({ date, startTime: start_time, endTime: end_time }, mentor.time_zone);
    return copy.nextFree(india ? `${own} (${india})` : own);
  }
  const back = mentor.taking_bookings_from;
  if (!mentor.is_taking_bookings && (back === null || back > istToday(serverNow()))) {
    return back ? copy.awayUntil(formatDateShort(back)) : copy.away;
  }
  return copy.noFreeTime;
}

function ChangeHours({ mentor }: { mentor: MyMentor }) {
  if (mentor.listing_state === 'left') return null;
  return (
    <Link to={paths.mentorSection('hours')} className="inline-flex h-11 items-center font-semibold text-accent-text">
      {copy.changeHours}
    </Link>
  );
}

const PLACES = {
  hours: paths.mentorSection('hours'),
  profile: paths.mentorSection('profile'),
  price: paths.mentorSection('profile'),
};

function Missing({ missing, isCentred = false }: { missing: MentorToday['missing']; isCentred?: boolean }) {
  return (
    <>
      <p className={isCentred ? undefined : 'font-semibold text-ink'}>{copy.missing.title}</p>
      <ul className={isCentred ? 'mt-2 inline-block text-left' : 'mt-1'}>
        {missing.map((part) => (
          <li key={part}>
            <Link to={PLACES[part]} className="inline-flex h-11 items-center gap-2 font-semibold text-accent-text">
              <CircleAlert className="size-4 shrink-0" aria-hidden="true" />
              {copy.missing[part]}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function Skeleton() {
  return (
    <div role="status" className="space-y-4">
      <span className="sr-only">{copy.loading}</span>
      <div className="skeleton h-5 w-40" aria-hidden="true" />
      <div className="skeleton h-24 rounded-card" aria-hidden="true" />
      <div className="skeleton h-24 rounded-card" aria-hidden="true" />
    </div>
  );
}
