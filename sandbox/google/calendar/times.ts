import { TZDate, tzOffset } from '@date-fns/tz';
import { z } from 'zod';
import { invalid, required } from './errors.ts';

export const momentShape = z.object({
  dateTime: z.string().nullish(),
  date: z.string().nullish(),
  timeZone: z.string().nullish(),
});

export interface Moment {
  at: Date;
  /** The zone that the client named. */
  zone: string | null;
}

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/i;

/** The instant that a client wrote: with an offset, or as the clocks of the zone that it names show it. */
export function readMoment(given: z.output<typeof momentShape> | null | undefined, which: 'start' | 'end'): Moment {
  // Whole days have no video call: nothing of ours makes them.
  const text = given?.dateTime;
  if (!text) throw required(`Missing ${which} time.`);
  const zone = given?.timeZone ?? null;
  if (zone !== null && !isZone(zone)) throw invalid(`Invalid time zone definition for ${which} time.`);
  const match = DATE_TIME.exec(text);
  if (!match) throw invalid();
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1, 7).map(Number);
  if (match[7] === undefined && zone === null) {
    throw required(`Missing time zone definition for ${which} time.`);
  }
  const milliseconds =
    match[7] === undefined
      ? new TZDate(year, month - 1, day, hours, minutes, seconds, zone ?? 'UTC').getTime()
      : Date.parse(text);
  if (!Number.isFinite(milliseconds)) throw invalid();
  return { at: new Date(milliseconds), zone };
}

/** The instant as the clocks of `zone` show it, with their offset: "2026-11-24T10:00:00+05:30". */
export function showInstant(at: Date, zone: string): string {
  const offset = tzOffset(zone, at);
  if (offset === 0) return `${at.toISOString().slice(0, 19)}Z`;
  const local = new Date(at.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}

export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
