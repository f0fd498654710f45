import { slotStart } from '#rules/ist.ts';
import type { SlotTime } from '#rules/slots.ts';

const INDIA_OFFSET_MINUTES = -330;

export interface VisitorZone {
  /** As people read it: "Europe/Berlin". */
  name: string;
  /** When a slot starts on the visitor's own clock: "Tue, 5:30 AM". */
  timeOf: (slot: SlotTime) => string;
}

/** The zone of this browser where its clock differs from India's at `now`, else null. */
export function visitorZone(now: Date): VisitorZone | null {
  if (now.getTimezoneOffset() === INDIA_OFFSET_MINUTES) return null;
  const name = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const format = new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric', minute: '2-digit' });
  return { name: name.replaceAll('_', ' '), timeOf: (slot) => format.format(slotStart(slot)) };
}
