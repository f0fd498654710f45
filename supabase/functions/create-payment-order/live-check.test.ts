import { afterEach, expect, it } from 'vitest';
import type { Founder } from '#tests/kit/app-client.ts';
import { openBookingFixture } from '#tests/kit/booking-fixture.ts';
import {
  addAppointment,
  addConnectedMentor,
  type CalendarMentor,
  clearAppointments,
  connectCalendar,
} from '#tests/kit/mentor-calendar.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';

const app = provideSharedApp();
const google = openBookingFixture(app);
afterEach(() => google.clearFaults());

const order = (by: Founder, { slot }: CalendarMentor) =>
  app.call('create-payment-order', app.orderRequest(by, slot), by);

const claimsOf = async ({ mentorId }: CalendarMentor) =>
  (await app.sql`select count(*)::int as n from private.slot_claims where mentor_id = ${mentorId}`)[0]?.n;
const ordersOf = async ({ mentorId }: CalendarMentor) =>
  (await app.sql`select count(*)::int as n from private.payment_orders where mentor_id = ${mentorId}`)[0]?.n;
const busyOf = async ({ mentorId }: CalendarMentor) =>
  (await app.sql`select count(*)::int as n from private.mentor_busy where mentor_id = ${mentorId}`)[0]?.n;
/** How each question before a sale ended. */
const checksOf = async ({ mentorId }: CalendarMentor) =>
  (await app.sql`select outcome from private.live_calendar_checks where mentor_id = ${mentorId} order by at`).map(
    (one) => one.outcome,
  );

/** Google takes this long for each answer from now on; answers how many have been asked for since. */
async function slowDown(milliseconds: number): Promise<() => Promise<number>> {
  await google.fault({ operation: 'calendar.freebusy', kind: 'delay', delay_ms: milliseconds, times: 1000 });
  return async () => {
    const { body } = await app.request('/sandbox/google/faults', {});
    return 1000 - body[0].times_left;
  };
}

const BUSY = { error: 'This mentor is busy at this time. Please choose another time.', code: 'slot_busy' };

it('create-payment-order refuses a time at which the mentor has become busy, with no hold and no order', async () => {
  const mentor = await addConnectedMentor(app);
  const founder = await app.addFounder();
  await addAppointment(app, mentor.google, mentor.slot);
  const refused = await order(founder, mentor);
  expect([refused.status, refused.body]).toEqual([409, BUSY]);
  expect([await claimsOf(mentor), await ordersOf(mentor), await busyOf(mentor)]).toEqual([0, 0, 1]);
  // What was stored is hidden now, and free again with the next answer.
  const [row] =
    await app.sql`select hidden_because from public.mentor_availability where mentor_id = ${mentor.mentorId}`;
  expect(row?.hidden_because).toBe('calendar');
  await clearAppointments(app, mentor.google);
  expect((await order(founder, mentor)).status).toBe(200);
  expect([await busyOf(mentor), await checksOf(mentor)]).toEqual([0, ['busy', 'free']]);
});

it('create-payment-order asks about the buffers as well, and nobody’s calendar without a connection', async () => {
  const mentor = await addConnectedMentor(app);
  const founder = await app.addFounder();
  await addAppointment(app, mentor.google, { ...mentor.slot, startTime: '11:00:00', endTime: '11:30:00' });
  await app.sql`update public.mentor_settings set buffer_after_minutes = 15 where mentor_id = ${mentor.mentorId}`;
  expect((await order(founder, mentor)).body).toEqual(BUSY);
  await connectCalendar(app, mentor.account, { action: 'disconnect' });
  const asked = await slowDown(0);
  expect([(await order(founder, mentor)).status, await asked()]).toEqual([200, 0]);
});

it('no refusal tells whether a mentor is busy at a time that is not on offer, and nobody’s calendar is asked about it', async () => {
  const mentor = await addConnectedMentor(app);
  const founder = await app.addFounder();
  const evening = { ...mentor.slot, startTime: '20:00:00', endTime: '21:00:00' };
  await addAppointment(app, mentor.google, evening);
  const asked = await slowDown(0);
  const answers = [await order(founder, { ...mentor, slot: evening })];
  await app.sql`update public.mentors set is_taking_bookings = false where id = ${mentor.mentorId}`;
  answers.push(await order(founder, mentor));
  expect(answers.map(({ body }) => body.code)).toEqual(['slot_not_offered', 'mentor_paused']);
  expect([await asked(), await busyOf(mentor)]).toEqual([0, 0]);
});

it('a calendar that is silent for five seconds delays an order by less than two, and is counted', async () => {
  const mentors = await Promise.all([addConnectedMentor(app), addConnectedMentor(app)]);
  const [free, busy] = mentors as [CalendarMentor, CalendarMentor];
  const founder = await app.addFounder();
  // One's stored copy says that the time is busy, the other's that it is free; Google would say the opposite.
  await addAppointment(app, free.google, free.slot);
  await app.sql`
    insert into private.mentor_busy (mentor_id, during)
    select mentor_id, during from public.mentor_availability where mentor_id = ${busy.mentorId}`;
  await slowDown(5000);
  const beganAt = performance.now();
  const [made, refused] = await Promise.all([order(founder, free), order(founder, busy)]);
  expect(performance.now() - beganAt).toBeLessThan(3500);
  expect([made.status, refused.status, refused.body]).toEqual([200, 409, BUSY]);
  expect([await claimsOf(free), await claimsOf(busy)]).toEqual([1, 0]);
  expect([await checksOf(free), await checksOf(busy)]).toEqual([['timeout'], ['timeout']]);
  expect(app.host.output()).toMatch(/"msg":"calendar_check_skipped"[^\n]*"reason":"timeout"/);
});

it.each([
  ['unavailable', { operation: 'calendar.freebusy', status: 500 }],
  ['limited', { operation: 'calendar.freebusy', status: 403 }],
  ['calendar_unread', { operation: 'calendar.freebusy', kind: 'calendar_error' }],
  ['revoked', undefined],
])('an order goes on with the stored copy where the calendar is %s', async (reason, fault) => {
  const mentor = await addConnectedMentor(app);
  // Not once only: a round of jobs may ask the calendar of another mentor first.
  if (fault) await google.fault({ ...fault, times: 5 });
  else await google.lever('tokens/revoke', { email: mentor.google });
  expect((await order(await app.addFounder(), mentor)).status).toBe(200);
  expect(await checksOf(mentor)).toEqual([reason]);
});

it('a crowd of buyers of one time shares one question, and who is refused or holds it already asks none', async () => {
  const mentor = await addConnectedMentor(app);
  const founders = await Promise.all(Array.from({ length: 8 }, () => app.addFounder()));
  const asked = await slowDown(700);
  const answers = await Promise.all(founders.map((founder) => order(founder, mentor)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  expect(await asked()).toBe(1);
  const winner = founders[answers.findIndex(({ status }) => status === 200)] as Founder;
  const again = await Promise.all([order(winner, mentor), order(await app.addFounder(), mentor)]);
  expect([again.map(({ status }) => status), await asked()]).toEqual([[200, 409], 1]);
});
