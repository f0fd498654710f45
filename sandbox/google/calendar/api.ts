import { type Context, Hono } from 'hono';
import type { Sql } from 'postgres';
import { z } from 'zod';
import type { SandboxLog } from '../../log.ts';
import type { Accounts, GoogleAccount } from '../accounts.ts';
import { createCalendarFaults } from '../faults.ts';
import type { Grants } from '../grants.ts';
import { type CalendarRight, mayUse } from '../scopes.ts';
import { busyAnswer, readBusyRequest } from './busy.ts';
import { type Calendar, calendarListEntry, calendarResource, createCalendars } from './calendars.ts';
import {
  CalendarFailure,
  faultFailure,
  insufficientPermissions,
  invalid,
  invalidCredentials,
  loginRequired,
  notFound,
  required,
} from './errors.ts';
import { type EventRow, etagOf, eventResource, findInvitation } from './event-row.ts';
import { readEvent } from './event-shape.ts';
import { createEvents, type WriteOptions } from './events.ts';
import { isZone } from './times.ts';

const PAGE = 250;
const NO_STORE = { 'cache-control': 'private, max-age=0, must-revalidate, no-transform' };
const UPDATES = ['all', 'externalOnly', 'none'] as const;

/** www.googleapis.com/calendar/v3: calendars and their events, with Google's answers and errors. */
export function createCalendarApi(parts: { sql: Sql; accounts: Accounts; grants: Grants; log: SandboxLog }): Hono {
  const { sql, accounts, grants, log } = parts;
  const [calendars, events, faults] = [createCalendars(sql), createEvents(sql), createCalendarFaults(sql)];
  const api = new Hono();

  async function caller(c: Context, right: CalendarRight): Promise<GoogleAccount> {
    const [, token] = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '') ?? [];
    if (!token) throw loginRequired();
    const grant = await grants.find('access', token);
    const account = grant && (await accounts.find(grant.sub));
    if (!grant || !account) throw invalidCredentials();
    if (!mayUse(right, grant.scopes)) throw insufficientPermissions();
    return account;
  }

  const answer = (c: Context, event: EventRow, calendar: Calendar) =>
    c.json(eventResource(event, calendar, zoneOf(c, calendar)), 200, { ...NO_STORE, etag: etagOf(event) });

  api.get('/users/me/calendarList', async (c) => {
    const account = await caller(c, 'list');
    const items = await faults.around('calendar.list', () => calendars.list(account));
    return c.json(
      { kind: 'calendar#calendarList', etag: '"sandbox"', items: items.map(calendarListEntry) },
      200,
      NO_STORE,
    );
  });

  api.get('/users/me/calendarList/:calendar', async (c) => {
    const account = await caller(c, 'list');
    const found = await faults.around('calendar.list', () => calendars.find(account, c.req.param('calendar')));
    return c.json(calendarListEntry(found), 200, NO_STORE);
  });

  api.post('/calendars', async (c) => {
    const account = await caller(c, 'list');
    const body = await readBody(c);
    const options = z.object({ summary: z.string().min(1), timeZone: z.string().default('UTC') }).safeParse(body);
    if (!options.success) throw required('Missing title.');
    if (!isZone(options.data.timeZone)) throw invalid();
    return c.json(calendarResource(await calendars.make(account, options.data)), 200, NO_STORE);
  });

  api.get('/calendars/:calendar', async (c) => {
    const account = await caller(c, 'list');
    const found = await faults.around('calendar.list', () => calendars.find(account, c.req.param('calendar')));
    return c.json(calendarResource(found), 200, NO_STORE);
  });

  api.get('/calendars/:calendar/events', async (c) => {
    const account = await caller(c, 'events');
    const { calendar, offset, limit, items } = await faults.around('calendar.list', async () => {
      const calendar = await calendars.find(account, c.req.param('calendar'));
      const options = listOptions(c);
      return { calendar, ...options, items: await events.list(calendar, { ...options, limit: options.limit + 1 }) };
    });
    return c.json(
      {
        kind: 'calendar#events',
        etag: '"sandbox"',
        summary: calendar.summary,
        timeZone: calendar.timeZone,
        accessRole: calendar.accessRole,
        ...(items.length > limit && { nextPageToken: Buffer.from(String(offset + limit)).toString('base64url') }),
        items: items.slice(0, limit).map((event) => eventResource(event, calendar, zoneOf(c, calendar))),
      },
      200,
      NO_STORE,
    );
  });

  api.post('/calendars/:calendar/events', async (c) => {
    const account = await caller(c, 'events');
    const { calendar, event } = await faults.around('calendar.insert', async () => {
      const calendar = await calendars.findToWrite(account, c.req.param('calendar'));
      const body = readEvent(await readBody(c));
      return { calendar, event: await events.insert(calendar, body, await writeOptions(c, 'calendar.insert')) };
    });
    return answer(c, event, calendar);
  });

  api.get('/calendars/:calendar/events/:event', async (c) => {
    const account = await caller(c, 'events');
    const { calendar, event, invitation } = await faults.around('calendar.get', async () => {
      const calendar = await calendars.find(account, c.req.param('calendar'));
      const isHeldUp = async () => (await faults.take('calendar.get', ['conference_pending'])).length > 0;
      const event = await events.get(calendar, c.req.param('event'), isHeldUp);
      const invitation = event ? undefined : await findInvitation(sql, calendar, c.req.param('event'));
      return { calendar, event, invitation };
    });
    if (event) return answer(c, event, calendar);
    if (!invitation) throw notFound();
    const copy = eventResource(invitation.event, invitation.organizer, zoneOf(c, calendar), calendar.id);
    return c.json(copy, 200, { ...NO_STORE, etag: etagOf(invitation.event) });
  });

  api.patch('/calendars/:calendar/events/:event', async (c) => {
    const account = await caller(c, 'events');
    const { calendar, event } = await faults.around('calendar.patch', async () => {
      const calendar = await calendars.findToWrite(account, c.req.param('calendar'));
      const body = readEvent(await readBody(c));
      const options = await writeOptions(c, 'calendar.patch');
      return { calendar, event: await events.patch(calendar, c.req.param('event'), body, options) };
    });
    return answer(c, event, calendar);
  });

  api.delete('/calendars/:calendar/events/:event', async (c) => {
    const account = await caller(c, 'events');
    await faults.around('calendar.delete', async () => {
      const calendar = await calendars.findToWrite(account, c.req.param('calendar'));
      await events.remove(calendar, c.req.param('event'), {
        sendUpdates: readSendUpdates(c),
        ifMatch: c.req.header('if-match'),
      });
    });
    return c.body(null, 204, NO_STORE);
  });

  api.post('/freeBusy', async (c) => {
    const account = await caller(c, 'busy');
    const answer = await faults.around('calendar.freebusy', async () => {
      const asked = readBusyRequest(await readBody(c));
      const [fault] = await faults.take('calendar.freebusy', ['calendar_error']);
      return busyAnswer(sql, {
        calendars: await calendars.list(account),
        account,
        ...asked,
        isBroken: fault !== undefined,
      });
    });
    return c.json(answer, 200, NO_STORE);
  });

  async function writeOptions(c: Context, operation: 'calendar.insert' | 'calendar.patch'): Promise<WriteOptions> {
    const version = c.req.query('conferenceDataVersion') ?? '0';
    if (version !== '0' && version !== '1') throw invalid();
    const taken = version === '1' ? await faults.take(operation, ['conference_pending', 'conference_failure']) : [];
    const kinds = taken.map(({ kind }) => kind);
    return {
      conferenceDataVersion: version === '1' ? 1 : 0,
      sendUpdates: readSendUpdates(c),
      outcome: kinds.includes('conference_failure')
        ? 'failure'
        : kinds.includes('conference_pending')
          ? 'pending'
          : 'success',
      ifMatch: c.req.header('if-match'),
    };
  }

  api.onError((error, c) => {
    const failure = error instanceof CalendarFailure ? error : faultFailure(500);
    if (failure.status >= 500) log.warn({ err: error, path: c.req.path }, 'the Google sandbox answered an error');
    return c.json(failure.body(), failure.status);
  });
  return api;
}

async function readBody(c: Context): Promise<unknown> {
  try {
    return await c.req.json();
  } catch {
    throw new CalendarFailure(400, 'parseError', 'Parse Error');
  }
}

function readSendUpdates(c: Context): WriteOptions['sendUpdates'] {
  const value = c.req.query('sendUpdates');
  if (value === undefined) return c.req.query('sendNotifications') === 'true' ? 'all' : 'none';
  const known = UPDATES.find((one) => one === value);
  if (!known) throw invalid();
  return known;
}

function zoneOf(c: Context, calendar: Calendar): string {
  const zone = c.req.query('timeZone') ?? calendar.timeZone;
  if (!isZone(zone)) throw invalid();
  return zone;
}

function listOptions(c: Context) {
  const instant = (name: string) => {
    const text = c.req.query(name);
    if (text === undefined) return null;
    const at = new Date(text);
    if (Number.isNaN(at.getTime())) throw invalid();
    return at;
  };
  const limit = Number(c.req.query('maxResults') ?? PAGE);
  const token = c.req.query('pageToken');
  const offset = token === undefined ? 0 : Number(Buffer.from(token, 'base64url').toString());
  if (!Number.isInteger(limit) || limit < 1 || !Number.isInteger(offset) || offset < 0) throw invalid();
  return {
    timeMin: instant('timeMin'),
    timeMax: instant('timeMax'),
    showDeleted: c.req.query('showDeleted') === 'true',
    offset,
    limit: Math.min(limit, 2500),
  };
}
