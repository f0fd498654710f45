import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { bookingCopy } from '#copy/booking.ts';
import { formatTime, slotStart } from '#rules/ist.ts';
import type { Slot, SlotTime } from '#rules/slots.ts';

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

const INDIA_OFFSET_MINUTES = -330;

interface VisitorZone {
  /** As people read it: "Europe/Berlin". */
  name: string;
  /** When a slot starts on the visitor's own clock: "Tue, 5:30 AM". */
  timeOf: (slot: SlotTime) => string;
}

/** The zone of this browser where its clock differs from India's at `now`, else null. */
function visitorZone(now: Date): VisitorZone | null {
  if (now.getTimezoneOffset() === INDIA_OFFSET_MINUTES) return null;
  const name = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const format = new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric', minute: '2-digit' });
  return { name: name.replaceAll('_', ' '), timeOf: (slot) => format.format(slotStart(slot)) };
}
