import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Link, useSearchParams } from 'react-router';
import { mentorDashboard } from '#copy/mentors/dashboard.ts';
import { mentorSessions as copy } from '#copy/sessions/mentor-sessions.ts';
import type { MyMentor } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { cn } from '#lib/class-names.ts';
import { paths } from '#lib/paths.ts';
import { useNow } from '#lib/use-now.ts';
import { sessionTurn } from '#rules/sessions/mentor-session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SearchBox } from '#ui/data-table/search-box.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { mentorSessionsQuery, type SessionView } from './mentor-sessions.data.ts';
import { useSessionDialogs } from './session-actions.tsx';
import { SessionRow } from './session-row.tsx';

/** A mentor's sessions, ahead or past (docs/product/sessions.md#mentors-list). */
export function MentorSessions({ mentor, part }: { mentor: MyMentor; part: string | undefined }) {
  const view: SessionView = part === 'past' ? 'past' : 'upcoming';
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const list = useInfiniteQuery(mentorSessionsQuery(mentor.id, view, search));
  const sessions = list.data?.pages.flatMap((page) => page.sessions);
  const now = useNow(useCallback((time: Date) => sessionTurn(sessions ?? [], time), [sessions]));
  const { onOpen, heading, dialogs } = useSessionDialogs(mentor);
  return (
    <div aria-busy={list.isFetching}>
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {copy.title}
      </h1>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <nav aria-label={copy.views} className="flex max-w-full flex-wrap gap-1 rounded-control bg-sunken p-1">
          <ViewLink to={paths.mentorSection('sessions')} search={search} isOpen={view === 'upcoming'}>
            {copy.upcoming}
          </ViewLink>
          <ViewLink to={`${paths.mentorSection('sessions')}/past`} search={search} isOpen={view === 'past'}>
            {copy.past}
          </ViewLink>
        </nav>
        <SearchBox
          label={copy.search}
          clearLabel={copy.clearSearch}
          applied={search}
          onSearch={(term) =>
            setParams(term === '' ? {} : { search: term }, { replace: true, preventScrollReset: true })
          }
        />
      </div>
      <div className="mt-4">
        {list.isPending && <Skeleton />}
        {list.isError && !sessions && (
          <LoadFailure isRetrying={list.isFetching} onRetry={list.refetch}>
            <p>{mentorDashboard.loadFailed}</p>
          </LoadFailure>
        )}
        {sessions?.length === 0 && <Nothing mentor={mentor} view={view} search={search} />}
        {sessions && sessions.length > 0 && (
          <ul className="divide-y divide-line rounded-card border border-line bg-surface [&>li]:first:rounded-t-card [&>li]:last:rounded-b-card">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} zone={mentor.time_zone} now={now} onOpen={onOpen} />
            ))}
          </ul>
        )}
        {list.isError && sessions && (
          <LoadFailure look="line" className="mt-4" isRetrying={list.isFetching} onRetry={() => list.fetchNextPage()}>
            <p>{mentorDashboard.loadFailed}</p>
          </LoadFailure>
        )}
        {list.hasNextPage && !list.isError && (
          <div className="mt-4 flex justify-center">
            <Button variant="secondary" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {copy.more}
            </Button>
          </div>
        )}
      </div>
      {dialogs}
    </div>
  );
}

function ViewLink({ to, search, isOpen, children }: { to: string; search: string; isOpen: boolean; children: string }) {
  return (
    <Link
      to={{ pathname: to, search: search === '' ? '' : `?${new URLSearchParams({ search })}` }}
      replace
      preventScrollReset
      aria-current={isOpen ? 'page' : undefined}
      className={cn(
        'flex h-11 items-center rounded-control px-4 text-sm font-semibold',
        isOpen ? 'border border-line bg-surface text-ink' : 'text-muted hover:text-ink',
      )}
    >
      {children}
    </Link>
  );
}

function Nothing({ mentor, view, search }: { mentor: MyMentor; view: SessionView; search: string }) {
  if (search !== '') return <StatusMessage title={copy.noneFound(search)} />;
  if (view === 'past') return <StatusMessage title={copy.nonePast} />;
  return (
    <StatusMessage
      title={copy.empty}
      action={
        mentor.listing_state !== 'left' && (
          <ButtonLink variant="secondary" to={paths.mentorSection('hours')}>
            {copy.setHours}
          </ButtonLink>
        )
      }
    />
  );
}

function Skeleton() {
  return (
    <div role="status" className="divide-y divide-line rounded-card border border-line bg-surface">
      <span className="sr-only">{copy.loading}</span>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} aria-hidden="true" className="space-y-2.5 px-4 py-5 sm:px-5">
          <div className="skeleton h-4 w-2/5" />
          <div className="skeleton h-3.5 w-3/5" />
          <div className="skeleton h-3.5 w-1/4" />
        </div>
      ))}
    </div>
  );
}
