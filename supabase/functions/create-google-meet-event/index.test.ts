import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import type { Founder } from '#tests/kit/app-client.ts';
import { openBookingFixture } from '#tests/kit/booking-fixture.ts';
import { expectAnswer } from '#tests/kit/expect-answer.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';

const app = provideSharedApp();
const fixture = openBookingFixture(app);

afterEach(() => fixture.clearFaults());

const create = async (body: unknown, by?: Founder) =>
  app.call('create-google-meet-event', body, by ?? (await app.administrator()));

it('create-google-meet-event makes the event of an approved booking and reads only its id', async () => {
  const booking = await fixture.addBooking();
  await fixture.approve([booking.id]);
  const { status, body } = await create({
    bookingId: booking.id,
    mentorEmail: 'attacker@evil.example',
    userEmail: 'attacker@evil.example',
    mentorName: 'Somebody else',
    date: '2030-01-01',
    startTime: '01:00',
    endTime: '02:00',
    notes: 'forged',
  });
  expect([status, body]).toEqual([
    200,
    { success: true, meetLink: expect.stringMatching(/^https:\/\/meet\.google\.com\//) },
  ]);
  const { events, wrote } = await fixture.googleOf(booking.id);
  expect(wrote).toEqual([`invitation ${booking.founderEmail}`, `invitation ${booking.mentorEmail}`]);
  expect(events[0].start.dateTime).toContain('T10:00:00+05:30');
  expect(JSON.stringify(events)).not.toMatch(/evil|forged|Somebody else/);
  const again = await create({ bookingId: booking.id });
  expect(again.body).toEqual(body);
  await fixture.waitForMails(booking.id, ['confirmed:founder:0', 'confirmed:mentor:0']);
  expect(await fixture.mailKeysOf(booking.id)).toHaveLength(2);
});

it('create-google-meet-event is for administrators alone', async () => {
  const booking = await fixture.addBooking();
  await fixture.approve([booking.id]);
  expect((await app.call('create-google-meet-event', { bookingId: booking.id })).status).toBe(401);
  const founder = await app.addFounder();
  expectAnswer(await create({ bookingId: booking.id }, founder), 403, { error: 'Admin privileges required.' });
});

it('create-google-meet-event makes no event for a booking that is not approved or does not exist', async () => {
  const booking = await fixture.addBooking();
  expectAnswer(await create({ bookingId: booking.id }), 409, {
    success: false,
    error: 'Only an approved booking has a meeting.',
  });
  expect((await fixture.googleOf(booking.id)).events).toEqual([]);
  expectAnswer(await create({ bookingId: randomUUID() }), 404, {
    success: false,
    error: 'This booking does not exist.',
  });
  expect((await create({ bookingId: 'x' })).status).toBe(400);
});

it('create-google-meet-event says why there is no event, and the worker keeps trying', async () => {
  const booking = await fixture.addBooking();
  // Of both the worker's tries and this one, however often the worker is quicker.
  await fixture.fault({ operation: 'calendar.insert', status: 503, times: 50 });
  await fixture.approve([booking.id]);
  expectAnswer(await create({ bookingId: booking.id }), 200, {
    success: false,
    error: expect.stringContaining('The calendar cannot be reached'),
  });
  await fixture.clearFaults();
  await fixture.atLast(async () => {
    await fixture.runNow([booking.id]);
    expect(await fixture.mailKeysOf(booking.id)).toHaveLength(2);
  });
});
