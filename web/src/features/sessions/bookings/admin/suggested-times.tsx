import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { adminBookings } from '#copy/sessions/admin-bookings.ts';
import { nearestSlotsQuery } from '#features/money/payments/nearest-slots.data.ts';
import { isolate } from '#lib/isolate.tsx';
import { slotKey } from '#rules/mentors/slots.ts';
import { SUGGESTED_TIMES } from '#rules/sessions/booking.ts';
import { SelectField } from '#ui/forms/field.tsx';
import { TimeChoicesSkeleton } from '#ui/forms/time-choices.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { timeOf, whenOf } from './booking-names.ts';
import { type AdminBooking, bookableMentorsQuery, type Suggestion } from './bookings.data.ts';
import { TimePicks } from './time-picks.tsx';

const { suggestions: copy } = adminBookings;

const keyOf = ({ mentorId, ...time }: Suggestion) => `${mentorId} ${slotKey(time)}`;

/**
 * Up to three free times of the same mentor or of another, which the founder gets as links
 * (docs/product/bookings.md#rejection).
 */
export function SuggestedTimes({
  booking,
  chosen,
  onChoose,
  isDisabled,
}: {
  booking: AdminBooking;
  chosen: readonly Suggestion[];
  onChoose: (chosen: Suggestion[]) => void;
  isDisabled: boolean;
}) {
  const mentors = useQuery(bookableMentorsQuery);
  const [picked, setPicked] = useState<string | null>(null);
  const all = mentors.data ?? [];
  const own = all.find(({ id }) => id === booking.mentor_id);
  const mentor = all.find(({ id }) => id === picked) ?? own ?? null;
  const slots = useQuery({ ...nearestSlotsQuery(mentor?.id ?? '', timeOf(booking)), enabled: mentor !== null });
  const offers = mentor && slots.data?.map((time) => ({ ...time, mentorId: mentor.id, mentorName: mentor.name }));
  const isFull = chosen.length >= SUGGESTED_TIMES;
  const keys = new Set(chosen.map(keyOf));
  const isChosen = (offer: Suggestion) => keys.has(keyOf(offer));
  const leaveOut = (offer: Suggestion) => onChoose(chosen.filter((other) => keyOf(other) !== keyOf(offer)));

  if (mentors.isError && !mentors.data) {
    return (
      <LoadFailure look="line" className="text-sm text-muted" onRetry={mentors.refetch}>
        <p className="min-w-0 flex-1">{copy.mentorsFailed}</p>
      </LoadFailure>
    );
  }
  return (
    <fieldset className="min-w-0" disabled={isDisabled}>
      <legend className="text-sm font-medium">{copy.legend}</legend>
      <p className="mt-0.5 mb-3 text-sm text-muted">{copy.hint(SUGGESTED_TIMES)}</p>
      <SelectField
        label={copy.mentor}
        isLabelHidden
        value={mentor?.id ?? ''}
        onChange={({ target }) => setPicked(target.value)}
      >
        {mentor === null && <option value="">{mentors.data ? copy.chooseMentor : copy.loading}</option>}
        {own && <option value={own.id}>{copy.sameMentor(own.name)}</option>}
        {all
          .filter(({ id }) => id !== own?.id)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
      {mentor && (
        <fieldset className="mt-2 min-w-0" aria-label={copy.times(mentor.name)}>
          {offers?.length ? (
            <TimePicks
              times={offers}
              isChosen={isChosen}
              isDisabled={(offer) => isFull && !isChosen(offer)}
              onPick={(offer) => (isChosen(offer) ? leaveOut(offer) : onChoose([...chosen, offer]))}
            />
          ) : slots.isError ? (
            <LoadFailure look="line" className="text-sm text-muted" onRetry={slots.refetch}>
              <p className="min-w-0 flex-1">{copy.failed}</p>
            </LoadFailure>
          ) : slots.data ? (
            <p className="text-sm text-muted" role="status">
              {isolate(copy.none(mentor.name))}
            </p>
          ) : (
            <TimeChoicesSkeleton label={copy.loading} count={4} />
          )}
        </fieldset>
      )}
      {chosen.length > 0 && (
        <ul aria-label={copy.chosen} className="nums mt-3 grid gap-1 text-sm">
          {chosen.map((one) => {
            const words = copy.time(one.mentorName, whenOf(one));
            return (
              <li key={keyOf(one)} className="flex items-center gap-2 rounded-control bg-sunken py-0.5 pl-3">
                <span className="min-w-0 flex-1 py-1">{words}</span>
                <button
                  type="button"
                  aria-label={copy.remove(words)}
                  className="grid size-9 shrink-0 place-items-center text-muted hover:text-ink pointer-coarse:size-11"
                  onClick={() => leaveOut(one)}
                >
                  <X className="size-4" aria-hidden="true" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </fieldset>
  );
}
