import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminBookings } from '#copy/admin/bookings.ts';
import { cn } from '#lib/class-names.ts';
import { formatDateShort, formatTimeRange } from '#rules/ist.ts';
import { type SlotTime, slotKey, slotsToCome } from '#rules/slots.ts';
import { Button } from '#ui/button.tsx';
import { freeSlotsQuery } from './bookings.data.ts';

const { reschedule: copy } = adminBookings;

const SHOWN_AT_FIRST = 4;

/** The mentor's open times, each one press away. */
export function FreeTimes({
  mentorId,
  mentorName,
  now,
  chosen,
  onPick,
}: {
  mentorId: string;
  mentorName: string;
  now: Date;
  chosen: SlotTime;
  onPick: (time: SlotTime) => void;
}) {
  const { data, isError } = useQuery(freeSlotsQuery(mentorId));
  const [showsAll, setShowsAll] = useState(false);
  const slots = slotsToCome(data ?? [], now);
  const shown = showsAll ? slots : slots.slice(0, SHOWN_AT_FIRST);
  const remark = isError && !data ? copy.picksFailed : !data ? copy.picksLoading : copy.noPicks;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{copy.picks(mentorName)}</legend>
      {slots.length === 0 ? (
        <p className="text-sm text-muted" role="status">
          {remark}
        </p>
      ) : (
        <div className="grid grid-cols-2 gap-2">
          {shown.map((slot) => {
            const isChosen = slotKey(slot) === slotKey(chosen);
            return (
              <button
                key={slot.id}
                type="button"
                aria-pressed={isChosen}
                onClick={() => onPick({ date: slot.date, startTime: slot.startTime, endTime: slot.endTime })}
                className={cn(
                  'nums min-h-11 rounded-control border px-3 py-1.5 text-left text-sm transition-colors',
                  isChosen
                    ? 'border-accent bg-accent-soft text-accent-text'
                    : 'border-line-strong hover:bg-sunken',
                )}
              >
                <span className="block font-semibold">{formatDateShort(slot.date)}</span>{' '}
                <span className={cn('block text-xs', !isChosen && 'text-muted')}>
                  {formatTimeRange(slot.startTime, slot.endTime)}
                </span>
              </button>
            );
          })}
        </div>
      )}
      {shown.length < slots.length && (
        <Button variant="quiet" size="sm" className="-ml-3 mt-1" onClick={() => setShowsAll(true)}>
          {copy.morePicks(slots.length - shown.length)}
        </Button>
      )}
    </fieldset>
  );
}
