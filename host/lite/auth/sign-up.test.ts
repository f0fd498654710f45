import { describe, expect, test } from 'vitest';
import { openAuthFixture, outcome, PASSWORD } from '#tests/kit/auth-fixtures.ts';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { request } from '#tests/kit/lite-backends.ts';

const auth = provideFixture(() => openAuthFixture());

describe('resend', () => {
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
    const ask = (path: string, body: object) => outcome(auth.library.fetch(request(`/auth/v1${path}`, { body })));
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
});

describe('sign up again', () => {
  test('a confirmed account is answered like a new one, with no identities and no mail', async () => {
    await auth.signUp('known@site.test');
    await auth.confirm('known@site.test');
    const [account] = await auth.database.sql`select id from auth.users where email = 'known@site.test'`;
    const answer = await auth.signUp('Known@Site.test');
    expect(answer.status).toBe(200);
    const body = (await answer.json()) as { id: string };
    expect(body).toMatchObject({ email: 'known@site.test', identities: [], user_metadata: { name: 'Asha' } });
    expect(body.id).not.toBe(account?.id);
    expect(await auth.mailsTo('known@site.test')).toHaveLength(1);
  });

  test('an unconfirmed account gets its mail again, a minute later', async () => {
    await auth.signUp('waiting@site.test');
    const early = await auth.signUp('waiting@site.test');
    expect(early.status).toBe(429);
    expect(await early.json()).toMatchObject({
      code: 429,
      error_code: 'over_email_send_rate_limit',
      msg: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
    });
    await auth.passMailWindow();
    const answer = await auth.signUp('waiting@site.test');
    expect(await answer.json()).toMatchObject({ email: 'waiting@site.test', identities: [{ provider: 'email' }] });
    const mails = await auth.mailsTo('waiting@site.test');
    expect(mails).toHaveLength(2);
    expect(mails[0]?.text).not.toBe(mails[1]?.text);
  });

  test('the first password stays: a stranger cannot change it by signing up again', async () => {
    await auth.signUp('first@site.test');
    await auth.passMailWindow();
    await auth.post('/signup', { email: 'first@site.test', password: 'stranger' });
    await auth.confirm('first@site.test');
    const signIn = (password: string) =>
      outcome(auth.post('/token?grant_type=password', { email: 'first@site.test', password }));
    expect((await signIn('stranger'))[0]).toBe(400);
    expect((await signIn(PASSWORD))[0]).toBe(200);
  });

  test('ten sign-ups at once make one account, one mail and no error', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => auth.signUp('crowd@site.test')));
    expect(answers.map((answer) => answer.status).filter((status) => status >= 500)).toEqual([]);
    expect(answers.some((answer) => answer.status === 200)).toBe(true);
    expect(await auth.mailsTo('crowd@site.test')).toHaveLength(1);
  });

  test('a weak password is an error for a known address too', async () => {
    await auth.signUp('weak@site.test');
    await auth.confirm('weak@site.test');
    expect(await outcome(auth.post('/signup', { email: 'weak@site.test', password: '123' }))).toEqual([
      422,
      'weak_password',
    ]);
  });

  test('the library by itself refuses for ever', async () => {
    await auth.signUp('refused@site.test');
    await auth.confirm('refused@site.test');
    await auth.passMailWindow();
    const call = request('/auth/v1/signup', { body: { email: 'refused@site.test', password: PASSWORD } });
    expect(await outcome(auth.library.fetch(call))).toEqual([429, 'over_email_send_rate_limit']);
  });
});
