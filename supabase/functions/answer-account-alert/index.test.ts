import { beforeEach, expect, it } from 'vitest';
import { openAccountFixture } from '#tests/kit/account-fixture.ts';
import { eventually } from '#tests/kit/app-client.ts';
import { expectAnswer, expectError } from '#tests/kit/expect-answer.ts';
import { OWN_PASSWORD, openPasswordFixture } from '#tests/kit/password-fixture.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

const app = provideTestApp({ TRUSTED_PROXIES: '1' });
const owners = () => openPasswordFixture(app);
const accounts = () => openAccountFixture(app.sql);
beforeEach(async () => {
  await app.sql`truncate private.submission_counts`;
});

const OVER = 'This link no longer works. If you cannot log in, use "Forgot your password?".';
const answer = (body: object) =>
  app.call('answer-account-alert', body, undefined, { 'x-forwarded-for': '198.51.100.7' });

/** The secret in the only link of the last e-mail with this subject. */
async function linkIn(email: string, subject: string): Promise<string> {
  return eventually(async () => {
    await app.runJobs();
    const mail = (await owners().mailsTo(email)).filter((one) => one.subject === subject).at(-1);
    const [, token] = /\/account-alert#token=([\w-]{43})"/.exec(mail?.html ?? '') ?? [];
    if (!token) throw new Error('no link yet');
    expect(mail?.text).toContain(token);
    return token;
  });
}
const recoveryMailsTo = async (email: string) =>
  (await owners().mailsTo(email)).filter(({ subject }) => subject === 'Choose a new password for Point 0');

it('the owner of a stolen account takes it back with the link of the mail', async () => {
  const owner = await owners().addOwner();
  await owners().setPassword(owner.id, 'thief-password');
  const token = await linkIn(owner.email, 'Your Point 0 password was changed');
  expect((await owners().signIn(owner.email, 'thief-password')).status).toBe(200);

  expectAnswer(await answer({ token, look: true }), 200, {
    email: `${owner.email[0]}***@startup.example`,
    kind: 'password',
  });
  for (const method of ['GET', 'HEAD']) {
    await app.request(`/account-alert#token=${token}`, { method }).catch(() => {});
    const read = await fetch(`${app.host.url}/functions/v1/answer-account-alert?token=${token}`, { method });
    expect(read.status).toBe(405);
  }
  expect((await owners().signIn(owner.email, 'thief-password')).status).toBe(200);

  const [first, second] = await Promise.all([answer({ token }), answer({ token })]);
  const [done, over] = first?.status === 200 ? [first, second] : [second, first];
  expectAnswer(done, 200, { secured: true, email_mailed: true });
  expectError(over, 410, OVER);
  expect(await accounts().sessionsOf(owner.id)).toEqual([]);
  for (const password of ['thief-password', OWN_PASSWORD]) {
    expect((await owners().signIn(owner.email, password)).status).toBe(400);
  }
  await app.runJobs();
  expect(await recoveryMailsTo(owner.email)).toHaveLength(1);
  expectError(await answer({ token, look: true }), 410, OVER);
});

it('a stolen address is put back, and the recovery mail goes there alone', async () => {
  const owner = await owners().addOwner();
  const thief = `${owner.id}@evil.example`;
  await app.sql`update auth.users set email = ${thief} where id = ${owner.id}`;
  const subject = 'The email of your Point 0 account was changed';
  const token = await linkIn(owner.email, subject);
  const [toNew, ...others] = await owners().mailsTo(thief);
  expect([toNew?.subject, others]).toEqual([subject, []]);
  expect(toNew?.html).not.toContain('account-alert');
  expectAnswer(await answer({ token }), 200, { secured: true, email_mailed: true });
  expect((await recoveryMailsTo(owner.email)).length).toBe(1);
  await app.runJobs();
  expect(await owners().mailsTo(thief)).toHaveLength(1);
});

it('where another account has the address by now, the answer says that nothing was mailed', async () => {
  const owner = await owners().addOwner();
  await app.sql`update auth.users set email = ${`${owner.id}@evil.example`} where id = ${owner.id}`;
  const token = await linkIn(owner.email, 'The email of your Point 0 account was changed');
  await app.sql`insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), ${owner.email}, now())`;
  expectAnswer(await answer({ token }), 200, { secured: true, email_mailed: false });
  expect(await recoveryMailsTo(owner.email)).toEqual([]);
});

it('a recovery mail that fails leaves the account secured, and its job asks again', { tags: ['faults'] }, async () => {
  const owner = await owners().addOwner();
  await owners().setPassword(owner.id, 'thief-password');
  const token = await linkIn(owner.email, 'Your Point 0 password was changed');
  // Within a minute of another one Auth refuses: a thief may have asked for it.
  const recover = () =>
    app.request('/auth/v1/recover', {
      method: 'POST',
      headers: { apikey: app.keys.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: owner.email }),
    });
  expect((await recover()).status).toBe(200);
  expectAnswer(await answer({ token }), 200, { secured: true, email_mailed: true });
  expect((await owners().signIn(owner.email, 'thief-password')).status).toBe(400);
  expect(await recoveryMailsTo(owner.email)).toHaveLength(1);
  await app.sql`update lite_host.mail_windows set sent_at = sent_at - interval '61 seconds'`;
  await app.sql`update private.outbox set run_at = now() where kind = 'recovery_mail' and state = 'ready'`;
  await eventually(async () => {
    await app.runJobs();
    expect(await recoveryMailsTo(owner.email)).toHaveLength(2);
  });
  const [link] = await app.sql`select recovery_token is not null as is_open from auth.users where id = ${owner.id}`;
  expect(link?.is_open).toBe(true);
});

it('answer-account-alert refuses guesses, and too many of them from one address', async () => {
  for (const token of ['', 'guess', 'x'.repeat(43)]) expectError(await answer({ token }), 410, OVER);
  for (const body of [{}, { token: 7 }, { token: 'x'.repeat(201) }, { token: 'x', look: false }]) {
    expect((await answer(body)).status).toBe(400);
  }
  await app.sql`update private.submission_limits set most = 4 where form = 'account_alert'`;
  expectError(await answer({ token: 'guess' }), 410, OVER);
  const refused = await answer({ token: 'guess' });
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  const elsewhere = await app.call('answer-account-alert', { token: 'guess' }, undefined, {
    'x-forwarded-for': '198.51.100.8',
  });
  expect(elsewhere.status).toBe(410);
});
