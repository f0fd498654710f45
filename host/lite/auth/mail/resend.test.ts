import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthFixture, openAuthFixture, outcome } from '#tests/kit/auth-fixtures.ts';
import { request } from '#tests/kit/lite-backends.ts';

let auth: AuthFixture;
beforeAll(async () => {
  auth = await openAuthFixture();
});
afterAll(() => auth.close());

const resend = (email: string, query = '') => auth.post(`/resend${query}`, { type: 'signup', email });

test('the confirmation is sent once more, with a new link to the same target', async () => {
  await auth.signUp('asha@site.test');
  expect(await outcome(resend('asha@site.test'))).toEqual([429, 'over_email_send_rate_limit']);
  await auth.passMailWindow();
  const target = encodeURIComponent('http://site.test/login?confirmed=true');
  expect((await resend('asha@site.test', `?redirect_to=${target}`)).status).toBe(200);
  const mails = await auth.mailsTo('asha@site.test');
  expect(mails).toHaveLength(2);
  expect(mails[1]?.text).toContain(`redirect_to=${target}`);
});

test('of twenty requests at once one sends', async () => {
  await auth.signUp('twenty@site.test');
  await auth.passMailWindow();
  const answers = await Promise.all(Array.from({ length: 20 }, () => resend('twenty@site.test')));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(await auth.mailsTo('twenty@site.test')).toHaveLength(2);
});

test.each(['nobody@site.test', 'confirmed@site.test'])('the answers for %s tell nothing', async (email) => {
  if (email.startsWith('confirmed')) {
    await auth.signUp(email);
    await auth.confirm(email);
    await auth.passMailWindow();
  }
  const before = (await auth.mailsTo(email)).length;
  expect(await outcome(resend(email))).toEqual([200, undefined]);
  expect(await outcome(resend(email))).toEqual([429, 'over_email_send_rate_limit']);
  expect(await auth.mailsTo(email)).toHaveLength(before);
});

test('recovery mails keep the same minute, for unknown addresses too', async () => {
  await auth.signUp('forgetful@site.test');
  await auth.confirm('forgetful@site.test');
  for (const email of ['forgetful@site.test', 'unknown@site.test']) {
    expect((await auth.post('/recover', { email })).status).toBe(200);
    expect(await outcome(auth.post('/recover', { email }))).toEqual([429, 'over_email_send_rate_limit']);
  }
  expect(await auth.mailsTo('forgetful@site.test')).toHaveLength(2);
  expect(await auth.mailsTo('unknown@site.test')).toHaveLength(0);
});

test('the library by itself never resends, and recovers without end', async () => {
  const ask = (path: string, body: object) =>
    outcome(auth.library.fetch(request(`/auth/v1${path}`, { body })));
  await auth.signUp('stuck@site.test');
  await auth.database.sql`
    update auth.users set confirmation_sent_at = now() - interval '1 day' where email = 'stuck@site.test'`;
  expect(await ask('/resend', { type: 'signup', email: 'stuck@site.test' })).toEqual([
    429,
    'over_email_send_rate_limit',
  ]);
  await ask('/recover', { email: 'stuck@site.test' });
  await ask('/recover', { email: 'stuck@site.test' });
  expect(auth.library.mails).toHaveLength(2);
});
