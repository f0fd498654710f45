import { useEffect, useState } from 'react';
import { bookingPanel as panel } from '#copy/mentors/booking-panel.ts';

const INDIA_OFFSET_MINUTES = -330;

export interface VisitorZone {
  /** As people read it: "Europe/Berlin". */
  name: string;
  /** An instant on the visitor's own clock: "Tue, 5:30 AM". */
  timeOf: (instant: Date) => string;
}

/** This browser's zone where it differs from India's, else null. Null on the server, so it may change later. */
export function useVisitorZone(): VisitorZone | null {
  const [zone, setZone] = useState<VisitorZone | null>(null);
  useEffect(() => setZone(visitorZone(new Date())), []);
  return zone;
}

/** Says that times are Indian, and to a visitor with another clock which zone theirs is. */
export function useZoneSentence(): string {
  const zone = useVisitorZone();
  return zone === null ? panel.allTimesIst : panel.yourZone(zone.name);
}

function visitorZone(now: Date): VisitorZone | null {
  if (now.getTimezoneOffset() === INDIA_OFFSET_MINUTES) return null;
  const name = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const format = new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric', minute: '2-digit' });
  return { name: name.replaceAll('_', ' '), timeOf: (instant) => format.format(instant) };
}
