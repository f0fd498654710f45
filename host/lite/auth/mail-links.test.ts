import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openAuthFixture, outcome, PASSWORD } from '#tests/kit/auth-fixtures.ts';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { request, SITE_URL } from '#tests/kit/lite-backends.ts';
import { safeRedirect } from './mail-links.ts';

describe('redirect targets', () => {
  const OTHER = 'https://preview.site.test';

  test.each([
    [`${SITE_URL}/login?confirmed=true`, `${SITE_URL}/login?confirmed=true`],
    [`${OTHER}/a/b.html`, `${OTHER}/a/b.html`],
    [null, SITE_URL],
    ['', SITE_URL],
    ['/login', SITE_URL],
    ['https://evil.test/', SITE_URL],
    ['https://site.test.evil.test/', SITE_URL],
    ['http://site.test@evil.test/', SITE_URL],
    ['http://127.0.0.1:9999/', SITE_URL],
    ['javascript:alert(1)//127.0.0.1', SITE_URL],
    [`blob:${SITE_URL}/a`, SITE_URL],
    ['http://site.test:81/', SITE_URL],
  ])('%s leads to %s', (target, expected) => {
    expect(safeRedirect(target, { siteUrl: SITE_URL, redirectOrigins: [OTHER] })).toBe(expected);
  });

  const google = { clientId: 'client', clientSecret: 'secret' };
  const auth = provideFixture(() => openAuthFixture({ redirectOrigins: [OTHER], google }));

  const asked = (target: string) => `?redirect_to=${encodeURIComponent(target)}`;

  test('a mailed link names where the page asked to return to, and nothing that was not allowed', async () => {
    await auth.signUp('asha@site.test', asked(`${OTHER}/welcome?a=1&b=2`));
    expect(await auth.linkTo('asha@site.test')).toMatchObject({
      href: expect.stringContaining(`${SITE_URL}/confirm-email#`),
      redirectTo: `${OTHER}/welcome?a=1&b=2`,
    });
    await auth.signUp('tricked@site.test', asked('https://evil.test/'));
    expect((await auth.linkTo('tricked@site.test')).redirectTo).toBe(SITE_URL);
  });

  test('the library by itself always returns to the site', async () => {
    const call = request(`/auth/v1/signup${asked(`${SITE_URL}/welcome`)}`, {
      body: { email: 'ravi@site.test', password: 'secret1' },
    });
    await auth.library.fetch(call);
    expect(auth.library.mails[0]?.text).toContain(`redirect_to=${encodeURIComponent(SITE_URL)}\n`.trim());
    expect(auth.library.mails[0]?.text).not.toContain('welcome');
  });

  const open = (path: string, headers: Record<string, string> = {}) => request(path, { headers });

  test('the library by itself lets any loopback address through', async () => {
    const link = `/auth/v1/verify?type=signup&token=x&redirect_to=${encodeURIComponent('http://127.0.0.1:1/')}`;
    const theirs = await auth.library.fetch(open(link));
    expect(theirs.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:1\//);
  });

  test('a challenge of the PKCE flow changes nothing: the token in the link works on any device, once', async () => {
    const email = 'two-devices@site.test';
    const code_challenge = createHash('sha256').update('v'.repeat(64)).digest('base64url');
    await auth.post('/signup', { email, password: PASSWORD, code_challenge, code_challenge_method: 's256' });
    expect(await (await auth.pressMailedLink(email)).json()).toMatchObject({ user: { email } });
    expect(await outcome(auth.pressMailedLink(email))).toEqual([403, 'otp_expired']);
  });

  test('sign-in through a provider remembers only checked targets', async () => {
    const path = '/auth/v1/authorize?provider=google&redirect_to=http%3A%2F%2F127.0.0.1%3A1%2F';
    const answer = await auth.backend.fetch(open(path, { referer: 'http://127.0.0.1:2/' }));
    expect(answer.status).toBe(302);
    const [flow] = await auth.database.sql`select referrer from auth.flow_state order by created_at desc limit 1`;
    expect(new URL(String(flow?.referrer)).origin).toBe(SITE_URL);
  });
});
