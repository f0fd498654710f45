import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { timeProposals as copy } from '#copy/sessions/requests.ts';
import { cn } from '#lib/class-names.ts';
import { isolate } from '#lib/isolate.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { knownRefusal } from '#lib/refusals.ts';
import { toast } from '#lib/toast.ts';
import { offerEnds } from '#rules/sessions/request.ts';
import { formatDateShort, formatMoment, formatTimeRange } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import { chooseOffer, declineOffers, type Offer, offersQuery, useOfferReload } from './time-proposals.data.ts';

const ConfirmDialog = lazyPart(() => import('#ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog));

interface OfferedBooking {
  id: string;
  mentor_name: string;
  status: string;
  date: string;
  start_time: string;
  answer_by: string;
}

const timeOf = ({ date, start_time, end_time }: Offer) =>
  copy.ist(`${formatDateShort(date)}, ${formatTimeRange(start_time, end_time)}`);

/** What a mentor offers instead of a booking's time, for its founder to choose; nothing where nothing is open. */
export function OfferNote({
  booking,
  userId,
  now,
  // In a booking's card it takes the width of the card on a phone.
  className = 'mt-3 max-sm:min-[22rem]:-ml-18 @max-tight:ml-0!',
  onAnswered,
}: {
  booking: OfferedBooking;
  userId: string;
  now: Date;
  className?: string;
  /** What had the focus is gone. */
  onAnswered: () => void;
}) {
  const { data } = useQuery(offersQuery(userId));
  const isPending = booking.status === 'pending_admin_review';
  const offers = (data ?? []).filter(
    (offer) =>
      offer.booking_id === booking.id && (offer.kind === 'decline') === isPending && now < offerEnds(offer, booking),
  );
  const [first] = offers;
  // Of a session, times that are all gone ask for nothing.
  if (!first || (!isPending && offers.every(({ state }) => state === 'lost'))) return null;
  return (
    <Open
      booking={booking}
      offers={offers}
      until={offerEnds(first, booking)}
      className={className}
      onAnswered={onAnswered}
    />
  );
}

function Open({
  booking,
  offers,
  until,
  className,
  onAnswered,
}: {
  booking: OfferedBooking;
  offers: Offer[];
  until: Date;
  className: string;
  onAnswered: () => void;
}) {
  const isMove = offers[0]?.kind === 'move';
  const reload = useOfferReload();
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const act = useMutation({
    networkMode: 'always',
    /** `offer` is the one to take; null for none of them. */
    mutationFn: (offer: string | null) => (offer === null ? declineOffers(booking.id) : chooseOffer(offer)),
    onMutate: () => setFailure(null),
    onSuccess: (_answer, offer) => {
      toast.success(offer !== null ? copy.chosen : isMove ? copy.kept : copy.refunded);
      setIsAsking(false);
      onAnswered();
      reload();
    },
    onError: (error) => {
      console.warn('The choice did not get through', error);
      const refusal = knownRefusal(error, copy.refusals);
      if (refusal === null) return setFailure(copy.failed);
      // Not in the note, which goes where nothing is left to choose.
      toast.warning(refusal, { id: `offer-${booking.id}`, duration: 10_000 });
      reload();
    },
  });
  const busy = act.isPending ? (act.variables ?? 'none') : null;
  const declineAll = () => act.mutate(null);

  return (
    <section
      aria-label={isMove ? copy.moveTitle(booking.mentor_name) : copy.title(booking.mentor_name)}
      className={cn('@container rounded-control border border-accent-line bg-accent-soft p-3 text-sm', className)}
    >
      <div className="flex gap-2">
        <CalendarClock className="mt-0.5 size-4 shrink-0 text-accent-text" aria-hidden="true" />
        <div className="min-w-0">
          <p className="font-semibold break-words">
            {isolate(isMove ? copy.moveTitle(booking.mentor_name) : copy.title(booking.mentor_name))}
          </p>
          <p className="nums text-muted">
            {isMove && `${copy.moveHint} `}
            {copy.until(copy.ist(formatMoment(until)))}
          </p>
        </div>
      </div>
      <ul className="mt-3 grid gap-2">
        {offers.map((offer) => (
          <li
            key={offer.id}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-control border border-line bg-surface p-3"
          >
            <span className="nums font-medium">{timeOf(offer)}</span>
            {offer.state === 'lost' ? (
              <span className="text-muted">{copy.lost}</span>
            ) : (
              <Button
                size="sm"
                className="max-sm:w-full pointer-coarse:h-11 @max-tight:long-label"
                isBusy={busy === offer.id}
                disabled={busy !== null}
                onClick={() => act.mutate(offer.id)}
              >
                {copy.choose}
                <span className="sr-only">: {timeOf(offer)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {failure && !isAsking && (
        <p role="alert" className="mt-2 text-danger">
          {failure}
        </p>
      )}
      <Button
        variant="secondary"
        size="sm"
        className="mt-3 max-sm:w-full pointer-coarse:h-11 @max-tight:long-label"
        isBusy={busy === 'none' && !isAsking}
        disabled={busy !== null}
        aria-haspopup={isMove ? undefined : 'dialog'}
        onClick={() => (isMove ? declineAll() : setIsAsking(true))}
      >
        {isMove ? copy.keep : copy.none}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={copy.confirmNone.title}
        description={copy.confirmNone.description}
        labels={{ keep: copy.confirmNone.back, confirm: copy.confirmNone.confirm }}
        isBusy={busy === 'none'}
        onConfirm={declineAll}
        failure={failure !== null && { text: failure }}
      />
    </section>
  );
}
