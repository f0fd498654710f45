import type { Sql, TransactionSql } from 'postgres';
import type { Calendar } from './calendars.ts';
import { type Conference, conferenceFields } from './conference.ts';
import type { Attendee } from './event-shape.ts';
import { showInstant } from './times.ts';

/** An event as it is kept. */
export interface EventRow {
  id: string;
  status: 'confirmed' | 'tentative' | 'cancelled';
  sequence: number;
  version: string | number;
  fields: Record<string, unknown> & { summary?: string; guestsCanSeeOtherGuests?: boolean };
  attendees: Attendee[];
  starts_at: Date;
  ends_at: Date;
  start_zone: string | null;
  end_zone: string | null;
  conference: Conference | null;
  created_at: Date;
  updated_at: Date;
}

export async function findEvent(
  sql: Sql | TransactionSql,
  calendarId: string,
  id: string,
): Promise<EventRow | undefined> {
  const [row] = await sql<EventRow[]>`
    select * from sandbox.google_events where calendar_id = ${calendarId} and id = ${id} for update`;
  return row;
}

/** Writes the event anew: the version, which the etag shows, counts every time. */
export async function saveEvent(sql: Sql | TransactionSql, calendarId: string, row: EventRow) {
  const json = (value: unknown) => sql.json(value as never);
  const [saved] = await sql<[EventRow]>`
    update sandbox.google_events set
      status = ${row.status}, sequence = ${row.sequence}, version = version + 1, fields = ${json(row.fields)},
      attendees = ${json(row.attendees)}, starts_at = ${row.starts_at}, ends_at = ${row.ends_at},
      start_zone = ${row.start_zone}, end_zone = ${row.end_zone},
      conference = ${row.conference && json(row.conference)}, updated_at = clock_timestamp()
    where calendar_id = ${calendarId} and id = ${row.id}
    returning *`;
  return saved;
}

export function etagOf({ created_at, version }: EventRow): string {
  return `"${created_at.getTime() * 2}${String(version).padStart(3, '0')}"`;
}

/** The event that somebody else invited this calendar's owner to, with its organizer's calendar. */
export async function findInvitation(
  sql: Sql,
  { id: guest, isPrimary }: Calendar,
  id: string,
): Promise<{ event: EventRow; organizer: Calendar } | undefined> {
  if (!isPrimary) return undefined;
  const [found] = await sql<(EventRow & { organizer: Calendar })[]>`
    select e.*, jsonb_build_object(
      'id', c.id, 'summary', c.summary, 'timeZone', c.time_zone, 'isPrimary', c.is_primary, 'accessRole', 'reader'
    ) as organizer
    from sandbox.google_events e join sandbox.google_calendars c on c.id = e.calendar_id
    where e.id = ${id} and e.calendar_id <> ${guest}
      and e.attendees @> ${sql.json([{ email: guest.toLowerCase() }])}
    order by e.created_at limit 1`;
  if (!found) return undefined;
  const { organizer, ...event } = found;
  return { event, organizer };
}

/**
 * The event as the API shows it, its times on the clocks of `zone`.
 *
 * @param guest an attendee's address: the event as in their own calendar
 */
export function eventResource(row: EventRow, calendar: Calendar, zone: string, guest?: string): object {
  const moment = (at: Date, own: string | null) => ({
    dateTime: showInstant(at, zone),
    timeZone: own ?? calendar.timeZone,
  });
  const eid = Buffer.from(`${row.id} ${guest ?? calendar.id}`).toString('base64url');
  const owner = {
    email: calendar.id,
    ...(!calendar.isPrimary && { displayName: calendar.summary }),
    ...(guest === undefined && { self: true }),
  };
  const attendees = guest === undefined ? row.attendees : attendeesSeenBy(guest, row);
  return {
    kind: 'calendar#event',
    etag: etagOf(row),
    id: row.id,
    status: row.status,
    htmlLink: `https://www.google.com/calendar/event?eid=${eid}`,
    created: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
    ...row.fields,
    creator: owner,
    organizer: owner,
    start: moment(row.starts_at, row.start_zone),
    end: moment(row.ends_at, row.end_zone),
    iCalUID: `${row.id}@google.com`,
    sequence: row.sequence,
    ...(attendees.length > 0 && { attendees }),
    ...(row.conference && conferenceFields(row.conference)),
    reminders: row.fields.reminders ?? { useDefault: true },
    eventType: 'default',
  };
}

/** All of them, unless the organizer hides the guests from each other. Google's default is to show them. */
function attendeesSeenBy(guest: string, { attendees, fields }: EventRow): Attendee[] {
  return attendees
    .filter((one) => fields.guestsCanSeeOtherGuests !== false || one.email === guest.toLowerCase() || one.organizer)
    .map(({ self: _, ...one }) => (one.email === guest.toLowerCase() ? { ...one, self: true } : one));
}
