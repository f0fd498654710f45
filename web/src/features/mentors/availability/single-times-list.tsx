import { X } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { singleTimes as copy } from '#copy/mentors/single-times.ts';
import { groupBy } from '#lib/group-by.ts';
import { zoned } from '#rules/mentors/mentor-time.ts';
import { isFree, type Slot, type SlotTime, slotKey } from '#rules/mentors/slots.ts';
import { formatDateFull, slotStart } from '#rules/shell/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { localRange } from './slot-series.ts';

/** Days to begin with: a series of a year would bury the save button. */
const DAYS_SHOWN = 8;

/** The slots by day of a zone. What is sold or held has no way to be removed. */
export function SingleTimesList({
  slots,
  saved,
  zone,
  none,
  onRemove,
}: {
  slots: readonly SlotTime[];
  saved: readonly Slot[];
  zone: string;
  /** What is said of an empty list. */
  none: string;
  onRemove: (slot: SlotTime) => void;
}) {
  const [isWhole, setIsWhole] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const known = useMemo(() => new Map(saved.map((slot) => [slotKey(slot), slot])), [saved]);
  const days = useMemo(() => [...groupBy(slots, (slot) => zoned(slotStart(slot), zone).date)], [slots, zone]);
  const shown = isWhole ? days : days.slice(0, DAYS_SHOWN);
  const hasTaken = slots.some((slot) => {
    const was = known.get(slotKey(slot));
    return was && !isFree(was);
  });

  return (
    <div className="mt-6 border-t border-line pt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 ref={heading} tabIndex={-1} className="font-semibold">
          {copy.list}
        </h3>
        <p aria-live="polite" className="nums text-sm text-muted">
          {copy.count(slots.length)}
        </p>
      </div>
      {slots.length === 0 && <p className="mt-2 text-muted">{none}</p>}
      {hasTaken && <p className="mt-1 text-sm text-muted">{copy.kept}</p>}
      <dl className="mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-[auto_1fr] sm:gap-y-3">
        {shown.map(([date, times]) => (
          <div key={date} className="grid gap-2 sm:contents">
            <dt className="text-sm font-medium sm:pt-2">{formatDateFull(date)}</dt>
            <dd className="flex flex-wrap gap-2">
              {times.map((slot) => (
                <SlotChip
                  key={slotKey(slot)}
                  when={{ day: formatDateFull(date), range: localRange(slot, zone) }}
                  was={known.get(slotKey(slot))}
                  onRemove={() => {
                    onRemove(slot);
                    heading.current?.focus({ preventScroll: true });
                  }}
                />
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {days.length > shown.length && (
        <Button variant="quiet" size="sm" className="mt-3 -ml-3" onClick={() => setIsWhole(true)}>
          {copy.showAll(days.length)}
        </Button>
      )}
    </div>
  );
}

function SlotChip({
  when,
  was,
  onRemove,
}: {
  when: { day: string; range: string };
  was: Slot | undefined;
  onRemove: () => void;
}) {
  const isRemovable = !was || isFree(was);
  return (
    <span
      className={
        'nums inline-flex min-h-9 items-center gap-2 rounded-control border border-line bg-sunken pl-3 text-sm ' +
        'pointer-coarse:min-h-11'
      }
    >
      {when.range}
      {was?.isBooked && <Badge tone="success">{copy.booked}</Badge>}
      {was?.isHeld && !was.isBooked && <Badge tone="info">{copy.held}</Badge>}
      {!was && <Badge tone="accent">{copy.isNew}</Badge>}
      {isRemovable ? (
        <button
          type="button"
          aria-label={copy.remove(`${when.day}, ${when.range}`)}
          className="grid size-9 place-items-center pointer-coarse:size-11 rounded-control text-muted hover:text-ink"
          onClick={onRemove}
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : (
        <span className="w-1" />
      )}
    </span>
  );
}
