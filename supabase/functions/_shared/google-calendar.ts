import { z } from 'zod';
import { type IstDate, type IstTime, slotEnd, slotStart } from '#rules/ist.ts';
import { findEnv } from './env.ts';
import { callCalendar, gone } from './google-calendar-call.ts';
import { type CalendarEvent, eventShape, readEvent } from './google-calendar-event.ts';
import { ProviderRefused } from './provider.ts';

/**
 * A thin client of Google's Calendar API v3. Its calls throw, besides what they say themselves:
 * - TokenRevoked when the permission is gone (401, invalid_grant, missing scope): an administrator must act
 * - ProviderRefused when Google says no for good (400 and the like)
 * - ProviderUnavailable for everything that may be different later: rate limits, 5xx, network, an unknown answer
 */

/** Whose calendar: the refresh token of its owner. `calendarId` is GOOGLE_CALENDAR_ID or the primary one unless given. */
export interface CalendarAccess {
  refreshToken: string;
  calendarId?: string;
}

/** A session's time, in India. */
export interface SessionTimes {
  date: IstDate;
  startTime: IstTime;
  endTime: IstTime;
}

export interface EventRequest extends SessionTimes {
  /** Our own id of the event (eventIdOf): asking again with it makes no second event. */
  id: string;
  /** Our own id of the video call: asking again with it makes no second room. */
  requestId: string;
  summary: string;
  description: string;
  /** E-mail addresses. */
  guests: readonly string[];
  /** Nobody is written to. */
  isSilent?: boolean;
}

const calendarShape = z.object({
  id: z.string(),
  summary: z.string().default(''),
  timeZone: z.string().default(''),
  accessRole: z.string().default(''),
  primary: z.boolean().default(false),
});
export type CalendarEntry = z.output<typeof calendarShape>;

/** A video call that is being made is asked for again after each of these. */
const PENDING_WAITS_MS = [200, 400, 800, 1600];
const ZONE = 'Asia/Kolkata';

/** The id of a booking's event: what Google allows in an id (a to v and digits) holds hexadecimal digits. */
export function eventIdOf(bookingId: string): string {
  return `p0${bookingId.replaceAll('-', '').toLowerCase()}`;
}

/**
 * Makes the event with a video call and invites its guests, or, when it exists, gives it as it is: brought back if it was
 * deleted, moved to these times if it has others, with another try at a video call if it has none. A video call that Google
 * is still making is waited for; `meet` of the event says how that ended.
 */
export async function insertEvent(access: CalendarAccess, request: EventRequest): Promise<CalendarEvent> {
  const query = { conferenceDataVersion: '1', sendUpdates: updatesOf(request) };
  const body = { id: request.id, ...bodyOf(request), conferenceData: meetRequest(request.requestId) };
  try {
    const made = await callCalendar(access, eventShape, 'POST', eventsPath(access), { query, body });
    return await waitForMeet(access, readEvent(made));
  } catch (error) {
    if (!(error instanceof ProviderRefused) || error.code !== '409') throw error;
    // An earlier try whose answer was lost, or an event that was deleted in the calendar: the id stays taken.
    const existing = await getEvent(access, request.id);
    if (!existing) throw error;
    return waitForMeet(access, await repair(access, existing, request, query));
  }
}

/** Undefined when there is none; an event that was deleted has `isDeleted`. */
export async function getEvent(access: CalendarAccess, id: string): Promise<CalendarEvent | undefined> {
  try {
    return readEvent(await callCalendar(access, eventShape, 'GET', eventPath(access, id)));
  } catch (error) {
    if (gone(error)) return undefined;
    throw error;
  }
}

/** Moves the event and tells its guests; guests and video call stay. Undefined when it is not there (any more). */
export async function patchEventTimes(
  access: CalendarAccess,
  id: string,
  times: SessionTimes,
): Promise<CalendarEvent | undefined> {
  const query = { sendUpdates: 'all' };
  try {
    const body = timesOf(times);
    const moved = readEvent(
      await callCalendar(access, eventShape, 'PATCH', eventPath(access, id), { query, body }),
    );
    return moved.isDeleted ? undefined : moved;
  } catch (error) {
    if (gone(error)) return undefined;
    throw error;
  }
}

/** Deletes the event and tells its guests; one that is not there is as good. */
export async function deleteEvent(
  access: CalendarAccess,
  id: string,
  options: { isSilent?: boolean } = {},
): Promise<void> {
  const query = { sendUpdates: updatesOf(options) };
  try {
    await callCalendar(access, z.unknown(), 'DELETE', eventPath(access, id), { query });
  } catch (error) {
    if (!gone(error)) throw error;
  }
}

/** All calendars that the owner sees. */
export async function listCalendars(access: CalendarAccess): Promise<CalendarEntry[]> {
  const shape = z.object({ items: z.array(calendarShape).default([]) });
  const query = { maxResults: '250' };
  return (await callCalendar(access, shape, 'GET', '/users/me/calendarList', { query })).items;
}

/** The calendar that events go into; undefined when its owner does not see it. */
export async function findCalendar(access: CalendarAccess): Promise<CalendarEntry | undefined> {
  try {
    const path = `/users/me/calendarList/${encodeURIComponent(calendarIdOf(access))}`;
    return await callCalendar(access, calendarShape, 'GET', path);
  } catch (error) {
    if (gone(error)) return undefined;
    throw error;
  }
}

async function repair(
  access: CalendarAccess,
  existing: CalendarEvent,
  request: EventRequest,
  query: Record<string, string>,
): Promise<CalendarEvent> {
  const isMoved =
    existing.startsAt?.getTime() !== slotStart(request).getTime() ||
    existing.endsAt?.getTime() !== slotEnd(request).getTime();
  const hasNoMeet = existing.meet === 'failed' || existing.meet === 'none';
  const body = {
    ...(isMoved && timesOf(request)),
    ...(existing.isDeleted && { ...bodyOf(request), status: 'confirmed' }),
    // Google ignores a request that it has seen.
    ...(hasNoMeet && { conferenceData: meetRequest(nextRequestId(request.requestId, existing.requestId)) }),
  };
  if (Object.keys(body).length === 0) return existing;
  return readEvent(
    await callCalendar(access, eventShape, 'PATCH', eventPath(access, request.id), { query, body }),
  );
}

async function waitForMeet(access: CalendarAccess, event: CalendarEvent): Promise<CalendarEvent> {
  let latest = event;
  for (const milliseconds of PENDING_WAITS_MS) {
    if (latest.meet !== 'pending') break;
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    latest = (await getEvent(access, event.id)) ?? latest;
  }
  return latest;
}

function bodyOf(request: EventRequest): object {
  return {
    summary: request.summary,
    description: request.description,
    attendees: request.guests.map((email) => ({ email })),
    ...timesOf(request),
  };
}

function timesOf(times: SessionTimes): object {
  const moment = (at: Date) => ({ dateTime: at.toISOString(), timeZone: ZONE });
  return { start: moment(slotStart(times)), end: moment(slotEnd(times)) };
}

function meetRequest(requestId: string): object {
  return { createRequest: { requestId, conferenceSolutionKey: { type: 'hangoutsMeet' } } };
}

/** "x", then "x.2", "x.3" and so on: the one after `last`. */
function nextRequestId(first: string, last: string | undefined): string {
  const count = last?.startsWith(`${first}.`) ? Number(last.slice(first.length + 1)) : 1;
  return `${first}.${count + 1}`;
}

function updatesOf({ isSilent }: { isSilent?: boolean }): string {
  return isSilent ? 'none' : 'all';
}

function calendarIdOf({ calendarId }: CalendarAccess): string {
  return calendarId ?? findEnv('GOOGLE_CALENDAR_ID') ?? 'primary';
}

function eventsPath(access: CalendarAccess): string {
  return `/calendars/${encodeURIComponent(calendarIdOf(access))}/events`;
}

function eventPath(access: CalendarAccess, id: string): string {
  return `${eventsPath(access)}/${encodeURIComponent(id)}`;
}
