import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { bookingCopy } from '#copy/booking.ts';
import { formatTime } from '#rules/ist.ts';
import type { Slot } from '#rules/slots.ts';
import { type VisitorZone, visitorZone } from './visitor-zone.ts';

const { panel } = bookingCopy;

/** Says that times are Indian, and where the visitor's own clock differs, what a slot is there. One line either way: it changes after the first paint. */
export function ZoneNote({ slot }: { slot: Slot | null }) {
  const [zone, setZone] = useState<VisitorZone | null>(null);
  useEffect(() => setZone(visitorZone(new Date())), []);
  return (
    <p className="mt-3 flex gap-2 text-sm text-muted">
      <Clock className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>
        {zone === null
          ? panel.allTimesIst
          : slot
            ? panel.yourTime(formatTime(slot.startTime), zone.timeOf(slot))
            : panel.yourZone(zone.name)}
      </span>
    </p>
  );
}
