import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { bookingCopy } from '#copy/booking.ts';
import { dashboard } from '#copy/dashboard.ts';
import { site } from '#copy/site.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { useNow } from '#lib/use-now.ts';
import { type BookingGroups, groupBookings } from '#rules/booking.ts';
import { nextSession, nextTurn } from '#rules/meeting.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { type Ask, BookingCard } from './booking-card.tsx';
import { type Booking, bookingsQuery, UnauthorizedBookingsError } from './bookings.data.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { NextBooking } from './next-booking.tsx';

const GROUPS: { key: keyof BookingGroups<Booking>; title: string }[] = [
  { key: 'pendingReview', title: bookingCopy.sessions.pendingReview },
  { key: 'upcoming', title: bookingCopy.sessions.upcoming },
  { key: 'completed', title: bookingCopy.sessions.completed },
  { key: 'other', title: bookingCopy.sessions.other },
];

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

/** What other features say within a booking's card. */
interface CardParts {
  outcomeOf: (booking: Booking) => ReactNode;
  reviewOf: (booking: Booking) => ReactNode;
}

function Groups({
  groups,
  ticket,
  now,
  outcomeOf,
  reviewOf,
  onAsk,
}: CardParts & {
  groups: BookingGroups<Booking>;
  /** The booking that the ticket shows. */
  ticket: Booking | undefined;
  now: Date;
  onAsk: Ask;
}) {
  return (
    <div className="space-y-8">
      {GROUPS.filter(({ key }) => groups[key].length > 0).map(({ key, title }) => (
        <section key={key} aria-label={title}>
          <h3 className="mb-3 flex items-center gap-2 font-sans text-sm font-semibold tracking-normal text-muted">
            {title}
            <span className="nums font-normal" aria-hidden="true">
              {groups[key].length}
            </span>
          </h3>
          <ul className="divide-y divide-line">
            {groups[key].map((booking) => (
              <BookingCard
                key={booking.id}
                booking={booking}
                now={now}
                isOnTicket={booking === ticket}
                outcome={outcomeOf(booking)}
                review={reviewOf(booking)}
                onAsk={onAsk}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** "Your Sessions": the next one as a ticket, then the groups of the specification's section 4. */
export function BookingList({
  userId,
  alerts,
  onChanged,
  ...parts
}: CardParts & {
  userId: string;
  /** What could not be shown in the cards. */
  alerts: ReactNode;
  /** A booking was changed here. */
  onChanged: () => void;
}) {
  const { data, error, isPending, isFetching, refetch } = useQuery(bookingsQuery(userId));
  const now = useNow(useCallback((time: Date) => nextTurn(data ?? [], time), [data]));
  const heading = useRef<HTMLHeadingElement>(null);
  /** The booking that is asked about; it stays while its dialog closes. */
  const [asked, setAsked] = useState<{
    about: Parameters<Ask>[0];
    booking: Booking;
    button: HTMLElement;
    count: number;
  } | null>(null);
  const [isAsking, setIsAsking] = useState(false);

  useEffect(() => {
    if (!error) return;
    const isUnauthorized = error instanceof UnauthorizedBookingsError;
    toast.error(isUnauthorized ? error.message : bookingCopy.sessions.loadFailed, { id: 'bookings-failed' });
  }, [error]);

  const ask: Ask = (about, booking, button) => {
    setAsked((before) => ({ about, booking, button, count: (before?.count ?? 0) + 1 }));
    setIsAsking(true);
  };
  const opening = asked && {
    booking: asked.booking,
    isOpen: isAsking,
    onClose: () => setIsAsking(false),
    // A cancelled booking's button is gone.
    returnFocus: () => (asked.button.isConnected ? asked.button : heading.current),
  };

  const groups = data && groupBookings(data, now);
  const pendingCount = groups?.pendingReview.length ?? 0;
  const next = data && nextSession(data, now);

  return (
    <div className="space-y-6">
      {next && <NextBooking booking={next} now={now} />}
      <Card className="p-5 sm:p-6" aria-busy={isFetching}>
        <div className="mb-5 flex flex-wrap items-center justify-between gap-2">
          <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
            {bookingCopy.sessions.title}
          </h2>
          {pendingCount > 0 && <Badge tone="accent">{dashboard.underReviewCount(pendingCount)}</Badge>}
        </div>
        {isPending && <Skeleton />}
        {!isPending && !data && (
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
          </StatusMessage>
        )}
        {groups && data.length > 0 && (
          <>
            {alerts}
            <Groups groups={groups} ticket={next} now={now} onAsk={ask} {...parts} />
          </>
        )}
      </Card>
      {opening && asked.about === 'cancel' && (
        <CancelDialog key={asked.count} userId={userId} onChanged={onChanged} {...opening} />
      )}
      {opening && asked.about !== 'cancel' && (
        <ChangeDialog key={asked.count} about={asked.about} {...opening} />
      )}
    </div>
  );
}
