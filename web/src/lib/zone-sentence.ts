import { bookingCopy } from '#copy/booking.ts';
import { useVisitorZone } from './visitor-zone.ts';

const { panel } = bookingCopy;

/** Says of times that stand by themselves that they are Indian, and to a visitor with another clock which one that is. */
export function useZoneSentence(): string {
  const zone = useVisitorZone();
  return zone === null ? panel.allTimesIst : panel.yourZone(zone.name);
}
