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

  test('a mailed link returns to where the page asked', async () => {
    await auth.signUp('asha@site.test', asked(`${OTHER}/welcome`));
    const [mail] = await auth.mailsTo('asha@site.test');
    expect(mail?.text).toContain(`redirect_to=${encodeURIComponent(`${OTHER}/welcome`)}`);
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

  test('a link that was tampered with returns to the site', async () => {
    const link = `/auth/v1/verify?type=signup&token=x&redirect_to=${encodeURIComponent('http://127.0.0.1:1/')}`;
    const ours = await auth.backend.fetch(open(link));
    expect(ours.headers.get('location')).toMatch(new RegExp(`^${SITE_URL}#`));
    // The library by itself lets any loopback address through.
    const theirs = await auth.library.fetch(open(link));
    expect(theirs.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:1\//);
  });

  test('sign-in through a provider remembers only checked targets', async () => {
    const path = '/auth/v1/authorize?provider=google&redirect_to=http%3A%2F%2F127.0.0.1%3A1%2F';
    const answer = await auth.backend.fetch(open(path, { referer: 'http://127.0.0.1:2/' }));
    expect(answer.status).toBe(302);
    const [flow] = await auth.database.sql`select referrer from auth.flow_state order by created_at desc limit 1`;
    expect(new URL(String(flow?.referrer)).origin).toBe(SITE_URL);
  });
});

describe('pkce links', () => {
  const auth = provideFixture(() => openAuthFixture());
  const VERIFIER = 'v'.repeat(64);
  const challenge = {
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 's256',
  };

  const exchange = (code: string | null, verifier = VERIFIER) =>
    outcome(auth.post('/token?grant_type=pkce', { auth_code: code, code_verifier: verifier }));

  test('the link brings a code that only the asking client can use, once', async () => {
    await auth.post('/signup', { email: 'asha@site.test', password: PASSWORD, ...challenge });
    const arrival = await auth.openMailedLink('asha@site.test');
    expect(arrival.hash).toBe('');
    const code = arrival.searchParams.get('code');
    expect(await exchange(code, 'w'.repeat(64))).toEqual([400, 'bad_code_verifier']);
    expect(await exchange(code)).toEqual([200, undefined]);
    expect((await exchange(code))[0]).toBe(404);
  });

  test('no session stays behind that nobody holds', async () => {
    await auth.post('/signup', { email: 'alone@site.test', password: PASSWORD, ...challenge });
    await auth.openMailedLink('alone@site.test');
    const sessions = await auth.database.sql`
      select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = 'alone@site.test'`;
    expect(sessions).toHaveLength(0);
  });

  test('an hour may pass before the link is opened, five minutes before the code is used', async () => {
    await auth.post('/signup', { email: 'slow@site.test', password: PASSWORD, ...challenge });
    const age = (minutes: number) => auth.database.sql`
      update auth.flow_state set created_at = created_at - make_interval(mins => ${minutes})`;
    await age(50);
    const arrival = await auth.openMailedLink('slow@site.test');
    await age(6);
    expect(await exchange(arrival.searchParams.get('code'))).toEqual([422, 'flow_state_expired']);
  });

  test('a token that a page posts brings the session itself, once, to any client', async () => {
    await auth.signUp('other-device@site.test');
    await auth.confirm('other-device@site.test');
    await auth.post('/recover', { email: 'other-device@site.test', ...challenge });
    const mails = await auth.mailsTo('other-device@site.test');
    const token = /token_hash=([^&]+)/.exec(mails.at(-1)?.text ?? '')?.[1];
    expect(token).toMatch(/^pkce_/);
    const post = () => auth.post('/verify', { type: 'recovery', token_hash: token });
    expect(await (await post()).json()).toMatchObject({
      access_token: expect.any(String),
      user: { email: 'other-device@site.test' },
    });
    expect(await outcome(post())).toEqual([403, 'otp_expired']);
  });

  test('a challenge that breaks the rules is refused', async () => {
    const body = { email: 'odd@site.test', password: PASSWORD, ...challenge, code_challenge: 'short' };
    expect(await outcome(auth.post('/signup', body))).toEqual([400, 'validation_failed']);
  });

  test('the library by itself ignores the challenge', async () => {
    const body = { email: 'plain@site.test', password: PASSWORD, ...challenge };
    await auth.library.fetch(request('/auth/v1/signup', { body }));
    const token = /token=([^&]+)/.exec(auth.library.mails[0]?.text ?? '')?.[1];
    const answer = await auth.library.fetch(request(`/auth/v1/verify?type=signup&token=${token}`));
    expect(answer.headers.get('location')).toMatch(new RegExp(`^${SITE_URL}/?#access_token=`));
  });
});
