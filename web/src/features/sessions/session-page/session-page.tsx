import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { Link } from 'react-router';
import { mentorDashboard } from '#copy/mentors/dashboard.ts';
import { adminShell } from '#copy/office/shell.ts';
import { sessionBrief } from '#copy/sessions/briefs.ts';
import { checkIn } from '#copy/sessions/check-ins.ts';
import { dashboard } from '#copy/sessions/dashboard.ts';
import { mentorSessions } from '#copy/sessions/mentor-sessions.ts';
import { sessionPage as copy } from '#copy/sessions/session-page.ts';
import { site } from '#copy/shell/site.ts';
import { myMentorQuery } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { BriefText } from '#features/sessions/briefs/brief-text.tsx';
import { EditBriefDialog } from '#features/sessions/briefs/edit-brief-dialog.tsx';
import { OwnCheckIns, ReadCheckIns } from '#features/sessions/check-ins/session-check-ins.tsx';
import { OfferNote } from '#features/sessions/time-proposals/offer-note.tsx';
import { isolate } from '#lib/isolate.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { officePaths } from '#lib/office-paths.ts';
import { paths } from '#lib/paths.ts';
import { useNow } from '#lib/use-now.ts';
import { mentorTime } from '#rules/mentors/mentor-time.ts';
import { type BookingStatus, statusLabel } from '#rules/sessions/booking.ts';
import { nextTurn } from '#rules/sessions/meeting.ts';
import { formatDateFull, formatDateShort, formatTimeRange } from '#rules/shell/ist.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { ActionItems } from './action-items.tsx';
import { Block } from './block.tsx';
import { ContactSharing } from './contact-sharing.tsx';
import { Notes } from './notes.tsx';
import { SessionFacts } from './session-facts.tsx';
import { type SessionNames, sessionNames, sessionTitle } from './session-names.ts';
import { readSessionAgain, type SessionPageData, sessionPageQuery } from './session-page.data.ts';
import { SummaryBlock } from './summary.tsx';

const CancelDialog = lazyPart(() =>
  import('#features/sessions/bookings/cancel-dialog.tsx').then((module) => module.CancelDialog),
);

const StoryBlock = lazyPart(() => import('./story.tsx').then((module) => module.StoryBlock));

const TONES: Record<BookingStatus, Tone> = {
  pending_admin_review: 'accent',
  confirmed: 'success',
  completed: 'neutral',
  rejected: 'danger',
  cancelled: 'neutral',
  rescheduled: 'info',
};

interface SessionPageProps {
  bookingId: string;
  userId: string;
  /** What else the session's mentor can do about it, below the facts. */
  mentorActions?: ((page: SessionPageData) => ReactNode) | undefined;
}

/** A session for its founder, its mentor, and administrators (docs/product/sessions.md#session-page). */
export function SessionPage({ bookingId, userId, mentorActions }: SessionPageProps) {
  const { data, isError, isFetching, refetch } = useQuery(sessionPageQuery(bookingId, userId));
  // A mentor reads times in the own zone, from the first moment on.
  const mentor = useQuery({ ...myMentorQuery(userId), enabled: data?.role === 'mentor' });
  if (data === null) {
    return (
      <StatusMessage
        level={1}
        title={copy.missing}
        action={<ButtonLink to={paths.dashboard}>{copy.toDashboard}</ButtonLink>}
      />
    );
  }
  if (!data && isError) {
    return (
      <StatusMessage
        level={1}
        isAlert
        title={copy.loadFailed}
        action={
          <>
            <Button isBusy={isFetching} onClick={() => void refetch()}>
              {site.tryAgain}
            </Button>
            <ButtonLink variant="secondary" to={paths.dashboard}>
              {copy.toDashboard}
            </ButtonLink>
          </>
        }
      />
    );
  }
  return (
    <div className="page-width py-8 md:py-12">
      {data && !(data.role === 'mentor' && mentor.isPending) ? (
        <Full
          key={bookingId}
          page={data}
          userId={userId}
          zone={data.role === 'mentor' ? mentor.data?.time_zone : undefined}
          mentorActions={mentorActions}
        />
      ) : (
        <Skeleton />
      )}
    </div>
  );
}

function Skeleton() {
  return (
    <div role="status">
      <span className="sr-only">{copy.loading}</span>
      <div aria-hidden="true">
        <div className="skeleton h-9 w-3/5 max-w-md" />
        <div className="skeleton mt-3 h-5 w-2/5 max-w-xs" />
        <div className="mt-8 grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
          <div className="grid gap-6 max-lg:order-2">
            <div className="skeleton h-40 rounded-card!" />
            <div className="skeleton h-56 rounded-card!" />
            <div className="skeleton h-56 rounded-card!" />
          </div>
          <div className="skeleton h-64 rounded-card!" />
        </div>
      </div>
    </div>
  );
}

/** To where the reader came from: the own list of sessions, or the booking in the back office. */
function BackLink({ page: { booking, role } }: { page: SessionPageData }) {
  const [to, label] =
    role === 'mentor'
      ? [paths.mentorSection('sessions'), mentorDashboard.names.sessions]
      : role === 'administrator'
        ? [officePaths.booking(booking.id), adminShell.tabs.bookings]
        : [paths.dashboard, dashboard.title];
  return (
    <ButtonLink variant="quiet" size="sm" className="mb-2 -ml-3 text-muted hover:text-ink" to={to}>
      <ArrowLeft className="size-4" aria-hidden="true" />
      {label}
    </ButtonLink>
  );
}

function Full({
  page,
  userId,
  zone,
  mentorActions,
}: Omit<SessionPageProps, 'bookingId'> & {
  page: SessionPageData;
  /** Of the mentor who reads; the others read India's times. */
  zone: string | undefined;
}) {
  const client = useQueryClient();
  const { booking, role } = page;
  const { opened, open, heading, dialog } = useOpened<object>();
  const names = sessionNames(page);
  const now = useNow(useCallback((time: Date) => nextTurn([booking], time), [booking]));
  const reload = () => readSessionAgain(client, booking.id, userId);
  const { date, start_time: startTime, end_time: endTime } = booking;
  const isFounder = role === 'founder';
  // What cannot be filled yet is one line for the founder.
  const isLater = isFounder && !page.has_begun && !page.summary && page.items.length === 0;
  const time = zone
    ? mentorTime({ date, startTime, endTime }, zone).own
    : `${formatDateFull(date)}, ${copy.facts.inIst(formatTimeRange(startTime, endTime))}`;
  const state =
    role === 'mentor' && booking.status === 'pending_admin_review'
      ? mentorSessions.states.pending_admin_review
      : statusLabel(booking.status);
  return (
    <>
      <div className="mb-8">
        <BackLink page={page} />
        <h1 ref={heading} tabIndex={-1} className="min-w-0 text-2xl break-words outline-none">
          {sessionTitle(page)}
        </h1>
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={TONES[booking.status as BookingStatus] ?? 'neutral'}>{state}</Badge>
          <p className="nums text-pretty text-muted">{time}</p>
        </div>
        {isFounder && (
          <OfferNote
            booking={{ ...booking, mentor_name: names.mentor }}
            userId={userId}
            now={now}
            className="mt-6 max-w-2xl"
            onAnswered={() => {
              heading.current?.focus();
              void reload();
            }}
          />
        )}
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_20rem] lg:grid-rows-[auto_1fr]">
        <div className="grid min-w-0 gap-6 lg:col-start-2 lg:row-start-1">
          <SessionFacts
            page={page}
            names={names}
            now={now}
            zone={zone}
            userId={userId}
            actions={role === 'mentor' ? mentorActions?.(page) : undefined}
            onCancel={(button) => open({}, button)}
          />
        </div>
        <div className="grid min-w-0 gap-6 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {(page.brief || page.can_edit_brief || !isFounder) && (
            <BriefBlock page={page} names={names} userId={userId} reload={reload} />
          )}
          {page.has_outcome && !isLater && (
            <>
              <SummaryBlock
                page={page}
                names={names}
                userId={userId}
                reload={async () => (await reload())?.summary ?? null}
              />
              <ActionItems page={page} names={names} reload={reload} />
            </>
          )}
          {page.check_ins.length > 0 && (
            <Block title={isFounder ? checkIn.title : checkIn.mentorTitle(names.founder)}>
              {isFounder ? (
                <OwnCheckIns
                  bookingId={booking.id}
                  mentor={names.mentor}
                  checkIns={page.check_ins}
                  story={`${paths.session(booking.id)}#story`}
                  reload={reload}
                />
              ) : (
                <ReadCheckIns checkIns={page.check_ins} />
              )}
            </Block>
          )}
          {page.story && (
            <StoryBlock
              bookingId={booking.id}
              userId={userId}
              mentor={names.mentor}
              story={page.story}
              reload={reload}
            />
          )}
          {page.note && <Notes bookingId={booking.id} userId={userId} note={page.note} />}
          {page.has_outcome && isLater && <p className="text-sm text-muted">{copy.later}</p>}
        </div>
        <div className="grid min-w-0 gap-6 lg:col-start-2 lg:row-start-2">
          {page.sharing && booking.status !== 'rejected' && booking.status !== 'cancelled' && (
            <ContactSharing bookingId={booking.id} mentor={names.mentor} sharing={page.sharing} reload={reload} />
          )}
          {(page.earlier.length > 0 || !isFounder) && <EarlierSessions page={page} names={names} />}
        </div>
      </div>
      {opened && (
        <CancelDialog
          key={opened.turn}
          booking={{ ...booking, mentor_name: names.mentor }}
          userId={userId}
          {...dialog}
        />
      )}
    </>
  );
}

function BriefBlock({
  page,
  names,
  userId,
  reload,
}: {
  page: SessionPageData;
  names: SessionNames;
  userId: string;
  reload: () => Promise<unknown>;
}) {
  const { brief, booking } = page;
  const [opening, setOpening] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const title = page.role === 'founder' ? sessionBrief.ownTitle : sessionBrief.title(names.founder);
  return (
    <Block title={title}>
      {brief ? (
        <BriefText brief={brief} />
      ) : (
        <p className="text-muted">
          {page.role === 'founder' ? copy.brief.none : isolate(sessionBrief.admin.none(names.founder))}
        </p>
      )}
      {page.can_edit_brief && (
        <>
          <Button
            variant="secondary"
            size="sm"
            className="mt-4 @max-tight:long-label"
            aria-haspopup="dialog"
            onClick={() => {
              setOpening(opening + 1);
              setIsOpen(true);
            }}
          >
            {brief ? sessionBrief.edit : sessionBrief.write}
          </Button>
          {opening > 0 && (
            <EditBriefDialog
              key={opening}
              booking={booking}
              stored={
                page.brief_revision === 0
                  ? null
                  : {
                      brief: brief ?? { question: null, stage: null, link: null, language: null },
                      revision: page.brief_revision,
                    }
              }
              userId={userId}
              isOpen={isOpen}
              onClose={() => setIsOpen(false)}
              onSaved={() => void reload()}
            />
          )}
        </>
      )}
    </Block>
  );
}

function EarlierSessions({ page, names }: { page: SessionPageData; names: SessionNames }) {
  const other = page.role === 'founder' ? names.mentor : names.founder;
  return (
    <Block title={page.role === 'administrator' ? copy.earlier.adminTitle : copy.earlier.title(other)}>
      {page.earlier.length === 0 ? (
        <p className="text-muted">{copy.earlier.none}</p>
      ) : (
        <ul className="divide-y divide-line">
          {page.earlier.map((one) => (
            <li key={one.id} className="py-2.5 first:pt-0 last:pb-0">
              <Link
                to={paths.session(one.id)}
                className="tap-line font-medium underline decoration-line-strong underline-offset-4 hover:decoration-ink"
              >
                {formatDateShort(one.date)}
              </Link>
              <p className="text-sm text-muted">
                {one.open_items > 0 ? copy.earlier.open(one.open_items) : copy.earlier.allDone}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
}
