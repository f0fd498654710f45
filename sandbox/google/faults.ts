import type { Sql } from 'postgres';
import { createFaultList, faultShapeOf } from '../faults.ts';
import { faultFailure as calendarFailure } from './calendar/errors.ts';
import { faultFailure } from './errors.ts';

/** What can be told to misbehave: the consent page, and calls of the provider; `token` is any call of its endpoint. */
const OPERATIONS = ['authorize', 'token', 'token.refresh', 'revoke', 'certs', 'userinfo'] as const;
const CALENDAR_OPERATIONS = [
  'calendar.list',
  'calendar.get',
  'calendar.insert',
  'calendar.patch',
  'calendar.delete',
  'calendar.freebusy',
] as const;

/**
 * `conference_pending` on calendar.insert or calendar.patch makes a video call that is not ready at once, and on
 * calendar.get keeps it from becoming so; `conference_failure` makes none. `calendar_error` on calendar.freebusy shows
 * none of the calendars that it asks about.
 */
export const faultShape = faultShapeOf(
  [...OPERATIONS, ...CALENDAR_OPERATIONS],
  ['conference_pending', 'conference_failure', 'calendar_error'],
);

export type Faults = ReturnType<typeof createFaults>;

export function createFaults(sql: Sql) {
  return createFaultList<(typeof OPERATIONS)[number]>({ sql, table: 'google_faults', failure: faultFailure });
}

/** The same list, for calls that answer their failures in the shape of the Calendar API. */
export function createCalendarFaults(sql: Sql) {
  return createFaultList<(typeof CALENDAR_OPERATIONS)[number]>({
    sql,
    table: 'google_faults',
    failure: calendarFailure,
  });
}
