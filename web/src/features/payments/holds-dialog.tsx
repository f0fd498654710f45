import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bookingCopy } from '#copy/booking.ts';
import { holds as words } from '#copy/money/holds.ts';
import { site } from '#copy/site.ts';
import { toast } from '#lib/toast.ts';
import { formatDateShort, formatTime, formatTimeRange, istTimeOfDay } from '#rules/ist.ts';
import { mentorPath } from '#rules/mentor-path.ts';
import { choiceQuery, type SlotTime } from '#rules/slots.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { HoldClock } from './hold-clock.tsx';
import { type Hold, holdsQuery, releaseHold } from './holds.data.ts';
import { wasCheckoutOpened } from './opened-checkouts.ts';

const { tooMany: copy } = words;
/** Nobody holds more slots at once. */
const MOST = 2;

/** Two slots are held already: which ones, and for each the way to pay for it or to give it back. Then paying for this one goes on. */
export function HoldsDialog({
  isOpen,
  sentence,
  mentorId,
  userId,
  onChoose,
  onReleased,
  onProceed,
  onClose,
}: {
  isOpen: boolean;
  /** The server's. */
  sentence: string;
  /** Of the page that this is on: a slot of the same mentor is chosen here. */
  mentorId: string;
  userId: string;
  onChoose: (slot: SlotTime) => void;
  onReleased: () => void;
  onProceed: () => void;
  onClose: () => void;
}) {
  const query = useQuery({ ...holdsQuery(userId), enabled: isOpen });
  const held = query.data;
  return (
    <Dialog
      closeLabel={site.close}
      isOpen={isOpen}
      onClose={onClose}
      title={copy.title}
      description={`${sentence} ${copy.hint}`}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {site.cancel}
          </Button>
          <Button disabled={!held || held.length >= MOST} onClick={onProceed}>
            {copy.proceed}
          </Button>
        </>
      }
    >
      {query.isError && !held ? (
        <div role="alert" className="space-y-3 text-sm text-muted">
          <p>{copy.failed}</p>
          <Button
            variant="secondary"
            size="sm"
            isBusy={query.isFetching}
            onClick={() => void query.refetch()}
          >
            {site.tryAgain}
          </Button>
        </div>
      ) : !held ? (
        <div role="status">
          <span className="sr-only">{copy.looking}</span>
          <div aria-hidden="true" className="space-y-3">
            <div className="skeleton h-29 rounded-card!" />
            <div className="skeleton h-29 rounded-card!" />
          </div>
        </div>
      ) : held.length === 0 ? (
        <p role="status" className="text-sm text-muted">
          {copy.none}
        </p>
      ) : (
        <ul aria-label={copy.list} className="space-y-3">
          {held.map((hold) => (
            <HeldSlot
              key={hold.bookingId}
              hold={hold}
              isHere={hold.mentorId === mentorId}
              userId={userId}
              onChoose={onChoose}
              onReleased={onReleased}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function HeldSlot({
  hold,
  isHere,
  userId,
  onChoose,
  onReleased,
}: {
  hold: Hold;
  isHere: boolean;
  userId: string;
  onChoose: (slot: SlotTime) => void;
  onReleased: () => void;
}) {
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  async function giveBack() {
    setIsBusy(true);
    try {
      await releaseHold(hold.bookingId);
      toast.success(wasCheckoutOpened(hold.bookingId) ? words.givenBackAfterCheckout : words.givenBack);
      await queryClient.invalidateQueries({ queryKey: holdsQuery(userId).queryKey });
      onReleased();
    } catch (error) {
      console.warn('A held slot could not be given back', error);
      toast.error(words.giveBackFailed);
    }
    setIsBusy(false);
  }
  const goOn = {
    'aria-label': copy.continueWith(hold.mentorName),
    size: 'sm' as const,
    children: words.continue,
  };
  return (
    <li className="rounded-card border border-line px-4 py-3">
      <p className="break-words font-semibold">{hold.mentorName}</p>
      <p className="text-sm text-muted nums">
        {formatDateShort(hold.date)}, {formatTimeRange(hold.startTime, hold.endTime)} {bookingCopy.panel.ist}
      </p>
      <p className="text-sm font-medium text-accent-text nums">
        <HoldClock endsAt={hold.endsAt} say={words.heldFor} />
        <span className="sr-only">{words.until(formatTime(istTimeOfDay(hold.until)))}</span>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {isHere ? (
          <Button {...goOn} variant="secondary" onClick={() => onChoose(hold)} />
        ) : (
          <ButtonLink
            {...goOn}
            variant="secondary"
            to={`${mentorPath({ id: hold.mentorId, name: hold.mentorName })}?${choiceQuery(hold)}`}
          />
        )}
        <Button
          variant="quiet"
          size="sm"
          aria-label={copy.giveBackOf(hold.mentorName)}
          isBusy={isBusy}
          onClick={() => void giveBack()}
        >
          {words.giveBack}
        </Button>
      </div>
    </li>
  );
}
