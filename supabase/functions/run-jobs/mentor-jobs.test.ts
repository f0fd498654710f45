import { expect, it } from 'vitest';
import { eventually } from '#tests/kit/app-client.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

const app = provideTestApp();

const enqueue = (mail: string, key: string, more: object = {}) =>
  app.sql`select private.enqueue_job('mentor_mail', ${app.sql.json({ mail, ...more })}, ${key}, now())`;
const jobOf = async (key: string) => {
  const [job] = await app.sql`select state, last_error from private.outbox where key = ${key}`;
  return job;
};
const ended = (key: string, state: string) =>
  eventually(async () => {
    await app.runJobs();
    expect(await jobOf(key)).toMatchObject({ state });
  });

it('a job mentor_mail enqueues its e-mail once a recipient, and none where there is nothing to tell', async () => {
  await app.sql.unsafe(`
    create or replace function private.mail_offer_ended(p_payload jsonb) returns jsonb language sql as $$
      select case when p_payload ? 'nothing' then null else jsonb_build_object(
        'recipients', jsonb_build_array(
          jsonb_build_object('to', 'asha@mentors.example', 'role', 'mentor'),
          jsonb_build_object('to', null, 'role', 'admin:1')),
        'facts', jsonb_build_object('founder', 'Ravi', 'zone', 'America/New_York', 'session',
          jsonb_build_object('date', '2026-12-01', 'start_time', '10:00:00', 'end_time', '11:00:00'))) end
    $$`);
  await enqueue('offer_ended', 'proposal:1:ended');
  await enqueue('offer_ended', 'proposal:2:ended', { nothing: true });
  await ended('proposal:1:ended', 'done');
  await ended('proposal:2:ended', 'done');
  await ended('proposal:1:ended:mentor', 'done');
  const mails = await app.sql`
    select o.key, m.to, m.subject, m.text from private.outbox o join sandbox.mails m on m.id = o.id
    where o.key like 'proposal:%'`;
  expect(mails).toMatchObject([
    { key: 'proposal:1:ended:mentor', to: 'asha@mentors.example', subject: 'Your offer has ended' },
  ]);
  expect(mails[0]?.text.replace(/\s+/g, ' ')).toContain(
    'The session stays as it is: Mon 30 Nov, 11:30 PM – 12:30 AM (Tue 1 Dec, 10:00 AM – 11:00 AM IST).',
  );
});

it('a job mentor_mail of an unknown e-mail fails for good, and its name is never run as SQL', async () => {
  await enqueue('no_such', 'unknown:1');
  await ended('unknown:1', 'dead');
  for (const name of ['x(1)', 'settings; drop table public.reviews', '', 'Offer']) {
    await expect(
      app.sql`
        select set_config('request.jwt.claims', '{"role": "service_role"}', true),
          public.mentor_mail_facts(jsonb_build_object('mail', ${name}::text))`,
    ).rejects.toMatchObject({ code: 'PT422', message: 'mail_unknown' });
  }
});
