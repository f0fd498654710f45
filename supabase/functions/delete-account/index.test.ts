import { expect, it } from 'vitest';
import { accountDeletion } from '#copy/people/account-deletion.ts';
import { functionErrors, functionsCopy } from '#copy/shell/functions.ts';
import { openAccount } from '#functions/_shared/people/closed-accounts.ts';
import { eventually } from '#tests/kit/app-client.ts';
import { openBookingFixture } from '#tests/kit/booking-fixture.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';

const app = provideSharedApp();

const remove = (by?: Parameters<typeof app.call>[2]) => app.call('delete-account', {}, by);

it('delete-account deletes the caller, frees the address and says so to it once', async () => {
  const founder = await app.addFounder({ name: 'Meher Irani' });
  const { status, body } = await remove(founder);
  expect([status, body]).toEqual([200, { deleted: true }]);
  expect(await app.sql`select from auth.users where id = ${founder.id}`).toHaveLength(0);

  const [kept] = await app.sql`select sealed from private.closed_accounts where user_id = ${founder.id}`;
  expect(kept?.sealed).not.toContain('Meher');
  const who = { email: founder.email, name: 'Meher Irani' };
  expect(openAccount(founder.id, kept?.sealed, app.keys.secretKey)).toEqual(who);
  expect(() => openAccount(founder.id, kept?.sealed, 'another key')).toThrow();
  const other = await app.addFounder();
  expect(() => openAccount(other.id, kept?.sealed, app.keys.secretKey)).toThrow();

  const mail = await eventually(async () => {
    await app.runJobs();
    const [row] = await app.sql`select subject, text, html from sandbox.mails where "to" = ${founder.email}`;
    if (!row) throw new Error('No mail yet');
    return row;
  });
  expect(mail.subject).toBe('Your Point 0 account was deleted');
  expect(mail.text).toContain('We erased your personal data. Records of payments stay without your name.');
  expect(mail.html).toContain('/privacy#how-long');
  await eventually(async () => {
    const jobs = await app.sql`select payload from private.outbox where payload::text like ${`%${founder.email}%`}`;
    expect(jobs).toHaveLength(0);
  });

  expect((await remove(founder)).status).toBe(401);
  const again = await app.request('/auth/v1/signup', {
    method: 'POST',
    headers: { apikey: app.keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: founder.email, password: 'Zq7#k2-again' }),
  });
  expect(again.status).toBe(200);
});

it('the last e-mail tells a mentor that the profile stays', async () => {
  const account = await app.addFounder();
  const { id: mentorId } = await app.addMentor();
  await app.linkMentor(mentorId, account.id);
  expect((await remove(account)).status).toBe(200);
  const text = await eventually(async () => {
    await app.runJobs();
    const [row] = await app.sql`select text from sandbox.mails where "to" = ${account.email}`;
    if (!row) throw new Error('No mail yet');
    return row.text;
  });
  expect(text).toContain('Your mentor profile stays');
  expect(text).not.toContain('We erased your personal data');
  expect(await app.sql`select from public.mentors where id = ${mentorId}`).toHaveLength(1);
});

it('delete-account needs a session that was made or confirmed in the last five minutes', async () => {
  const founder = await app.addFounder();
  await app.sql`update auth.sessions set created_at = now() - interval '6 minutes' where user_id = ${founder.id}`;
  expect(await remove(founder)).toMatchObject({
    status: 403,
    body: { error: functionErrors.proofNeeded, code: 'proof_needed' },
  });
  await app.sql`insert into private.identity_proofs (session_id, user_id) values (${founder.id}, ${founder.id})`;
  expect((await remove(founder)).status).toBe(200);
  expect(await remove()).toMatchObject({ status: 401, body: { error: functionsCopy.loginRequired } });
});

it('delete-account says why an account is still needed, and changes nothing', async () => {
  const founder = await app.addFounder();
  const slot = await app.addSlot();
  await app.order(founder, slot);
  expect(await remove(founder)).toMatchObject({
    status: 409,
    body: { code: 'payment_open', error: 'A payment is still on its way. Please try again in an hour.' },
  });
  const booked = await app.addFounder();
  await app.addBooking(booked.id, { slot: await app.addSlot() });
  expect(await remove(booked)).toMatchObject({
    status: 409,
    body: {
      code: 'sessions_ahead',
      error: 'You have sessions ahead. Cancel them or wait until they are over, then delete your account.',
    },
  });
  expect(await app.sql`select from auth.users where id in ${app.sql([founder.id, booked.id])}`).toHaveLength(2);
});

it('the refusals of a deletion are the sentences of the specification', () => {
  expect(accountDeletion.refusals).toMatchObject({
    refund_open: 'A refund to you is still running. We need your account until it has arrived.',
    last_administrator: 'You are the only administrator. Name another one first.',
  });
});

it('the calendar forgets a deleted account: the event of the past session stays with the mentor alone', async () => {
  const fixture = openBookingFixture(app);
  const booking = await fixture.addApprovedBooking();
  const [row] = await app.sql`select user_id from public.bookings where id = ${booking.id}`;
  const event = async () => JSON.stringify((await fixture.googleOf(booking.id)).events);
  expect(await event()).toContain(booking.founderEmail);
  await app.sql`update public.bookings set status = 'completed' where id = ${booking.id}`;
  await app.sql`select public.delete_account(${row?.user_id})`;
  await fixture.atLast(async () => expect(await event()).not.toContain(booking.founderEmail));
  expect(await event()).not.toContain(booking.founderName);
  expect(await event()).toContain(booking.mentorEmail);
  expect(await event()).toContain('A founder');
});

it('an e-mail to the mentor that waits when the founder deletes the account is sent without the founder', async () => {
  const fixture = openBookingFixture(app);
  // E-mails are delivered at once here: a copy shows how this one was written.
  await app.sql.unsafe(`
    create table private.copied_mails as select key, payload from private.outbox limit 0;
    create function private.copy_payload() returns trigger language plpgsql security definer set search_path = '' as $$
    begin insert into private.copied_mails values (new.key, new.payload); return null; end $$;
    create trigger copy_payload after insert on private.outbox for each row when (new.kind = 'email')
    execute function private.copy_payload();`);
  const booking = await fixture.addApprovedBooking();
  const key = `booking:${booking.id}:confirmed:mentor:%`;
  await fixture.atLast(async () => {
    expect(await app.sql`select from private.outbox where key like ${key} and state = 'done'`).toHaveLength(1);
  });
  await app.sql`drop trigger copy_payload on private.outbox`;
  await app.sql`
    update private.outbox o set state = 'dead', payload = c.payload from private.copied_mails c
    where o.key = c.key and o.key like ${key}`;
  const payload = async () => (await app.sql`select payload from private.outbox where key like ${key}`)[0]?.payload;
  expect(JSON.stringify(await payload())).toContain(booking.founderName);
  const [row] = await app.sql`
    update public.bookings set status = 'completed' where id = ${booking.id} returning user_id`;
  await app.sql`select public.delete_account(${row?.user_id})`;
  const left = await payload();
  expect(Object.keys(left).sort()).toEqual(['attachments', 'html', 'subject', 'text', 'to']);
  expect([left.to, left.subject]).toEqual([booking.mentorEmail, expect.stringContaining('with A founder on')]);
  expect(JSON.stringify(left)).not.toContain(booking.founderName);
  expect(left.attachments[0].content).toContain('BEGIN:VCALENDAR');
});

const REASON = 'They asked for it by e-mail';
const erase = (user_id: string, by: Parameters<typeof app.call>[2], reason = REASON) =>
  app.call('delete-account', { user_id, reason }, by);

it('delete-account erases another person for an administrator, by the rules of the own deletion', async () => {
  const administrator = await app.addAdministrator();
  const founder = await app.addFounder({ name: 'Meher Irani' });
  expect((await erase(founder.id, administrator)).body).toEqual({ deleted: true });
  expect(await app.sql`select from auth.users where id = ${founder.id}`).toHaveLength(0);
  expect(await app.sql`select from auth.users where id = ${administrator.id}`).toHaveLength(1);
  const [kept] = await app.sql`select sealed from private.closed_accounts where user_id = ${founder.id}`;
  expect(openAccount(founder.id, kept?.sealed, app.keys.secretKey)).toEqual({
    email: founder.email,
    name: 'Meher Irani',
  });
  expect(
    await app.sql`select actor, changes from private.audit_log where action = 'account_deleted' and row_id = ${founder.id}`,
  ).toEqual([{ actor: administrator.id, changes: { reason: REASON } }]);

  const booked = await app.addFounder();
  await app.addBooking(booked.id, { slot: await app.addSlot() });
  expect(await erase(booked.id, administrator)).toMatchObject({
    status: 409,
    body: {
      code: 'sessions_ahead',
      error: 'They have sessions ahead. Cancel these or wait until they are over, then erase the account.',
    },
  });
  expect(await erase(founder.id, administrator)).toMatchObject({ status: 404, body: { code: 'account_not_found' } });
  const other = await app.addFounder();
  expect(await erase(other.id, administrator, 'Because')).toMatchObject({
    status: 422,
    body: { code: 'reason_text_length' },
  });
  expect(await app.sql`select from auth.users where id in ${app.sql([booked.id, other.id])}`).toHaveLength(2);
});

it('delete-account erases nobody else for a founder, and no administrator erases themself as another person', async () => {
  const [founder, other, administrator] = [
    await app.addFounder(),
    await app.addFounder(),
    await app.addAdministrator(),
  ];
  expect((await erase(other.id, founder)).status).toBe(403);
  expect(await erase(administrator.id, administrator)).toMatchObject({ status: 409, body: { code: 'own_account' } });
  await app.sql`update auth.sessions set created_at = now() - interval '6 minutes' where user_id = ${administrator.id}`;
  expect(await erase(other.id, administrator)).toMatchObject({ status: 403, body: { code: 'proof_needed' } });
  // A body that says only half of it deletes nobody.
  expect((await app.call('delete-account', { user_id: other.id }, founder)).status).toBe(400);
  const ids = [founder.id, other.id, administrator.id];
  expect(await app.sql`select from auth.users where id in ${app.sql(ids)}`).toHaveLength(3);
});
