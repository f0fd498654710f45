/**
 * Invitations from the administrator's press to the linked account, over HTTP
 * (docs/product/mentor-accounts.md#invitation).
 */
import { beforeEach, expect, it } from 'vitest';
import { eventually, type Founder } from '#tests/kit/app-client.ts';
import { expectAnswer, expectError } from '#tests/kit/expect-answer.ts';
import { openPasswordFixture } from '#tests/kit/password-fixture.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

const app = provideTestApp({ TRUSTED_PROXIES: '1' });
const owners = () => openPasswordFixture(app);
beforeEach(async () => {
  await app.sql`truncate private.submission_counts`;
});

const SUBJECT = 'You are invited to Point 0 as a mentor';
const take = (token: string, action: string, person?: Founder, from = '198.51.100.7') =>
  app.call('accept-mentor-invitation', { token, action }, person, { 'x-forwarded-for': from });
const invite = async (mentorId: string) =>
  app.call('invite-mentor', { mentor_id: mentorId }, await app.administrator());

async function addMentor(email: string): Promise<string> {
  const { mentorId } = await app.addSlot();
  await app.sql`
    insert into public.mentor_private (mentor_id, email) values (${mentorId}, ${email})
    on conflict (mentor_id) do update set email = excluded.email`;
  return mentorId;
}

/** The secret in the only link of the latest invitation's e-mail. */
const tokenFor = (email: string, count = 1) =>
  eventually(async () => {
    await app.runJobs();
    const mails = (await owners().mailsTo(email)).filter(({ subject }) => subject === SUBJECT);
    expect(mails).toHaveLength(count);
    const [, token = ''] = /\/mentor-invitation\?token=([\w-]{43})"/.exec(mails.at(-1)?.html ?? '') ?? [];
    expect(mails.at(-1)?.text).toContain(token);
    expect(token).not.toBe('');
    return token;
  });

/** Every row of the database that an act of a stranger could change, as text. */
async function everyRow(): Promise<string> {
  const rows = await app.sql`
    select to_jsonb(i) as row from private.mentor_invitations i
    union all select to_jsonb(p) from public.mentor_private p
    union all select to_jsonb(c) from private.submission_counts c`;
  return rows
    .map(({ row }) => JSON.stringify(row))
    .sort()
    .join('\n');
}

it('a mentor takes the profile over with the link of the e-mail, and a GET, a HEAD and a prefetch of its function change no row', async () => {
  const owner = await owners().addOwner();
  const mentorId = await addMentor(owner.email);
  expectAnswer(await invite(mentorId), 200, { email: owner.email });
  const token = await tokenFor(owner.email);

  const before = await everyRow();
  for (const headers of [[], [['sec-purpose', 'prefetch']]] as [string, string][][]) {
    for (const method of ['GET', 'HEAD']) {
      const read = await fetch(`${app.host.url}/functions/v1/accept-mentor-invitation?token=${token}`, {
        method,
        headers,
      });
      expect(read.status).toBe(405);
    }
  }
  expect(await everyRow()).toBe(before);

  const { body: visitor } = await take(token, 'read');
  expect(visitor).toMatchObject({
    is_accepted: false,
    is_mine: false,
    invited: `${owner.email[0]}•••@startup.example`,
  });
  expect(JSON.stringify(visitor)).not.toContain(owner.email);
  expectError(await take(token, 'accept'), 401, 'Please login to continue.');
  expect((await take(token, 'accept', owner)).body).toMatchObject({ is_accepted: true });
  const [row] = await app.sql`select user_id from public.mentor_private where mentor_id = ${mentorId}`;
  expect(row?.user_id).toBe(owner.id);
  expectError(await take(token, 'accept', await app.addFounder()), 409, 'This profile already has an account.');
  expectError(await invite(mentorId), 409, 'This profile already has an account.');
});

it('each refusal of an invitation has its sentence', { tags: ['faults'] }, async () => {
  const owner = await owners().addOwner();
  const mentorId = await addMentor(owner.email);
  await invite(mentorId);
  const first = await tokenFor(owner.email);
  await invite(mentorId);
  const second = await tokenFor(owner.email, 2);
  const unknown = 'This link is not valid. Ask us for a new invitation.';
  expectError(await take(first, 'accept', owner), 404, unknown);
  expectError(await take('x'.repeat(43), 'read'), 404, unknown);
  expectError(
    await take(second, 'accept', await app.addFounder()),
    403,
    'This invitation was sent to another address.',
  );
  await app.sql`update auth.users set email_confirmed_at = null where id = ${owner.id}`;
  expectError(await take(second, 'accept', owner), 403, 'Please confirm your e-mail address first.');
  await app.sql`update auth.users set email_confirmed_at = now() where id = ${owner.id}`;

  const other = await addMentor('other@mentors.example');
  await app.sql`update public.mentor_private set user_id = ${owner.id} where mentor_id = ${other}`;
  expectError(await take(second, 'accept', owner), 409, 'This account already belongs to another mentor profile.');
  await app.sql`update public.mentor_private set user_id = null where mentor_id = ${other}`;

  const set = (state: string) => app.sql`
    update private.mentor_invitations set state = ${state} where mentor_id = ${mentorId} and token_hash is not null`;
  await set('expired');
  expectError(await take(second, 'read', owner), 410, 'This link has expired. Ask us for a new invitation.');
  await set('revoked');
  expectError(await take(second, 'read', owner), 410, 'This invitation was withdrawn.');
  expect((await take(second, 'link', owner)).status).toBe(400);
});

it('an account of another address asks, and an administrator alone invites', async () => {
  const email = 'forwarded@mentors.example';
  const mentorId = await addMentor(email);
  const founder = await app.addFounder();
  expect((await app.call('invite-mentor', { mentor_id: mentorId }, founder)).status).toBe(403);
  expect((await app.call('invite-mentor', { mentor_id: mentorId })).status).toBe(401);
  await invite(mentorId);
  const token = await tokenFor(email);
  expect((await take(token, 'claim', founder)).body).toMatchObject({ is_accepted: false, is_claimed_by_me: true });
  expectError(
    await take(token, 'claim', await app.addFounder()),
    409,
    'Another account has asked for this profile already. Our team decides.',
  );
});

it('a mentor without an address is not invited, and nobody more than five times a day', async () => {
  const { mentorId } = await app.addSlot();
  await app.sql`delete from public.mentor_private where mentor_id = ${mentorId}`;
  expectError(await invite(mentorId), 422, 'Add an e-mail address first.');
  const invited = await addMentor('often@mentors.example');
  for (let send = 0; send < 5; send += 1) expect((await invite(invited)).status).toBe(200);
  expectError(await invite(invited), 429, 'Five invitations were sent today. Please wait until tomorrow.');
});

it('tokens are tried 20 times an hour from one network', async () => {
  const tryOne = (from: string) => take('x'.repeat(43), 'read', undefined, from);
  for (let attempt = 0; attempt < 20; attempt += 1) expect((await tryOne('198.51.100.7')).status).toBe(404);
  const refused = await tryOne('198.51.100.7');
  expect(refused.status).toBe(429);
  expect(refused.body.error).toMatch(/Please (try|wait)/);
  expect((await tryOne('198.51.100.8')).status).toBe(404);
});

it('the e-mail of an invitation waits sealed: neither the outbox nor the log holds its secret', async () => {
  const email = 'sealed@mentors.example';
  const mentorId = await addMentor(email);
  // E-mails are delivered at once here: a copy shows how this one was written.
  await app.sql.unsafe(`
    create table private.written_mails as select payload from private.outbox limit 0;
    create function private.copy_mail() returns trigger language plpgsql security definer set search_path = '' as $$
    begin insert into private.written_mails values (new.payload); return null; end $$;
    create trigger copy_mail after insert on private.outbox for each row when (new.kind = 'email')
    execute function private.copy_mail();`);
  await invite(mentorId);
  const token = await tokenFor(email);
  const written = await app.sql`select payload from private.written_mails where payload ->> 'to' = ${email}`;
  expect(written.map(({ payload }) => Object.keys(payload).sort())).toEqual([['sealed', 'to']]);
  expect(JSON.stringify(written)).not.toContain(token);
  const [row] = await app.sql`
    select count(*)::int as count from private.outbox o where o::text like ${`%${token}%`}`;
  expect(row?.count).toBe(0);
  await app.sql`drop trigger copy_mail on private.outbox`;
});
