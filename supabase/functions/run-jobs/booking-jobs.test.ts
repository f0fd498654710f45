import { afterEach, expect, it } from 'vitest';
import { eventually, type Founder } from '#tests/kit/app-client.ts';
import { type BookingMail, type FixtureBooking, openBookingFixture } from '#tests/kit/booking-fixture.ts';
import { expectAnswer } from '#tests/kit/expect-answer.ts';
import { asPerson } from '#tests/kit/payment-fixture.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';

const MEET = /^https:\/\/meet\.google\.com\/[a-z]{3}-[a-z]{4}-[a-z]{3}$/;

const app = provideSharedApp();
const fixture = openBookingFixture(app);

afterEach(() => fixture.clearFaults());

const created = (id: string) =>
  fixture.atLast(async () => expect(await fixture.calendarOf(id)).toMatchObject({ state: 'created' }));

/** A line of the calendar file in an e-mail, unfolded. */
const fieldOf = (mail: BookingMail | undefined, name: string) =>
  new RegExp(`^${name}:(.*)$`, 'm').exec(mail?.attachments[0]?.content.replaceAll(/\r\n[ \t]/g, '') ?? '')?.[1]?.trim();

const retryEvent = (booking: FixtureBooking, administrator: Founder) =>
  asPerson(app, administrator).rpc('retry_calendar_event', { p_booking_id: booking.id });

it('an approved booking gets an event with a video call, and both sides an e-mail with its link', async () => {
  const booking = await fixture.addApprovedBooking();
  const { events, wrote } = await fixture.googleOf(booking.id);
  expect(events).toHaveLength(1);
  expect(events[0].summary).toBe(`Mentoring session: ${booking.mentorName} and ${booking.founderName}`);
  expect(wrote).toEqual([`invitation ${booking.founderEmail}`, `invitation ${booking.mentorEmail}`]);
  const calendar = await fixture.calendarOf(booking.id);
  expect(calendar).toMatchObject({ state: 'created', last_error: null, link: expect.stringMatching(MEET) });

  const [founder, mentor] = await fixture.mailsOf(booking.id);
  expect([founder?.to, mentor?.to]).toEqual([booking.founderEmail, booking.mentorEmail]);
  expect(founder?.subject).toMatch(
    /^Approved: your session with Asha Rao on [A-Z][a-z]{2} \d+ [A-Z][a-z]{2}( \d{4})?$/,
  );
  expect(mentor?.subject).toContain(`Confirmed: your session with ${booking.founderName} on `);
  for (const mail of [founder, mentor]) {
    expect(mail?.html).toContain(`href="${calendar?.link}"`);
    expect(mail?.text).toContain(calendar?.link);
    expect(mail?.text).toContain('10:00 AM – 11:00 AM IST');
    expect(mail?.attachments).toHaveLength(1);
    expect(mail?.attachments[0]?.contentType).toBe('text/calendar; charset=utf-8; method=PUBLISH');
    expect(fieldOf(mail, 'UID')).toBe(events[0].iCalUID);
  }
});

it('a moved and a cancelled session has the name and the number of Google’s event in every calendar file, so that a calendar shows it once', async () => {
  const booking = await fixture.addApprovedBooking();
  const numbers: [file: string, google: number][] = [];
  const compare = async (mail: BookingMail | undefined) => {
    const [event] = (await fixture.googleOf(booking.id)).events;
    expect(fieldOf(mail, 'UID')).toBe(event.iCalUID);
    numbers.push([fieldOf(mail, 'SEQUENCE') ?? '', event.sequence]);
  };
  const mailOf = async (key: string) => (await fixture.waitForMails(booking.id, [key])).find((one) => one.key === key);
  await compare(await mailOf('confirmed:founder:0'));
  await fixture.reschedule(booking.id, '15:00', '16:00', 'Rescheduled: the mentor travels');
  await compare(await mailOf('rescheduled:founder:1'));
  await fixture.end(booking.id, 'cancelled');
  const ended = await mailOf('cancelled:founder:2');
  await compare(ended);
  expect(numbers).toEqual([
    ['0', 0],
    ['1', 1],
    ['2', 2],
  ]);
  expect(fieldOf(ended, 'METHOD')).toBe('CANCEL');
});

it('the e-mails about an approved booking tell neither side the address of the other', async () => {
  const booking = await fixture.addApprovedBooking();
  const [founder, mentor] = await fixture.mailsOf(booking.id);
  expect(JSON.stringify(founder)).not.toContain(booking.mentorEmail);
  expect(JSON.stringify(mentor)).not.toContain(booking.founderEmail);
  expect(JSON.stringify(mentor)).not.toContain(booking.founderEmail.split('@')[0]);
});

it('each guest of an approved booking’s event sees themselves alone in the guest list', async () => {
  const booking = await fixture.addApprovedBooking();
  for (const guest of [booking.founderEmail, booking.mentorEmail]) {
    expect(await fixture.guestListOf(booking.id, guest)).toEqual([guest]);
  }
});

it('the guests of an event that showed them are hidden by one job, although Google is down or refuses it', {
  tags: ['faults'],
}, async () => {
  const administrator = await app.addAdministrator();
  const booking = await fixture.addApprovedBooking();
  const { wrote } = await fixture.googleOf(booking.id);
  await fixture.fault({ operation: 'calendar.patch', status: 503 });
  await fixture.fault({ operation: 'calendar.patch', status: 400 });
  await fixture.showGuests(booking.id);
  const jobs = () => app.sql`
    select id, state, last_error from private.outbox
    where kind = 'hide_guests' and payload ->> 'booking_id' = ${booking.id}`;
  await fixture.atLast(async () => {
    await fixture.runNow([booking.id]);
    expect(await jobs()).toMatchObject([{ state: 'dead', last_error: expect.stringContaining('Google refused') }]);
  });
  expect(await fixture.guestListOf(booking.id, booking.founderEmail)).toHaveLength(2);

  const [job] = await jobs();
  expectAnswer(await asPerson(app, administrator).rpc('retry_job', { p_job_id: job?.id }), 204, undefined);
  await fixture.atLast(async () => expect(await jobs()).toMatchObject([{ state: 'done' }]));
  for (const guest of [booking.founderEmail, booking.mentorEmail]) {
    expect(await fixture.guestListOf(booking.id, guest)).toEqual([guest]);
  }
  expect((await fixture.googleOf(booking.id)).wrote).toEqual(wrote);
  const [event] = await app.sql`select hides_guests from private.calendar_events where booking_id = ${booking.id}`;
  expect(event?.hides_guests).toBe(true);
});

it('an approved booking has one event and mail a side, unanswered (failure mode: calendar called twice)', async () => {
  const booking = await fixture.addBooking();
  await fixture.fault({ operation: 'calendar.insert', status: 500, is_after: true });
  await fixture.approve([booking.id]);
  await fixture.atLast(async () => {
    await fixture.runNow([booking.id]);
    expect(await fixture.mailKeysOf(booking.id)).toHaveLength(2);
  });
  const { events, wrote } = await fixture.googleOf(booking.id);
  expect(events).toHaveLength(1);
  expect(wrote).toHaveLength(2);
});

it('an approved booking has one event and mail a side in a race (failure mode: calendar called twice)', async () => {
  const administrator = await app.addAdministrator();
  const booking = await fixture.addBooking();
  await fixture.approve([booking.id]);
  const again = () => app.sql`
      select private.enqueue_job('booking_confirmed', jsonb_build_object('booking_id', ${booking.id}::text))`;
  await Promise.all([again(), again(), again()]);
  const answers = await Promise.all([
    fixture.run(),
    app.call('create-google-meet-event', { bookingId: booking.id }, administrator),
    fixture.run(),
    app.call('create-google-meet-event', { bookingId: booking.id }, administrator),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await fixture.waitForMails(booking.id, ['confirmed:founder:0', 'confirmed:mentor:0']);
  await fixture.waitForJobs(booking.id);
  expect(await fixture.mailKeysOf(booking.id)).toHaveLength(2);
  const { events, wrote } = await fixture.googleOf(booking.id);
  expect(events).toHaveLength(1);
  expect(wrote).toHaveLength(2);
});

it('the event of an approved booking waits for a video call that Google is still creating', async () => {
  const booking = await fixture.addBooking();
  await fixture.fault({ operation: 'calendar.insert', kind: 'conference_pending' });
  await fixture.approve([booking.id]);
  await created(booking.id);
  expect((await fixture.calendarOf(booking.id))?.link).toMatch(MEET);
});

it('a hundred bookings approved while the calendar is down each have one event and one e-mail a side afterwards ' +
  '(failure mode: calendar down)', { tags: ['faults'], timeout: 300_000 }, async () => {
  const bookings: FixtureBooking[] = [];
  for (let at = 0; at < 100; at += 10) {
    bookings.push(...(await Promise.all(Array.from({ length: 10 }, () => fixture.addBooking()))));
  }
  const ids = bookings.map(({ id }) => id);
  await fixture.fault({ operation: '*', status: 503, times: 10_000 });
  await fixture.approve(ids);
  await fixture.atLast(async () => {
    await fixture.run();
    const [tried] = await app.sql`
        select count(*)::int from private.calendar_events
      where booking_id in ${app.sql(ids)} and last_error is not null`;
    expect(tried?.count).toBe(100);
  }, 120_000);
  const [behind] = await app.sql`
      select count(*)::int from private.calendar_events where booking_id in ${app.sql(ids)} and state = 'pending'`;
  expect(behind?.count).toBe(100);
  const mails = () => app.sql`
      select "to", count(*)::int from sandbox.mails
      where "to" in ${app.sql(bookings.flatMap((one) => [one.founderEmail, one.mentorEmail]))} group by 1`;
  expect(await mails()).toHaveLength(0);

  await fixture.clearFaults();
  await fixture.atLast(async () => {
    await Promise.all([fixture.runNow(ids), fixture.run()]);
    expect(await mails()).toHaveLength(200);
  }, 120_000);
  expect((await mails()).every(({ count }) => count === 1)).toBe(true);
  const events = await app.sql`
      select count(*)::int, count(distinct conference::text)::int as rooms from sandbox.google_events
      where status = 'confirmed' and id in ${app.sql(ids.map((id) => `p0${id.replaceAll('-', '')}`))}`;
  expect(events[0]).toEqual({ count: 100, rooms: 100 });
  const [wrote] = await app.sql`
      select count(*)::int from sandbox.google_invitations
      where event_id in ${app.sql(ids.map((id) => `p0${id.replaceAll('-', '')}`))}`;
  expect(wrote?.count).toBe(200);
});

it('when the calendar refuses an event, the e-mails go out without a link, and again once there is one', {
  tags: ['faults'],
}, async () => {
  const booking = await fixture.addBooking();
  await fixture.fault({ operation: 'calendar.insert', status: 400 });
  await fixture.approve([booking.id]);
  const [founder] = await fixture.waitForMails(booking.id, [
    'confirmed-without-link:founder:0',
    'confirmed-without-link:mentor:0',
  ]);
  expect(founder?.text).toContain('We will send the meeting link separately');
  expect(await fixture.calendarOf(booking.id)).toMatchObject({
    state: 'failed',
    last_error: expect.stringContaining('Google refused the event'),
  });
  await fixture.atLast(async () => expect(await fixture.jobsOf(booking.id)).toMatchObject([{ state: 'dead' }]));

  const administrator = await app.addAdministrator();
  expectAnswer(await retryEvent(booking, administrator), 200, 'pending');
  await fixture.waitForMails(booking.id, ['confirmed:founder:0', 'confirmed:mentor:0']);
  expect(await fixture.mailKeysOf(booking.id)).toHaveLength(4);
});

it('the e-mails about an approved booking wait for the link for five minutes at most', {
  tags: ['faults'],
}, async () => {
  const booking = await fixture.addBooking();
  await fixture.fault({ operation: 'calendar.insert', status: 503, times: 100 });
  await fixture.approve([booking.id]);
  /** A claim counts its try at once: only the error says that the try is over. */
  const triedFor = (attempts: number, state = 'ready') =>
    fixture.atLast(async () =>
      expect(await fixture.jobsOf(booking.id)).toMatchObject([
        { state, attempts, last_error: expect.stringContaining('503') },
      ]),
    );
  const setAttempts = (attempts: number) => app.sql`
      update private.outbox set attempts = ${attempts}, last_error = null
      where kind = 'booking_confirmed' and payload ->> 'booking_id' = ${booking.id}`;
  await triedFor(1);
  await fixture.letCalendarWait(booking.id, 3);
  await fixture.run();
  expect(await fixture.mailKeysOf(booking.id)).toEqual([]);
  // The scheduler's next round may be a minute away.
  await fixture.letCalendarWait(booking.id, 4);
  await fixture.waitForMails(booking.id, ['confirmed-without-link:founder:0', 'confirmed-without-link:mentor:0']);
  expect((await fixture.calendarOf(booking.id))?.state).toBe('pending');
  await setAttempts(11);
  await fixture.runNow([booking.id]);
  await triedFor(12, 'dead');
  expect((await fixture.calendarOf(booking.id))?.state).toBe('failed');
  expect(await fixture.mailKeysOf(booking.id)).toHaveLength(2);
});

it('the calendar is tried again when an administrator asks, although an earlier try is then refused', {
  tags: ['faults'],
}, async () => {
  const administrator = await app.addAdministrator();
  const booking = await fixture.addBooking();
  // The second try begins while the first is under way, ends after it, and has to be tried again.
  for (const [status, delay_ms] of [
    [400, 600],
    [503, 900],
  ]) {
    await fixture.fault({ operation: 'calendar.insert', status });
    await fixture.fault({ operation: 'calendar.insert', kind: 'delay', delay_ms });
  }
  await fixture.approve([booking.id]);
  const underWay = fixture.run();
  await eventually(async () => {
    const { body } = await app.request('/sandbox/google/faults', {});
    expect(body).toHaveLength(2);
  });
  expectAnswer(await retryEvent(booking, administrator), 200, 'pending');
  await underWay;
  await fixture.atLast(async () =>
    expect(await fixture.jobsOf(booking.id)).toMatchObject([
      { state: 'ready', tries: 1, last_error: expect.stringContaining('503') },
    ]),
  );
  await fixture.runNow([booking.id]);
  await created(booking.id);
  await fixture.waitForMails(booking.id, ['confirmed:founder:0', 'confirmed:mentor:0']);
  await fixture.atLast(async () => expect(await fixture.jobsOf(booking.id)).toMatchObject([{ state: 'done' }]));
});

it('administrators get one e-mail about a booking of which half of its time for the answer has passed', async () => {
  const { id: admin } = await app.administrator();
  const booking = await fixture.addBooking();
  await app.backdate(booking.id, 13);
  const [row] = await app.sql`select code from public.bookings where id = ${booking.id}`;
  const mails = () => app.sql`
    select j.key, m.subject, m.text from private.outbox j join sandbox.mails m on m.id = j.id
    where j.key like ${`alert:${admin}:waiting:%`} and m.text like ${`%${row?.code}%`}`;
  await fixture.atLast(async () => expect(await mails()).toHaveLength(1));
  await fixture.run();
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/needs? your answer$/);
});

const DESCRIBED = 'What <a href="https://x.example">x</a> and &lt; cost me?';

it('a changed brief tells the mentor once, and the event’s description follows without an e-mail', async () => {
  const booking = await fixture.addApprovedBooking();
  const { wrote } = await fixture.googleOf(booking.id);
  const write = (question: string, revision: number) => app.sql`
    with brief as (
      insert into public.session_briefs (booking_id, user_id, mentor_id, question, link)
      select id, user_id, mentor_id, ${question}, 'https://deck.example/a' from public.bookings where id = ${booking.id}
      on conflict (booking_id) do update set question = excluded.question, revision = ${revision}
      returning booking_id)
    select private.plan_brief_changed(booking_id, ${revision}, interval '0') from brief`;
  await write('The first of two texts', 1);
  await write(DESCRIBED, 2);
  const mailsOfBrief = async () =>
    (await fixture.mailKeysOf(booking.id)).filter((key) => key.startsWith('brief-changed:'));
  await fixture.atLast(async () => {
    await fixture.runNow([booking.id]);
    expect(await mailsOfBrief()).toEqual(['brief-changed:mentor:2']);
    const { events } = await fixture.googleOf(booking.id);
    expect(events[0].description).toContain(
      'wants to leave with: What &lt;a href="https://x.example"&gt;x&lt;/a&gt; and &amp;lt; cost me?',
    );
    expect(events[0].description).toContain('Link: https://deck.example/a');
    // Neither side's address (docs/product/calendars.md#events).
    expect(`${events[0].summary}\n${events[0].description}`).not.toContain('@');
    expect(events[0].guestsCanSeeOtherGuests).toBe(false);
  });
  expect((await fixture.googleOf(booking.id)).wrote).toEqual(wrote);
});

it('a shared summary goes to both sides once for each sending', async () => {
  const booking = await fixture.addApprovedBooking();
  await app.sql`
    insert into public.session_summaries (booking_id, body, shared_at, mails_sent)
    values (${booking.id}, 'Ask for twenty thousand rupees.', now(), 1)`;
  const plan = () => app.sql`
    select private.enqueue_job('summary_mail', jsonb_build_object('booking_id', ${booking.id}::text, 'number', 1))`;
  await Promise.all([plan(), plan()]);
  await fixture.atLast(async () => {
    await fixture.runNow([booking.id]);
    const keys = (await fixture.mailKeysOf(booking.id)).filter((key) => key.startsWith('summary:'));
    expect(keys.sort()).toEqual(['summary:founder:1', 'summary:mentor:1']);
  });
});
