import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { bookingReviews } from '#copy/mentors/reviews.ts';
import { bookingRefunds } from '#copy/money/booking-refunds.ts';
import { bookingCopy } from '#copy/sessions/bookings.ts';
import { bookingChanges } from '#copy/sessions/changes.ts';
import { dashboard } from '#copy/sessions/dashboard.ts';
import { site } from '#copy/shell/site.ts';
import { bookingReviewsQuery } from '#features/mentors/reviews/reviews.data.ts';
import { bookingRefundsQuery } from '#features/money/refunds/refunds.data.ts';
import { briefsQuery } from '#features/sessions/briefs/briefs.data.ts';
import { isApiError } from '#lib/api-error.ts';
import { isolate } from '#lib/isolate.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { useNow } from '#lib/use-now.ts';
import { listedMentorPath } from '#rules/mentors/mentor-path.ts';
import { type BookingGroups, groupBookings } from '#rules/sessions/booking.ts';
import { isUnderWay, nextSession, nextTurn } from '#rules/sessions/meeting.ts';
import { formatDateShort } from '#rules/shell/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { NameLink } from '#ui/name-link.tsx';
import { BookingCard, type DialogAbout, type OpenDialog } from './booking-card.tsx';
import { BookingTime } from './booking-time.tsx';
import { type Booking, bookingsQuery } from './bookings.data.ts';
import { changeRequestsQuery } from './change-requests.data.ts';
import { MeetingActions } from './meeting-actions.tsx';

const BookingDialog = lazyPart(() => import('./booking-dialog.tsx').then((module) => module.BookingDialog));

/** `isCut`: what is over shows its newest sessions first, and the others on demand. */
const GROUPS: { key: keyof BookingGroups<Booking>; title: string; isCut?: true }[] = [
  { key: 'pendingReview', title: bookingCopy.sessions.pendingReview },
  { key: 'upcoming', title: bookingCopy.sessions.upcoming },
  { key: 'completed', title: bookingCopy.sessions.completed, isCut: true },
  { key: 'other', title: bookingCopy.sessions.other, isCut: true },
];

/** How many sessions a group that is cut shows at first. */
const SHOWN = 5;

const BRIEFS_WAIT_MS = 1_000;

function Skeleton() {
  return (
    <div role="status">
      <span className="sr-only">{dashboard.loadingSessions}</span>
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex gap-4 py-4" aria-hidden="true">
          <div className="skeleton h-17.5 w-14" />
          <div className="flex-1 space-y-2.5 py-1">
            <div className="skeleton h-4 w-2/5" />
            <div className="skeleton h-3.5 w-3/5" />
            <div className="skeleton h-3.5 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  );
}

interface GroupsProps {
  groups: BookingGroups<Booking>;
  /** The booking that the ticket shows. */
  ticket: Booking | undefined;
  now: Date;
  userId: string;
  onOpen: OpenDialog;
  onFocusLost: () => void;
}

function Groups({ groups, ticket, now, userId, onOpen, onFocusLost }: GroupsProps) {
  return (
    <div className="space-y-8">
      {GROUPS.filter(({ key }) => groups[key].length > 0).map(({ key, title, isCut }) => (
        <Group key={key} title={title} shown={isCut ? SHOWN : Number.POSITIVE_INFINITY}>
          {groups[key].map((booking) => (
            <BookingCard
              key={booking.id}
              booking={booking}
              now={now}
              isOnTicket={booking === ticket}
              userId={userId}
              onOpen={onOpen}
              onFocusLost={onFocusLost}
            />
          ))}
        </Group>
      ))}
    </div>
  );
}

/** A group of cards: the first `shown` of them, and all after a press. */
function Group({ title, shown, children }: { title: string; shown: number; children: ReactNode[] }) {
  const [isAll, setIsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const total = children.length;

  // The button goes away with its press: the focus goes to the first card that came.
  const showAll = () => {
    setIsAll(true);
    requestAnimationFrame(() =>
      list.current?.children[shown]?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true }),
    );
  };
  return (
    <section aria-label={title}>
      <h3 className="mb-3 flex items-center gap-2 font-sans text-sm font-semibold tracking-normal text-muted">
        {title}
        <span className="nums font-normal" aria-hidden="true">
          {total}
        </span>
      </h3>
      <ul ref={list} className="divide-y divide-line">
        {isAll ? children : children.slice(0, shown)}
      </ul>
      {!isAll && total > shown && (
        <Button variant="secondary" className="mt-5 w-full" onClick={showAll}>
          {dashboard.showAll(total)}
          <span className="sr-only">{` ${title}`}</span>
        </Button>
      )}
    </section>
  );
}

/** The next session as a ticket, then `children`, then "Your Sessions" in its groups. */
export function BookingList({ userId, children }: { userId: string; children?: ReactNode }) {
  const { account } = useSession();
  const { data: read, error, isPending, isFetching, refetch } = useQuery(bookingsQuery(userId));
  const isWaiting = useWaitForBriefs(userId, read !== undefined && read.length > 0);
  const data = isWaiting ? undefined : read;
  const now = useNow(useCallback((time: Date) => nextTurn(data ?? [], time), [data]));
  // A cancelled booking's button is gone: the focus then goes to the heading.
  const { opened, open, heading, dialog } = useOpened<{ about: DialogAbout; booking: Booking }>();

  useEffect(() => {
    if (!error) return;
    const isUnauthorized = isApiError(error, 'wrong_session');
    toast.error(isUnauthorized ? error.message : bookingCopy.sessions.loadFailed, { id: 'bookings-failed' });
  }, [error]);

  const groups = data && groupBookings(data, now);
  const pendingCount = groups?.pendingReview.length ?? 0;
  const next = data && nextSession(data, now);

  return (
    <div className="space-y-6">
      {next && <NextBooking booking={next} now={now} />}
      {children}
      <Card className="p-5 sm:p-6" aria-busy={isFetching}>
        <div className="mb-5 flex flex-wrap items-center justify-between gap-2">
          <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
            {bookingCopy.sessions.title}
          </h2>
          {pendingCount > 0 && <Badge tone="accent">{dashboard.underReviewCount(pendingCount)}</Badge>}
        </div>
        {(isPending || isWaiting) && <Skeleton />}
        {!isPending && !read && (
          <StatusMessage
            title={bookingCopy.sessions.loadFailed}
            level={3}
            isAlert
            action={<Button onClick={() => void refetch()}>{site.tryAgain}</Button>}
          />
        )}
        {data?.length === 0 && (
          <StatusMessage
            title={bookingCopy.sessions.none}
            level={3}
            action={<ButtonLink to={paths.mentors}>{bookingCopy.sessions.browseMentors}</ButtonLink>}
          >
            {dashboard.emptyHint}
            {account?.isMentor && (
              <Link to={paths.mentorDashboard} className="tap-line mt-2 block font-semibold text-accent-text underline">
                {dashboard.asMentor}
              </Link>
            )}
          </StatusMessage>
        )}
        {groups && data.length > 0 && (
          <>
            <PartAlert options={bookingRefundsQuery(userId)} copy={bookingRefunds} />
            <PartAlert options={bookingReviewsQuery(userId)} copy={bookingReviews} />
            <PartAlert options={changeRequestsQuery(userId)} copy={bookingChanges.request} />
            <Groups
              groups={groups}
              ticket={next}
              now={now}
              userId={userId}
              onOpen={(about, booking, button) => open({ about, booking }, button)}
              onFocusLost={() => heading.current?.focus({ preventScroll: true })}
            />
          </>
        )}
      </Card>
      {opened && (
        <BookingDialog
          key={opened.turn}
          about={opened.about}
          // As the list has it now.
          booking={data?.find(({ id }) => id === opened.booking.id) ?? opened.booking}
          userId={userId}
          {...dialog}
        />
      )}
    </div>
  );
}

/**
 * Whether sessions that are read wait for what their founder wants to leave with: it stands on most cards, and coming
 * later it would move the buttons below it. Where it fails, or takes long, the sessions do not wait.
 */
function useWaitForBriefs(userId: string, hasSessions: boolean): boolean {
  const { isPending, fetchStatus, failureCount } = useQuery(briefsQuery(userId));
  const isOnItsWay = isPending && fetchStatus === 'fetching' && failureCount === 0;
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!hasSessions) return;
    const timer = setTimeout(() => setIsOver(true), BRIEFS_WAIT_MS);
    return () => clearTimeout(timer);
  }, [hasSessions]);
  return hasSessions && isOnItsWay && !isOver;
}

interface PartAlertProps<Answer, Data, Key extends QueryKey> {
  options: UseQueryOptions<Answer, Error, Data, Key>;
  copy: { loadFailed: string; loadFailedHint: string };
}

/** Says once, above all sessions, that a part of them (refunds, reviews, requests) could not be read. */
function PartAlert<Answer, Data, Key extends QueryKey>({ options, copy }: PartAlertProps<Answer, Data, Key>) {
  const { data, isError, refetch } = useQuery(options);
  if (!isError || data) return null;
  return (
    <div className="mb-5">
      <LoadFailure look="banner" title={copy.loadFailed} onRetry={refetch}>
        {copy.loadFailedHint}
      </LoadFailure>
    </div>
  );
}

/** The session that comes next or is under way, as a ticket. */
function NextBooking({ booking, now }: { booking: Booking; now: Date }) {
  const [weekday, day, month] = formatDateShort(booking.date).split(' ');
  return (
    <section
      aria-label={dashboard.nextSession}
      className="flex flex-wrap overflow-hidden rounded-card border border-accent-line bg-surface"
    >
      <div
        aria-hidden="true"
        className={
          'nums flex w-16 shrink-0 flex-col items-center justify-center border-r border-dashed ' +
          'border-accent-line bg-accent-soft py-5 text-accent-text sm:w-24'
        }
      >
        <span className="text-sm font-medium">{weekday}</span>
        <span className="font-display text-2xl font-bold">{day}</span>
        <span className="text-sm font-medium">{month}</span>
      </div>
      <div className="min-w-0 flex-1 basis-40 p-4 sm:p-5">
        <p className="text-sm font-medium text-accent-text">
          {isUnderWay(booking, now) ? dashboard.underWay : dashboard.nextSession}
        </p>
        <p className="break-words text-lg font-semibold">
          <NameLink to={listedMentorPath(booking)}>{isolate(dashboard.withMentor(booking.mentor_name))}</NameLink>
        </p>
        <BookingTime booking={booking} />
        <MeetingActions booking={booking} now={now} />
      </div>
    </section>
  );
}
