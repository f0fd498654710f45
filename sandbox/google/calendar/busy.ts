/** When calendars are busy: the call freeBusy.query. */
import type { Sql } from 'postgres';
import { z } from 'zod';
import type { GoogleAccount } from '../accounts.ts';
import type { Calendar } from './calendars.ts';
import { CalendarFailure, invalid, required } from './errors.ts';
import { isZone, showInstant } from './times.ts';

const DAY_MS = 24 * 3_600_000;
const LONGEST_DAYS = 90;
const MOST_CALENDARS = 50;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

const requestShape = z.object({
  timeMin: z.string().nullish(),
  timeMax: z.string().nullish(),
  timeZone: z.string().nullish(),
  items: z.array(z.object({ id: z.string() })).default([]),
});

export interface BusyRequest {
  from: Date;
  to: Date;
  zone: string;
  ids: string[];
}

export function readBusyRequest(body: unknown): BusyRequest {
  const request = requestShape.safeParse(body);
  if (!request.success) throw invalid();
  const { timeMin, timeMax, timeZone, items } = request.data;
  const instant = (text: string | null | undefined, name: string) => {
    if (!text) throw required(`Missing ${name} parameter.`);
    if (!INSTANT.test(text)) throw invalid('Bad Request');
    return new Date(text);
  };
  const [from, to] = [instant(timeMin, 'timeMin'), instant(timeMax, 'timeMax')];
  const zone = timeZone ?? 'UTC';
  if (!isZone(zone)) throw invalid();
  if (to <= from) {
    throw new CalendarFailure(400, 'timeRangeEmpty', 'The specified time range is empty.', { domain: 'calendar' });
  }
  if (to.getTime() - from.getTime() > LONGEST_DAYS * DAY_MS) {
    throw new CalendarFailure(400, 'timeRangeTooLong', 'The requested time range is too long.', { domain: 'calendar' });
  }
  return { from, to, zone, ids: items.map(({ id }) => id) };
}

/**
 * @param options.calendars what the account can see
 * @param options.isBroken none of the calendars is shown
 */
export async function busyAnswer(
  sql: Sql,
  options: BusyRequest & { calendars: readonly Calendar[]; account: GoogleAccount; isBroken: boolean },
): Promise<object> {
  const { from, to, zone, ids } = options;
  const failed = (reason: string) => ({ errors: [{ domain: 'global', reason }], busy: [] });
  const entries = ids.map(async (id, place) => {
    const calendar = options.calendars.find((one) =>
      id === 'primary' ? one.isPrimary : one.id.toLowerCase() === id.toLowerCase(),
    );
    if (place >= MOST_CALENDARS) return [id, failed('tooManyCalendarsRequested')] as const;
    if (!calendar) return [id, failed('notFound')] as const;
    if (options.isBroken) return [id, failed('internalError')] as const;
    return [id, { busy: await busyTimes(sql, calendar, options) }] as const;
  });
  return {
    kind: 'calendar#freeBusy',
    timeMin: showInstant(from, zone),
    timeMax: showInstant(to, zone),
    calendars: Object.fromEntries(await Promise.all(entries)),
  };
}

/** Its own events, and in a primary calendar those that others invited its owner to. Overlapping ones are one busy time. */
async function busyTimes(sql: Sql, calendar: Calendar, { from, to, zone }: BusyRequest): Promise<object[]> {
  const guest = calendar.isPrimary ? calendar.id.toLowerCase() : null;
  const rows = await sql<{ starts_at: Date; ends_at: Date }[]>`
    select lower(busy) as starts_at, upper(busy) as ends_at
    from (
      select unnest(range_agg(tstzrange(e.starts_at, e.ends_at)) * tstzmultirange(tstzrange(${from}, ${to}))) as busy
      from sandbox.google_events e
      where e.status <> 'cancelled' and coalesce(e.fields ->> 'transparency', 'opaque') <> 'transparent'
        and e.starts_at < ${to} and e.ends_at > ${from}
        and (
          (e.calendar_id = ${calendar.id} and not exists (
            select from jsonb_array_elements(e.attendees) a
            where a ->> 'email' = lower(${calendar.id}) and a ->> 'responseStatus' = 'declined'
          ))
          or exists (
            select from jsonb_array_elements(e.attendees) a
            where a ->> 'email' = ${guest} and a ->> 'responseStatus' <> 'declined'
          )
        )
    ) b
    order by 1`;
  return rows.map((row) => ({ start: showInstant(row.starts_at, zone), end: showInstant(row.ends_at, zone) }));
}
