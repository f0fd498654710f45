import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { eventually } from '#tests/kit/app-client.ts';
import { openBookingFixture } from '#tests/kit/booking-fixture.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';

const app = provideSharedApp();
const fixture = openBookingFixture(app);

const enqueue = (mail: string, key: string, more: object = {}) =>
  app.sql`select private.enqueue_job('mentor_mail', ${app.sql.json({ mail, ...more })}, ${key}, now())`;
const ended = (key: string, state: string) =>
  eventually(async () => {
    await app.runJobs();
    expect(await app.sql`select state from private.outbox where key = ${key}`).toMatchObject([{ state }]);
  });

it('a job mentor_mail enqueues its e-mail once a recipient, and none where there is nothing to tell', async () => {
  const booking = await fixture.addApprovedBooking();
  const [key, other] = [`proposal:${randomUUID()}:kept`, `proposal:${randomUUID()}:kept`];
  await app.sql`
    update public.mentor_settings s set time_zone = 'America/New_York'
    from public.bookings b where b.mentor_id = s.mentor_id and b.id = ${booking.id}`;
  await enqueue('time_kept', key, { booking_id: booking.id });
  await enqueue('time_kept', other, { booking_id: randomUUID() });
  await ended(key, 'done');
  await ended(other, 'done');
  await ended(`${key}:mentor`, 'done');
  const mails = await app.sql`
    select o.key, m.to, m.subject, m.text from private.outbox o join sandbox.mails m on m.id = o.id
    where o.key like ${`${key}:%`} or o.key like ${`${other}:%`}`;
  const subject = `${booking.founderName} keeps the time`;
  expect(mails).toMatchObject([{ key: `${key}:mentor`, to: booking.mentorEmail, subject }]);
  // In both zones.
  expect(mails[0]?.text.replace(/\s+/g, ' ')).toMatch(/: \w{3} \d+ \w{3}, .+ \(\w{3} \d+ \w{3}, .+ IST\)\./);
});

it('a round generates the times of every mentor for whom it is due, a failure of one aside', async () => {
  const mentors = await Promise.all([0, 1, 2].map(() => app.addMentor()));
  const ids = mentors.map(({ id }) => id);
  await app.sql`
    insert into public.mentor_weekly_hours (mentor_id, weekday, start_minute, end_minute)
    select id, day, 600, 720 from unnest(${ids}::uuid[]) id, generate_series(0, 6) day`;
  // The first one whose turn it is.
  const [broken] = ids.toSorted();
  await app.sql`update public.mentor_settings set time_zone = 'Nowhere/Land' where mentor_id = ${broken ?? ''}`;
  await eventually(async () => {
    await app.runJobs();
    const found = await app.sql`
      select mentor_id from public.mentor_availability where mentor_id = any (${ids}) group by 1 order by 1`;
    expect(found.map(({ mentor_id }) => mentor_id)).toEqual(ids.filter((id) => id !== broken).toSorted());
  });
  await app.sql`update public.mentor_settings set time_zone = 'UTC' where mentor_id = ${broken ?? ''}`;
  await app.sql`update private.mentor_generations set failed_at = null, error = null where mentor_id = ${broken ?? ''}`;
});

it('a job mentor_mail of an unknown e-mail fails for good, and its name is never run as SQL', async () => {
  const key = `unknown:${randomUUID()}`;
  await enqueue('no_such', key);
  await ended(key, 'dead');
  await app.sql`delete from private.outbox where key = ${key}`;
  for (const name of ['x(1)', 'settings; drop table public.reviews', '', 'Offer']) {
    await expect(
      app.sql`
        select set_config('request.jwt.claims', '{"role": "service_role"}', true),
          public.mentor_mail_facts(jsonb_build_object('mail', ${name}::text))`,
    ).rejects.toMatchObject({ code: 'PT422', message: 'mail_unknown' });
  }
});
