import { randomInt } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import type { Calendar } from './calendars.ts';
import { type Conference, createConference, type Outcome } from './conference.ts';
import { CalendarFailure, conditionNotMet, deleted, duplicate, notFound } from './errors.ts';
import { type EventRow, etagOf, findEvent, saveEvent } from './event-row.ts';
import { type EventBody, mergeFields, readAttendees } from './event-shape.ts';
import { type SendUpdates, sendInvitations } from './invitations.ts';
import { readMoment } from './times.ts';

export interface WriteOptions {
  conferenceDataVersion: 0 | 1;
  sendUpdates: SendUpdates;
  /** How the making of a video call turns out. */
  outcome: Outcome;
  /** The version that the client wants to change; any where it says nothing. */
  ifMatch: string | undefined;
}

/** The events of calendars, with the rules by which Google lets them change. */
export function createEvents(sql: Sql) {
  return {
    async insert(calendar: Calendar, body: EventBody, options: WriteOptions): Promise<EventRow> {
      const start = readMoment(body.start, 'start');
      const end = readMoment(body.end, 'end');
      requireRange(start.at, end.at);
      const attendees = readAttendees(body.attendees, calendar.id);
      return sql.begin(async (tx) => {
        const json = (value: unknown) => tx.json(value as never);
        const [event] = await tx<EventRow[]>`
          insert into sandbox.google_events
            (calendar_id, id, status, fields, attendees, starts_at, ends_at, start_zone, end_zone)
          values (
            ${calendar.id}, ${body.id ?? newEventId()}, ${body.status ?? 'confirmed'}, ${json(mergeFields({}, body))},
            ${json(attendees)}, ${start.at}, ${end.at}, ${start.zone}, ${end.zone}
          )
          on conflict do nothing returning *`;
        if (!event) throw duplicate();
        const conference = await conferenceOf(tx, calendar, null, body, options);
        await sendInvitations(tx, calendar.id, { ...options, event, before: [], after: attendees });
        return conference ? saveEvent(tx, calendar.id, { ...event, conference }) : event;
      });
    },

    async patch(calendar: Calendar, id: string, body: EventBody, options: WriteOptions): Promise<EventRow> {
      return sql.begin(async (tx) => {
        const event = await findEvent(tx, calendar.id, id);
        if (!event) throw notFound();
        requireVersion(event, options.ifMatch);
        const start =
          body.start === undefined
            ? { at: event.starts_at, zone: event.start_zone }
            : readMoment({ timeZone: event.start_zone, ...body.start }, 'start');
        const end =
          body.end === undefined
            ? { at: event.ends_at, zone: event.end_zone }
            : readMoment({ timeZone: event.end_zone, ...body.end }, 'end');
        requireRange(start.at, end.at);
        // A list that is sent takes the place of the one that was there.
        const attendees = body.attendees === undefined ? event.attendees : readAttendees(body.attendees, calendar.id);
        const status = body.status ?? event.status;
        const isMoved = +start.at !== +event.starts_at || +end.at !== +event.ends_at;
        const saved = await saveEvent(tx, calendar.id, {
          ...event,
          status,
          sequence: event.sequence + (isMoved || status !== event.status ? 1 : 0),
          fields: mergeFields(event.fields, body),
          attendees,
          starts_at: start.at,
          ends_at: end.at,
          start_zone: start.zone,
          end_zone: end.zone,
          conference: (await conferenceOf(tx, calendar, event.conference, body, options)) ?? null,
        });
        const isGone = (one: string) => one === 'cancelled';
        await sendInvitations(tx, calendar.id, {
          ...options,
          event: saved,
          before: isGone(event.status) ? [] : event.attendees,
          after: isGone(status) ? [] : attendees,
        });
        return saved;
      });
    },

    /** As at Google, the event stays readable as cancelled, and its id stays taken. */
    async remove(
      calendar: Calendar,
      id: string,
      options: Pick<WriteOptions, 'sendUpdates' | 'ifMatch'>,
    ): Promise<void> {
      await sql.begin(async (tx) => {
        const event = await findEvent(tx, calendar.id, id);
        if (!event) throw notFound();
        if (event.status === 'cancelled') throw deleted();
        requireVersion(event, options.ifMatch);
        const saved = await saveEvent(tx, calendar.id, { ...event, status: 'cancelled', sequence: event.sequence + 1 });
        await sendInvitations(tx, calendar.id, { ...options, event: saved, before: event.attendees, after: [] });
      });
    },

    /** A video call that was not ready is made while the event is read, unless `isHeldUp`. */
    async get(calendar: Calendar, id: string, isHeldUp: () => Promise<boolean>): Promise<EventRow | undefined> {
      const event = await findEvent(sql, calendar.id, id);
      if (event?.conference?.status !== 'pending' || (await isHeldUp())) return event;
      return saveEvent(sql, calendar.id, { ...event, conference: { ...event.conference, status: 'success' } });
    },

    async list(
      calendar: Calendar,
      options: { timeMin: Date | null; timeMax: Date | null; showDeleted: boolean; offset: number; limit: number },
    ): Promise<EventRow[]> {
      return sql<EventRow[]>`
        select * from sandbox.google_events
        where calendar_id = ${calendar.id} and (status <> 'cancelled' or ${options.showDeleted})
          and (ends_at > ${options.timeMin} or ${options.timeMin}::timestamptz is null)
          and (starts_at < ${options.timeMax} or ${options.timeMax}::timestamptz is null)
        order by starts_at, id offset ${options.offset} limit ${options.limit}`;
    },
  };
}

/** The conference of an event after a write; version 0 knows of none, and null takes it away. */
async function conferenceOf(
  tx: TransactionSql,
  calendar: Calendar,
  current: Conference | null,
  body: EventBody,
  { conferenceDataVersion, outcome }: WriteOptions,
): Promise<Conference | null> {
  if (conferenceDataVersion === 0 || body.conferenceData === undefined) return current;
  if (body.conferenceData === null) return null;
  return (await createConference(tx, calendar.id, body.conferenceData, outcome)) ?? current;
}

function requireRange(start: Date, end: Date): void {
  if (end <= start) {
    throw new CalendarFailure(400, 'timeRangeEmpty', 'The specified time range is empty.', { domain: 'calendar' });
  }
}

function requireVersion(event: EventRow, ifMatch: string | undefined): void {
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== etagOf(event)) throw conditionNotMet();
}

function newEventId(): string {
  return Array.from({ length: 26 }, () => randomInt(32).toString(32)).join('');
}
