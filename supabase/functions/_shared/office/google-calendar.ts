import { z } from 'zod';
import { findEnv, readProviderTimeout } from '#functions/_shared/env.ts';
import { callProvider, ProviderLimited, ProviderRefused, ProviderUnavailable } from '#functions/_shared/provider.ts';
import { type IstDate, type IstTime, slotEnd, slotStart } from '#rules/shell/ist.ts';
import { accessTokenFor, forgetAccessToken, TokenRevoked } from './google-oauth.ts';

/**
 * A client of Google's Calendar API v3. Its calls throw:
 * - TokenRevoked when the permission is gone (401, invalid_grant, missing scope): an administrator must authorise again
 * - ProviderRefused when a retry cannot help (400 and the like); `code` is the status
 * - ProviderUnavailable when a retry may help: rate limits (ProviderLimited), 5xx, network errors, an unknown answer
 */

const API = 'https://www.googleapis.com/calendar/v3';
/** Google sometimes needs several seconds to create a video call. */
const TIMEOUT_MS = 10_000;

const errorShape = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
  }),
});

/** Reasons of a 403 that are only about the rate of calls. */
const LIMITS = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']);

/** The owner's refresh token. `calendarId` defaults to GOOGLE_CALENDAR_ID, else to the primary calendar. */
export interface CalendarAccess {
  refreshToken: string;
  calendarId?: string;
}

export interface EventRequest {
  /** Our own id of the event (eventIdOf): a repeated request makes no second event. */
  id: string;
  /** Our own id of the video call: a repeated request makes no second room. */
  requestId: string;
  date: IstDate;
  startTime: IstTime;
  endTime: IstTime;
  summary: string;
  description: string;
  /** E-mail addresses. */
  guests: readonly string[];
  /** Google sends no e-mails to the guests. */
  isSilent?: boolean;
}

const momentShape = z.object({ dateTime: z.iso.datetime({ offset: true }).optional() });

/** For a deleted event Google guarantees only the id. */
const eventShape = z.object({
  id: z.string(),
  status: z.string().default('confirmed'),
  htmlLink: z.string().optional(),
  hangoutLink: z.string().optional(),
  start: momentShape.optional(),
  end: momentShape.optional(),
  attendees: z.array(z.object({ email: z.string().optional() })).default([]),
  guestsCanSeeOtherGuests: z.boolean().default(true),
  conferenceData: z
    .object({
      createRequest: z
        .object({
          requestId: z.string().optional(),
          status: z.object({ statusCode: z.string().optional() }).optional(),
        })
        .optional(),
      entryPoints: z.array(z.object({ entryPointType: z.string(), uri: z.string() })).default([]),
    })
    .optional(),
});

const calendarShape = z.object({
  id: z.string(),
  summary: z.string().default(''),
  timeZone: z.string().default(''),
  accessRole: z.string().default(''),
  primary: z.boolean().default(false),
});
export type CalendarEntry = z.output<typeof calendarShape>;

/** While a video call is pending, the event is read again after each of these pauses. */
const PENDING_WAITS_MS = [200, 400, 800, 1600];
const ZONE = 'Asia/Kolkata';
/** Founder and mentor do not learn each other's address. Google's default shows every guest all the others. */
const HIDDEN_GUESTS = { guestsCanSeeOtherGuests: false };

/**
 * Creates the event with a video call and invites its guests, who do not see each other. An event that exists is updated
 * instead: restored if it was deleted, moved if its times differ, its guests hidden from each other if they are not, with
 * a new request for a video call if it has none. Waits a few seconds for a pending video call; `meet` of the result says
 * how that ended.
 */
export async function insertEvent(access: CalendarAccess, request: EventRequest): Promise<CalendarEvent> {
  const query = { conferenceDataVersion: '1', sendUpdates: updatesOf(request) };
  const body = { id: request.id, ...bodyOf(request), conferenceData: meetRequest(request.requestId) };
  try {
    const made = await callCalendar(access, eventShape, 'POST', eventsPath(access), { query, body });
    return await waitForMeet(access, readEvent(made));
  } catch (error) {
    if (!(error instanceof ProviderRefused) || error.code !== '409') throw error;
    // The id is taken: by an earlier request whose answer was lost, or by an event that was deleted in the calendar.
    const existing = await getEvent(access, request.id);
    if (!existing) throw error;
    return waitForMeet(access, await updateExisting(access, existing, request));
  }
}

/** Undefined when the event does not exist; a deleted event is returned with `isDeleted`. */
export async function getEvent(access: CalendarAccess, id: string): Promise<CalendarEvent | undefined> {
  const event = await undefinedIfGone(callCalendar(access, eventShape, 'GET', eventPath(access, id)));
  return event && readEvent(event);
}

/** Deletes the event and tells its guests. Succeeds also when the event does not exist. */
export async function deleteEvent(
  access: CalendarAccess,
  id: string,
  options: { isSilent?: boolean } = {},
): Promise<void> {
  const query = { sendUpdates: updatesOf(options) };
  await undefinedIfGone(callCalendar(access, z.unknown(), 'DELETE', eventPath(access, id), { query }));
}

/**
 * Hides the event's guests from each other, without an e-mail to them. Answers whether they are hidden now: false when
 * there is no such event.
 */
export async function hideGuests(access: CalendarAccess, id: string): Promise<boolean> {
  const event = await getEvent(access, id);
  if (!event || event.isDeleted) return false;
  if (event.hidesGuests) return true;
  const query = { sendUpdates: 'none' };
  // Without `attendees`: a sent list would replace the present one, with the guests' answers.
  const change = callCalendar(access, eventShape, 'PATCH', eventPath(access, id), { query, body: HIDDEN_GUESTS });
  return (await undefinedIfGone(change)) !== undefined;
}

/**
 * Sets the event's texts, and removes all guests who are not named here. Google sends no e-mails. An event that does
 * not exist counts as done.
 */
export async function leaveOnlyGuests(
  access: CalendarAccess,
  id: string,
  { summary, description, guests }: Pick<EventRequest, 'summary' | 'description' | 'guests'>,
): Promise<void> {
  const event = await getEvent(access, id);
  if (!event || event.isDeleted) return;
  const left = event.guests.filter((guest) => guests.some((one) => one.toLowerCase() === guest.toLowerCase()));
  const body = { summary, description, attendees: left.map((email) => ({ email })), ...HIDDEN_GUESTS };
  const query = { sendUpdates: 'none' };
  await undefinedIfGone(callCalendar(access, eventShape, 'PATCH', eventPath(access, id), { query, body }));
}

/** Sets the event's description. Google sends no e-mails. An event that does not exist counts as done. */
export async function describeEvent(access: CalendarAccess, id: string, description: string): Promise<void> {
  const event = await getEvent(access, id);
  if (!event || event.isDeleted) return;
  const query = { sendUpdates: 'none' };
  await undefinedIfGone(
    callCalendar(access, eventShape, 'PATCH', eventPath(access, id), { query, body: { description } }),
  );
}

/** All calendars that the owner can see. */
export async function listCalendars(access: CalendarAccess): Promise<CalendarEntry[]> {
  const shape = z.object({ items: z.array(calendarShape).default([]) });
  const query = { maxResults: '250' };
  return (await callCalendar(access, shape, 'GET', '/users/me/calendarList', { query })).items;
}

/** The calendar that events are written to; undefined when its owner cannot see it. */
export function findCalendar(access: CalendarAccess): Promise<CalendarEntry | undefined> {
  const path = `/users/me/calendarList/${encodeURIComponent(calendarIdOf(access))}`;
  return undefinedIfGone(callCalendar(access, calendarShape, 'GET', path));
}

const busyShape = z.object({
  calendars: z.record(
    z.string(),
    z.object({
      errors: z.array(z.object({ reason: z.string().default('') })).default([]),
      busy: z
        .array(z.object({ start: z.iso.datetime({ offset: true }), end: z.iso.datetime({ offset: true }) }))
        .default([]),
    }),
  ),
});

/** Google refuses a request for more than 90 days. */
export const BUSY_DAYS = 28;

export interface BusyTimes {
  /** For each calendar that Google showed: from when to when it is busy, as ISO instants. */
  busy: Record<string, [from: string, to: string][]>;
  /** The calendars that Google did not show. */
  unread: string[];
}

/** When calendars are busy between two instants, at most BUSY_DAYS apart. Reads nothing else of them. */
export async function readBusyTimes(
  access: { refreshToken: string },
  { from, to, calendars }: { from: Date; to: Date; calendars: readonly string[] },
): Promise<BusyTimes> {
  const body = { timeMin: from.toISOString(), timeMax: to.toISOString(), items: calendars.map((id) => ({ id })) };
  const answer = await callCalendar(access, busyShape, 'POST', '/freeBusy', { body });
  const result: BusyTimes = { busy: {}, unread: [] };
  for (const id of calendars) {
    const one = answer.calendars[id];
    if (!one || one.errors.length > 0) result.unread.push(id);
    else result.busy[id] = one.busy.map(({ start, end }) => [start, end]);
  }
  return result;
}

async function updateExisting(
  access: CalendarAccess,
  existing: CalendarEvent,
  request: EventRequest,
): Promise<CalendarEvent> {
  const isMoved =
    existing.startsAt?.getTime() !== slotStart(request).getTime() ||
    existing.endsAt?.getTime() !== slotEnd(request).getTime();
  const hasNoMeet = existing.meet === 'failed' || existing.meet === 'none';
  const news = {
    ...(isMoved && timesOf(request)),
    ...(existing.isDeleted && { ...bodyOf(request), status: 'confirmed' }),
    // Google ignores a request id that it has seen before.
    ...(hasNoMeet && { conferenceData: meetRequest(nextRequestId(request.requestId, existing.requestId)) }),
  };
  const body = { ...news, ...(!existing.hidesGuests && HIDDEN_GUESTS) };
  if (Object.keys(body).length === 0) return existing;
  // A change of the guest list alone needs no e-mail.
  const isSilent = request.isSilent || Object.keys(news).length === 0;
  const query = { conferenceDataVersion: '1', sendUpdates: updatesOf({ isSilent }) };
  return readEvent(await callCalendar(access, eventShape, 'PATCH', eventPath(access, request.id), { query, body }));
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
    ...HIDDEN_GUESTS,
    ...timesOf(request),
  };
}

function timesOf(request: EventRequest): object {
  const moment = (at: Date) => ({ dateTime: at.toISOString(), timeZone: ZONE });
  return { start: moment(slotStart(request)), end: moment(slotEnd(request)) };
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

/** Calls the Calendar API. If Google refuses the cached access token, the call is repeated once with a new one. */
async function callCalendar<S extends z.ZodType>(
  { refreshToken }: { refreshToken: string },
  shape: S,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { query = {}, body }: { query?: Record<string, string>; body?: object } = {},
): Promise<z.output<S>> {
  const address = `${API}${path}?${new URLSearchParams(query)}`;
  const send = (token: string) =>
    callProvider(address, {
      name: `Google Calendar (${method})`,
      timeoutMs: readProviderTimeout(TIMEOUT_MS),
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const token = await accessTokenFor(refreshToken);
  let reply = await send(token);
  if (reply.status === 401) {
    await forgetAccessToken(refreshToken, token);
    reply = await send(await accessTokenFor(refreshToken));
  }
  if (reply.status >= 200 && reply.status < 300) {
    const result = shape.safeParse(reply.answer);
    if (result.success) return result.data;
    throw new ProviderUnavailable(`Google Calendar answered ${method} with an unknown shape`);
  }
  throw failureOf(reply, method);
}

/** The answer, or undefined when Google says that the event or calendar does not exist (any more). */
async function undefinedIfGone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderRefused && (error.code === '404' || error.code === '410')) return undefined;
    throw error;
  }
}

function failureOf(
  { status, answer, retryAfterSeconds }: Awaited<ReturnType<typeof callProvider>>,
  method: string,
): Error {
  const refusal = errorShape.safeParse(answer);
  const message = (refusal.success && refusal.data.error.message) || `Status ${status}`;
  const reason = refusal.success ? refusal.data.error.errors[0]?.reason : undefined;
  if (status === 401) return new TokenRevoked(message);
  if (status === 403 && reason === 'insufficientPermissions') return new TokenRevoked(message);
  const description = `Google Calendar answered ${method} with status ${status}: ${message}`;
  if (status === 429 || (status === 403 && LIMITS.has(reason ?? ''))) {
    return new ProviderLimited(description, retryAfterSeconds);
  }
  if (status >= 500 || status === 408 || !refusal.success) return new ProviderUnavailable(description);
  return new ProviderRefused(message, String(status), reason);
}

export type CalendarEvent = ReturnType<typeof readEvent>;

/** The fields of a calendar event that we use. */
function readEvent(event: z.output<typeof eventShape>) {
  const request = event.conferenceData?.createRequest;
  const video = event.conferenceData?.entryPoints.find((one) => one.entryPointType === 'video');
  const meetLink = video?.uri ?? event.hangoutLink ?? null;
  const instant = (moment: z.output<typeof momentShape> | undefined) =>
    moment?.dateTime === undefined ? null : new Date(moment.dateTime);
  return {
    id: event.id,
    isDeleted: event.status === 'cancelled',
    /** Opens the event for the calendar's owner. */
    htmlLink: event.htmlLink ?? null,
    meetLink,
    /** The state of the video call: `pending` while Google creates it, `failed` when Google could not. */
    meet: meetLink === null ? meetStateOf(request?.status?.statusCode) : 'ready',
    /** The id of the last request for a video call. */
    requestId: request?.requestId,
    startsAt: instant(event.start),
    endsAt: instant(event.end),
    /** The guests do not see each other. */
    hidesGuests: !event.guestsCanSeeOtherGuests,
    guests: event.attendees.flatMap(({ email }) => (email === undefined ? [] : [email])),
  };
}

/** The state of a video call that has no link (yet). */
function meetStateOf(statusCode: string | undefined) {
  if (statusCode === undefined) return 'none';
  return statusCode === 'failure' ? 'failed' : 'pending';
}
