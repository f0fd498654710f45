/** A mentor of a running application whose own Google calendar is connected, and what stands in it. */
import { randomUUID } from 'node:crypto';
import type { Founder } from './app-client.ts';
import type { Slot } from './builders.ts';
import { giveConsent } from './google-consent.ts';
import type { TestApp } from './test-app.ts';

export type CalendarMentor = Awaited<ReturnType<typeof addMentorAccount>>;

/** A mentor with an account, and a free time in three days. */
export async function addMentorAccount(app: TestApp) {
  const account = await app.addFounder();
  const mentor = await app.addMentor({ email: `${randomUUID().slice(0, 8)}@mentors.example` });
  await app.linkMentor(mentor.id, account.id);
  const google = `own-${randomUUID().slice(0, 8)}@mail.example`;
  return { account, mentorId: mentor.id, google, slot: await app.addSlot({ mentorId: mentor.id }) };
}

export const connectCalendar = (app: TestApp, by: Founder, body: object) => app.call('connect-calendar', body, by);

/** Where `begin` leads the mentor's browser. */
export async function consentOf(app: TestApp, account: Founder): Promise<string> {
  const { body } = await connectCalendar(app, account, { action: 'begin' });
  const query = new URLSearchParams({ consent: body.consent });
  const answer = await fetch(`${app.host.url}/functions/v1/connect-calendar?${query}`, { redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}

/** What Google sends the mentor's browser back with. */
export async function answerOf(app: TestApp, { account, google }: CalendarMentor, options: { ticked?: string } = {}) {
  const { searchParams } = await giveConsent(app, await consentOf(app, account), { email: google, ...options });
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' };
}

export async function addConnectedMentor(app: TestApp): Promise<CalendarMentor> {
  const mentor = await addMentorAccount(app);
  const { status, body } = await connectCalendar(app, mentor.account, {
    action: 'exchange',
    ...(await answerOf(app, mentor)),
  });
  if (status !== 200) throw new Error(`The calendar is not connected: ${JSON.stringify(body)}`);
  return mentor;
}

/** An appointment of the mentor's at the time of a slot. */
export async function addAppointment(app: TestApp, google: string, slot: Slot): Promise<void> {
  const form = { email: google, date: slot.date, start: slot.startTime.slice(0, 5), end: slot.endTime.slice(0, 5) };
  const answer = await fetch(`${app.host.url}/sandbox/google/calendar`, {
    method: 'POST',
    headers: { origin: app.host.url },
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new Error(`The appointment is not added: ${answer.status}`);
}

export const clearAppointments = (app: TestApp, google: string) =>
  app.sql`delete from sandbox.google_events where calendar_id = ${google}`;

/** Its next check is due now. */
export const makeCheckDue = (app: TestApp, mentorId: string) => app.sql`
  update private.mentor_calendars set next_check_at = now(), wholly_checked_at = null, leased_until = null
  where mentor_id = ${mentorId}`;
