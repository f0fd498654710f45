import { useQuery } from '@tanstack/react-query';
import { holds } from '#copy/money/holds.ts';
import { isolate } from '#lib/isolate.tsx';
import { useZoneSentence } from '#lib/visitor-zone.ts';
import type { BookableMentor } from '#rules/mentors/bookable-mentor.ts';
import { type SlotTime, slotKey } from '#rules/mentors/slots.ts';
import { formatDateShort, formatTimeRange } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { TimeChoices, TimeChoicesSkeleton } from '#ui/forms/time-choices.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { nearestSlotsQuery } from './nearest-slots.data.ts';

const { lost: copy } = holds;

interface SlotLostDialogProps extends DialogOpening {
  /** The server's. */
  sentence: string;
  mentor: BookableMentor;
  slot: SlotTime;
  onChoose: (slot: SlotTime) => void;
}

/** The slot cannot be had any more: why, that nothing was paid, and the mentor's nearest free times. */
export function SlotLostDialog({ sentence, mentor, slot, onChoose, ...dialog }: SlotLostDialogProps) {
  return (
    <Dialog
      {...dialog}
      title={copy.title}
      description={`${sentence} ${copy.money}`}
      actions={
        <Button variant="secondary" onClick={dialog.onClose}>
          {copy.all}
        </Button>
      }
    >
      <NearestTimes mentor={mentor} slot={slot} onChoose={onChoose} />
    </Dialog>
  );
}

type NearestTimesProps = { mentor: BookableMentor; slot: SlotTime; onChoose: (slot: SlotTime) => void };

function NearestTimes({ mentor, slot, onChoose }: NearestTimesProps) {
  const zone = useZoneSentence();
  const { data, isError, refetch } = useQuery(nearestSlotsQuery(mentor.id, slot));
  if (isError && !data) {
    return (
      <LoadFailure look="stack" className="text-sm text-muted" onRetry={refetch}>
        <p>{copy.failed}</p>
      </LoadFailure>
    );
  }
  if (!data) return <TimeChoicesSkeleton label={copy.looking} />;
  if (data.length === 0) return <p className="text-sm text-muted">{isolate(copy.none(mentor.name))}</p>;
  const choices = data.map((one) => ({
    key: slotKey(one),
    day: formatDateShort(one.date),
    time: formatTimeRange(one.startTime, one.endTime),
    slot: one,
  }));
  return (
    <>
      <h3 className="mb-2 font-sans text-base font-semibold tracking-normal">{isolate(copy.nearest(mentor.name))}</h3>
      <TimeChoices label={copy.nearest(mentor.name)} choices={choices} onPick={(choice) => onChoose(choice.slot)} />
      <p className="mt-3 text-sm text-muted">{zone}</p>
    </>
  );
}
