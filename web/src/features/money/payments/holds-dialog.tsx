import { useQuery } from '@tanstack/react-query';
import { bookingPanel } from '#copy/mentors/booking-panel.ts';
import { holds } from '#copy/money/holds.ts';
import { site } from '#copy/shell/site.ts';
import { choiceQuery } from '#rules/mentors/mentor-path.ts';
import type { SlotTime } from '#rules/mentors/slots.ts';
import { formatDateShort, formatTime, formatTimeRange, istTimeOfDay } from '#rules/shell/ist.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { DialogActions } from '#ui/dialog-actions.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { HoldClock } from './hold-clock.tsx';
import { type Hold, holdsQuery } from './holds.data.ts';
import { useReleaseHold } from './use-release-hold.ts';

const { tooMany: copy } = holds;
/** Most slots that one person may hold. */
const MOST = 2;

interface Props extends DialogOpening {
  /** The server's. */
  sentence: string;
  /** Of the page that this is on: a slot of the same mentor is chosen here. */
  mentorId: string;
  userId: string;
  onChoose: (slot: SlotTime) => void;
  onReleased: () => void;
  onProceed: () => void;
}

/** Two slots are held already: pay for one or give one back, then paying for this slot continues. */
export function HoldsDialog({ sentence, mentorId, userId, onChoose, onReleased, onProceed, ...dialog }: Props) {
  const query = useQuery({ ...holdsQuery(userId), enabled: dialog.isOpen });
  const held = query.data;
  return (
    <Dialog
      {...dialog}
      title={copy.title}
      description={`${sentence} ${copy.hint}`}
      actions={
        <DialogActions
          keep={site.cancel}
          keepVariant="quiet"
          onKeep={dialog.onClose}
          disabled={!held || held.length >= MOST}
          onClick={onProceed}
        >
          {copy.proceed}
        </DialogActions>
      }
    >
      {query.isError && !held ? (
        <LoadFailure look="stack" className="text-sm text-muted" onRetry={query.refetch}>
          <p>{copy.failed}</p>
        </LoadFailure>
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

interface HeldSlotProps {
  hold: Hold;
  isHere: boolean;
  userId: string;
  onChoose: (slot: SlotTime) => void;
  onReleased: () => void;
}

function HeldSlot({ hold, isHere, userId, onChoose, onReleased }: HeldSlotProps) {
  const { isReleasing, release } = useReleaseHold(userId);
  const giveBack = async () => {
    if (await release(hold.bookingId)) onReleased();
  };
  const goOn = { 'aria-label': copy.continueWith(hold.mentorName), size: 'sm' as const, children: holds.continue };
  return (
    <li className="rounded-card border border-line px-4 py-3">
      <p className="break-words font-semibold">{hold.mentorName}</p>
      <p className="text-sm text-muted nums">
        {formatDateShort(hold.date)}, {formatTimeRange(hold.startTime, hold.endTime)} {bookingPanel.ist}
      </p>
      <p className="text-sm font-medium text-accent-text nums">
        <HoldClock endsAt={hold.endsAt} say={holds.heldFor} />
        <span className="sr-only">{holds.until(formatTime(istTimeOfDay(hold.until)))}</span>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {isHere ? (
          <Button {...goOn} variant="secondary" onClick={() => onChoose(hold)} />
        ) : (
          <ButtonLink {...goOn} variant="secondary" to={`${hold.profile}?${choiceQuery(hold)}`} />
        )}
        <Button
          variant="quiet"
          size="sm"
          aria-label={copy.giveBackOf(hold.mentorName)}
          isBusy={isReleasing}
          onClick={() => void giveBack()}
        >
          {holds.giveBack}
        </Button>
      </div>
    </li>
  );
}
