import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bookingChanges } from '#copy/sessions/changes.ts';
import { dashboard } from '#copy/sessions/dashboard.ts';
import { mentorSlotsQuery } from '#features/mentors/availability/mentor-slots.data.ts';
import { isolate } from '#lib/isolate.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { serverNow } from '#lib/server-time.ts';
import { nextFreeDate, type SlotTime, slotAt } from '#rules/mentors/slots.ts';
import { bookingStart } from '#rules/sessions/booking.ts';
import { formatMoment, type IstDate, istToday } from '#rules/shell/ist.ts';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import type { Booking } from './bookings.data.ts';
import { slotsToMoveTo } from './session-offers.ts';

const { move: copy } = bookingChanges;

const SlotChoice = lazyPart(
  () => import('#features/mentors/availability/month-choice.tsx').then((module) => module.SlotChoice),
  { fallback: <Looking /> },
);

const NO_HOLDS = new Map();

interface MoveStepProps {
  booking: Booking;
  mentorId: string;
  choice: SlotTime | null;
  onChoose: (time: SlotTime | null) => void;
}

/** The mentor's free times that are as long as the session, to move it to one of them. */
export function MoveStep({ booking, mentorId, choice, onChoose }: MoveStepProps) {
  // As they are now: a list of some minutes ago offers what is gone.
  const query = useQuery({ ...mentorSlotsQuery(mentorId), staleTime: 0, refetchOnMount: 'always' });
  const [pickedDate, setPickedDate] = useState<IstDate | null>(null);
  const slots = slotsToMoveTo(query.data ?? [], { startTime: booking.start_time, endTime: booking.end_time });
  if (query.isError && !query.data) {
    return (
      <LoadFailure look="stack" isRetrying={query.isFetching} onRetry={query.refetch}>
        <p>{copy.loadFailed}</p>
      </LoadFailure>
    );
  }
  if (!query.data || !query.isFetchedAfterMount) return <Looking />;
  if (slots.length === 0) {
    return (
      <div className="py-4 text-center">
        <p className="text-balance font-semibold">{isolate(copy.none(booking.mentor_name))}</p>
        <p className="mt-1 text-balance text-sm text-muted">{copy.noneHint}</p>
      </div>
    );
  }
  const slot = (choice && slotAt(slots, choice)) ?? null;
  return (
    <>
      <p className="nums mb-3 text-sm text-muted">
        {copy.pickHint(dashboard.inIst(formatMoment(bookingStart(booking))))}
      </p>
      <SlotChoice
        selection={{
          today: istToday(serverNow()),
          slots,
          slot,
          date: slots.some(({ date }) => date === pickedDate) ? pickedDate : (slot?.date ?? nextFreeDate(slots)),
          holds: NO_HOLDS,
          ownTime: null,
          ownLabel: () => null,
          choiceState: slot ? 'free' : 'none',
          pickDate: (day) => {
            setPickedDate(day);
            if (choice && choice.date !== day) onChoose(null);
          },
          pickSlot: onChoose,
        }}
      />
    </>
  );
}

/** As tall as the calendar with some times below. */
function Looking() {
  return (
    <div role="status">
      <span className="sr-only">{copy.looking}</span>
      <div className="skeleton h-74 rounded-card! pointer-coarse:h-88" aria-hidden="true" />
    </div>
  );
}
