import { type Answer, openGoogleFixture } from './google.ts';

/** The calendar that the stand-in's permission belongs to. */
export const OWNER = 'calendar@point-0.example';
export const EVENTS = '/calendars/primary/events';
export const WITH_ALL = 'conferenceDataVersion=1&sendUpdates=all';

export type CalendarFixture = Awaited<ReturnType<typeof openCalendar>>;

/** Google's stand-in, and calls of its Calendar API with the owner's permission. */
export async function openCalendar() {
  const google = await openGoogleFixture();
  let token = await google.accessToken();
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    google.api(method, path, { token, ...(body !== undefined && { body }) });
  const insert = (body: unknown, query = WITH_ALL) => call('POST', `${EVENTS}?${query}`, body);
  /** After the tokens have ended. */
  const renewToken = async () => {
    token = await google.accessToken();
  };
  return { google, call, insert, renewToken };
}

export const session = (changes: object = {}) => ({
  summary: 'Session with Asha Rao',
  start: { dateTime: '2026-11-24T10:00:00+05:30', timeZone: 'Asia/Kolkata' },
  end: { dateTime: '2026-11-24T11:00:00+05:30', timeZone: 'Asia/Kolkata' },
  attendees: [{ email: 'founder@startup.example' }, { email: 'mentor@mentors.example' }],
  ...changes,
});

export const withMeet = (requestId: string, changes: object = {}) =>
  session({
    conferenceData: { createRequest: { requestId, conferenceSolutionKey: { type: 'hangoutsMeet' } } },
    ...changes,
  });

export const reasonOf = (answer: { body: { error: { errors: { reason: string }[] } } }) =>
  answer.body.error.errors[0]?.reason;
