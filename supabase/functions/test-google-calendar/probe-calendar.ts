import { randomUUID } from 'node:crypto';
import { calendarTest } from '#copy/office/calendar-test.ts';
import { findEnv } from '#functions/_shared/env.ts';
import { describeError, logProblem } from '#functions/_shared/log.ts';
import {
  type CalendarAccess,
  deleteEvent,
  findCalendar,
  insertEvent,
  listCalendars,
} from '#functions/_shared/office/google-calendar.ts';
import { addDays, istToday } from '#rules/shell/ist.ts';

/** The test's findings so far. */
export interface Finding {
  workingCalendarId?: string;
  calendarInfo?: { summary: string; timeZone: string; accessRole: string };
  testEventCreated: boolean;
  meetLinkGenerated: boolean;
  availableCalendars: { summary: string; accessRole: string; id: string }[];
  /** The test event could not be deleted again. */
  isEventLeft?: boolean;
}

/** Google answered without an error, but the result is not usable. The message is for the administrator. */
export class TestFailed extends Error {
  override readonly name = 'TestFailed';
}

/**
 * Creates an event with a Meet link and without guests, and deletes it again. Writes its progress into `found`.
 * @throws TestFailed, and what the calendar's client throws
 */
export async function probeCalendar(access: CalendarAccess, found: Finding): Promise<void> {
  const calendars = await listCalendars(access);
  found.availableCalendars = calendars.map(({ summary, accessRole, id }) => ({ summary, accessRole, id }));
  const calendar = await findCalendar(access);
  if (!calendar) {
    throw new TestFailed(calendarTest.errors.calendarNotFound(findEnv('GOOGLE_CALENDAR_ID') ?? 'primary'));
  }
  const { id, summary, timeZone, accessRole } = calendar;
  found.workingCalendarId = id;
  found.calendarInfo = { summary, timeZone, accessRole };
  await makeEvent(access, found);
  if (!found.meetLinkGenerated) throw new TestFailed(calendarTest.errors.noMeetLink);
}

async function makeEvent(access: CalendarAccess, found: Finding): Promise<void> {
  const id = `p0test${randomUUID().replaceAll('-', '')}`;
  try {
    const event = await insertEvent(access, {
      id,
      requestId: id,
      ...calendarTest.event,
      // At night, where it disturbs no one's day during its few seconds.
      date: addDays(istToday(new Date()), 1),
      startTime: '03:00',
      endTime: '03:15',
      guests: [],
      isSilent: true,
    });
    found.testEventCreated = true;
    found.meetLinkGenerated = event.meetLink !== null;
  } finally {
    // Also after a failure: Google may have created the event although its answer was lost.
    await deleteEvent(access, id, { isSilent: true }).catch((error: unknown) => {
      logProblem('warn', 'The event of the calendar test was not deleted', { error: describeError(error) });
      found.isEventLeft = found.testEventCreated;
    });
  }
}
