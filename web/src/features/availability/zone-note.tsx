import { Clock } from 'lucide-react';
import { bookingCopy } from '#copy/booking.ts';
import { useVisitorZone } from '#lib/visitor-zone.ts';
import { formatTime, slotStart } from '#rules/ist.ts';
import type { Slot } from '#rules/slots.ts';

const { panel } = bookingCopy;

/** Says that times are Indian, and where the visitor's own clock differs, what a slot is there. One line either way: it changes after the first paint. */
export function ZoneNote({ slot }: { slot: Slot | null }) {
  const zone = useVisitorZone();
  return (
    <p className="mt-3 flex gap-2 text-sm text-muted">
      <Clock className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>
        {zone === null
          ? panel.allTimesIst
          : slot
            ? panel.yourTime(formatTime(slot.startTime), zone.timeOf(slotStart(slot)))
            : panel.yourZone(zone.name)}
      </span>
    </p>
  );
}
