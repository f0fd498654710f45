/**
 * E-mails to administrators about what waits, came in and failed
 * (docs/product/notifications.md#alerts-to-administrators).
 */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { sql } = db;

const aColleague = async () => {
  const id = await db.addFounder();
  await sql`update public.profiles set is_admin = true where id = ${id}`;
  await sql`update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()) where id = ${id}`;
  return id;
};
const plan = (via = db.service) => via`select public.plan_alerts()`;
const choose = (admin: string, kind: string, choice: string) =>
  db.actAs(admin, (by) => by`select public.choose_alert(${kind}, ${choice}) as choices`);
/** The e-mails planned for `admin` since `forget`. */
const plannedFor = async (admin: string) => {
  const rows = await sql`
    select payload ->> 'bucket' as bucket, run_at > now() as is_later from private.outbox
    where kind = 'admin_alert' and payload ->> 'admin_id' = ${admin} order by created_at`;
  return rows.map(({ bucket, is_later }) => ({ bucket: String(bucket), isLater: Boolean(is_later) }));
};
const kindsFor = async (admin: string) => (await plannedFor(admin)).map(({ bucket }) => bucket.split(':')[0]).sort();
const mailOf = async (admin: string, bucket: string) => {
  const [row] = await db.service`select public.alert_for_jobs(${admin}, ${bucket}) as mail`;
  return row?.mail;
};
const topicsOf = async (admin: string) => {
  const mails = await Promise.all((await plannedFor(admin)).map(({ bucket }) => mailOf(admin, bucket)));
  return mails.flatMap((mail) => mail.items.map(({ topic }: { topic: string }) => topic)).sort();
};

const CAME_IN = ['new_booking', 'new_application', 'new_story', 'new_help_request'];

let admin: string;
beforeEach(async () => {
  // What was there before is known already; only what a test adds is told.
  await plan();
  await sql`delete from private.outbox where kind = 'admin_alert'`;
  await sql`update public.profiles set is_admin = false where is_admin and id <> ${db.admin}`;
  admin = await aColleague();
  for (const kind of CAME_IN) await choose(admin, kind, 'never');
});

test('a mentor who cannot take a booking is told of as new bookings are, until it is decided', async () => {
  const { bookingId, mentorId } = await db.addPaidBooking();
  await sql`insert into private.mentor_answers (booking_id, mentor_id, answer, reason_code, via)
    values (${bookingId}, ${mentorId}, 'decline', 'not_free', 'link')`;
  await plan();
  expect(await topicsOf(admin), 'who wants none gets none').toEqual([]);
  await sql`delete from private.alert_events where kind = 'mentor_declined'`;
  await choose(admin, 'new_booking', 'each');
  await plan();
  await plan();
  expect(await topicsOf(admin)).toEqual(['mentor_declined']);
  // The mentor changes the answer twice.
  await sql`update private.mentor_answers set answer = 'accept', reason_code = null where booking_id = ${bookingId}`;
  expect(await topicsOf(admin)).toEqual([]);
  await sql`
    update private.mentor_answers set answer = 'decline', reason_code = 'not_free', answered_at = now()
    where booking_id = ${bookingId}`;
  await plan();
  expect(await topicsOf(admin)).toEqual(['mentor_declined']);
  await db.setStatus(db.admin, bookingId, 'rejected');
  expect(await topicsOf(admin)).toEqual([]);
});

test('a founder’s request to cancel or move is told of at once, until it is answered', async () => {
  const { founder, bookingId } = await db.addPaidBookingIn(18);
  await plan();
  await choose(admin, 'waiting_booking', 'never');
  await db.as(founder)`select public.ask_for_change(${bookingId}, 'cancel', '')`;
  await plan();
  expect(await topicsOf(admin), 'who wants none gets none').toEqual([]);
  await sql`delete from private.alert_events where kind = 'change_request'`;
  await choose(admin, 'waiting_booking', 'each');
  await plan();
  await plan();
  expect(await topicsOf(admin)).toEqual(['change_request']);
  await sql`update public.change_requests set state = 'withdrawn', answered_at = now() where booking_id = ${bookingId}`;
  expect(await topicsOf(admin)).toEqual([]);
});

describe('bookings that wait', () => {
  test('half and four fifths of the time for the answer are one e-mail each', async () => {
    const { bookingId } = await db.addPaidBooking();
    await db.backdate(bookingId, 11.5);
    await plan();
    expect(await plannedFor(admin)).toEqual([]);
    await db.backdate(bookingId, 12.1);
    await Promise.all([plan(), plan()]);
    await plan();
    const [half, ...others] = await plannedFor(admin);
    expect(others).toEqual([]);
    expect(half).toMatchObject({ bucket: expect.stringMatching(/^waiting:\d+$/), isLater: false });
    expect(await mailOf(admin, half?.bucket ?? '')).toMatchObject({
      email: expect.stringContaining('@'),
      items: [{ topic: 'waiting_booking', booking_id: bookingId, code: expect.stringMatching(/^P0-/) }],
    });
    await db.backdate(bookingId, 19.3);
    await plan();
    await plan();
    expect(await kindsFor(admin)).toEqual(['waiting', 'waiting']);
  });

  test('bookings that cross a mark within ten minutes share one e-mail, a later one gets its own', async () => {
    const [first, second, third] = await Promise.all([db.addPaidBooking(), db.addPaidBooking(), db.addPaidBooking()]);
    await db.backdate(first.bookingId, 12.01);
    await db.backdate(second.bookingId, 11.9);
    await db.backdate(third.bookingId, 11.5);
    await plan();
    const [mail, ...others] = await plannedFor(admin);
    expect(others).toEqual([]);
    const { items } = await mailOf(admin, mail?.bucket ?? '');
    expect(items.map((item: { booking_id: string }) => item.booking_id).sort()).toEqual(
      [first.bookingId, second.bookingId].sort(),
    );
    await db.backdate(second.bookingId, 12.1);
    await plan();
    expect(await plannedFor(admin)).toHaveLength(1);
    await db.backdate(third.bookingId, 12.1);
    await plan();
    expect(await plannedFor(admin)).toHaveLength(2);
  });

  test('a booking that was decided before the e-mail goes is not in it', async () => {
    const { bookingId } = await db.addPaidBooking();
    await db.backdate(bookingId, 12.1);
    await plan();
    await db.setStatus(db.admin, bookingId, 'confirmed');
    expect(await topicsOf(admin)).toEqual([]);
  });

  test('who turned them off gets none, and somebody who is no administrator any more gets nothing', async () => {
    const former = await aColleague();
    await choose(former, 'new_booking', 'never');
    await choose(admin, 'waiting_booking', 'never');
    const { bookingId } = await db.addPaidBooking();
    await db.backdate(bookingId, 12.1);
    await plan();
    expect(await plannedFor(admin)).toEqual([]);
    const [mail] = await plannedFor(former);
    await sql`update public.profiles set is_admin = false where id = ${former}`;
    expect(await mailOf(former, mail?.bucket ?? '')).toBeNull();
    await db.backdate(bookingId, 19.3);
    await plan();
    expect(await plannedFor(former)).toHaveLength(1);
  });
});

describe('what came in', () => {
  const aStory = async () => {
    await sql`insert into public.impact_stories (name, experience) values ('Meera', ${`It helped. ${randomUUID()}`})`;
  };
  const anApplication = async () => {
    await sql`
      insert into public.mentor_applications (name, phone, linkedin)
      values ('Kiran Bose', '+91 98765 43210', 'https://www.linkedin.com/in/kiran')`;
  };

  const aHelpRequest = async (hoursOld = 0) => {
    const [row] = await sql`
      insert into private.mentor_requests (id, email, text, created_at)
      values (${randomUUID()}, 'asha@startup.example', 'Who knows how to sell toys?',
        now() - make_interval(hours => ${hoursOld}))
      returning id`;
    return String(row?.id);
  };

  test('the digest of an hour is one e-mail after the hour, however much came in', async () => {
    for (const kind of CAME_IN) await choose(admin, kind, 'digest');
    await db.addPaidBooking();
    await aStory();
    await plan();
    await anApplication();
    await aHelpRequest();
    await db.addPaidBooking();
    await plan();
    const mails = await plannedFor(admin);
    // The hour may end between the two rounds.
    expect(mails.length).toBeLessThanOrEqual(2);
    for (const mail of mails) expect(mail).toEqual({ bucket: expect.stringMatching(/^digest:\d+$/), isLater: true });
    expect(await topicsOf(admin)).toEqual([
      'new_application',
      'new_booking',
      'new_booking',
      'new_help_request',
      'new_story',
    ]);
  });

  test('each is one e-mail an event at once; what is no longer wanted is left out when it goes', async () => {
    await choose(admin, 'new_booking', 'each');
    await db.addPaidBooking();
    await db.addPaidBooking();
    await aStory();
    await plan();
    await plan();
    expect(await kindsFor(admin)).toEqual(['each', 'each']);
    expect((await plannedFor(admin)).every(({ isLater }) => !isLater)).toBe(true);
    expect(await topicsOf(admin)).toEqual(['new_booking', 'new_booking']);
    await choose(admin, 'new_booking', 'never');
    expect(await topicsOf(admin)).toEqual([]);
  });

  test('a help request is told once, with the address and without the question, until it is answered', async () => {
    await aHelpRequest();
    await plan();
    expect(await plannedFor(admin), 'who wants none gets none').toEqual([]);
    await choose(admin, 'new_help_request', 'each');
    await aHelpRequest(49);
    const id = await aHelpRequest();
    await plan();
    await plan();
    const [mail, ...others] = await plannedFor(admin);
    expect(others, 'one that is older than two days is not told').toEqual([]);
    expect((await mailOf(admin, mail?.bucket ?? '')).items).toEqual([
      { topic: 'new_help_request', email: 'asha@startup.example' },
    ]);
    await db.actAs(db.admin, (by) => by`select public.close_mentor_request(${id})`);
    expect(await topicsOf(admin)).toEqual([]);
    await aHelpRequest();
    await plan();
    expect(await topicsOf(admin)).toEqual(['new_help_request']);
    await choose(admin, 'new_help_request', 'never');
    expect(await topicsOf(admin), 'what is no longer wanted is left out').toEqual([]);
  });

  test('an unpaid booking and a story that is approved already are not told', async () => {
    for (const kind of ['new_booking', 'new_story']) await choose(admin, kind, 'each');
    await db.addBooking({ owner: await db.addFounder() });
    await sql`insert into public.impact_stories (name, experience, is_approved) values ('Meera', 'It helped.', true)`;
    await plan();
    expect(await plannedFor(admin)).toEqual([]);
  });
});

describe('failures', () => {
  const aDeadJob = async (kind: string, key: string | null = null) => {
    await sql`
      insert into private.outbox (kind, payload, state, attempts, last_error, finished_at, key)
      values (${kind}, '{}', 'dead', 12, 'gave up', now(), ${key})`;
  };

  test('jobs that were given up, failed refunds and discrepancies share an e-mail that nobody can turn off', async () => {
    const { paymentId, bookingId } = await db.addPaidBooking();
    await db.setStatus(db.admin, bookingId, 'rejected');
    await sql`update private.refunds set state = 'failed' where payment_id = ${paymentId}`;
    await aDeadJob('booking_confirmed');
    await sql`insert into private.money_findings (kind, subject) values ('dispute', ${randomUUID()})`;
    await plan();
    await plan();
    const mails = await plannedFor(admin);
    expect(mails.length).toBeLessThanOrEqual(2);
    for (const mail of mails) expect(mail).toEqual({ bucket: expect.stringMatching(/^failures:\d+$/), isLater: true });
    expect(await topicsOf(admin)).toEqual(['discrepancy', 'failed_job', 'failed_refund']);
    const items = (await Promise.all(mails.map(({ bucket }) => mailOf(admin, bucket)))).flatMap((mail) => mail.items);
    expect(items).toContainEqual({
      topic: 'failed_refund',
      amount_paise: 350_000,
      currency: 'INR',
      payment_id: paymentId,
    });
    await sql`update private.outbox set state = 'ready' where kind = 'booking_confirmed' and state = 'dead'`;
    expect(await topicsOf(admin)).toEqual(['discrepancy', 'failed_refund']);
    await expect(choose(admin, 'failure', 'never')).rejects.toMatchObject({ code: 'PT422' });
  });

  test('an alert that cannot be sent raises no alert', async () => {
    await aDeadJob('admin_alert');
    await aDeadJob('email', `alert:${admin}:digest:1:${randomUUID()}`);
    await plan();
    expect(await plannedFor(admin)).toEqual([]);
  });

  test('a broken promise is looked for every 15 minutes and told once', async () => {
    const { paymentId } = await db.addPaidBooking();
    await sql`update private.payments set amount_paise = amount_paise + 1 where id = ${paymentId}`;
    await plan();
    expect(await topicsOf(admin)).toEqual([]);
    await sql`update private.alert_checks set promises_checked_at = now() - interval '16 minutes'`;
    await plan();
    await plan();
    expect(await topicsOf(admin)).toEqual(['broken_promise']);
  });
});

test('choices are the caller’s own, have defaults, and take no other value', async () => {
  const fresh = await aColleague();
  const read = async (person: string) => {
    const [row] = await db.actAs(person, (by) => by`select public.alert_choices() as choices`);
    return row?.choices;
  };
  const defaults = {
    new_booking: 'digest',
    waiting_booking: 'each',
    new_application: 'digest',
    new_story: 'digest',
    new_help_request: 'digest',
  };
  expect(await read(fresh)).toEqual(defaults);
  await choose(fresh, 'new_booking', 'each');
  expect(await read(fresh)).toEqual({ ...defaults, new_booking: 'each' });
  expect(await read(admin)).toMatchObject({ new_booking: 'never' });
  for (const [kind, choice] of [
    ['new_booking', 'daily'],
    ['waiting_booking', 'digest'],
    ['is_admin', 'each'],
  ] as const) {
    await expect(choose(fresh, kind, choice)).rejects.toMatchObject({ code: 'PT422', message: 'unknown_choice' });
  }
  await expect(choose(await db.addFounder(), 'new_booking', 'each')).rejects.toMatchObject({ code: '42501' });
});
