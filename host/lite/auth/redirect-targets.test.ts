import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthFixture, openAuthFixture } from '#tests/kit/auth-fixtures.ts';
import { request, SITE_URL } from '#tests/kit/lite-backends.ts';
import { safeRedirect } from './redirect-targets.ts';

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

let auth: AuthFixture;
beforeAll(async () => {
  auth = await openAuthFixture({
    redirectOrigins: [OTHER],
    google: { clientId: 'client', clientSecret: 'secret' },
  });
});
afterAll(() => auth.close());

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
  const ours = await auth.backend.fetch(open(link), { peerAddress: null });
  expect(ours.headers.get('location')).toMatch(new RegExp(`^${SITE_URL}#`));
  // The library by itself lets any loopback address through.
  const theirs = await auth.library.fetch(open(link));
  expect(theirs.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:1\//);
});

test('sign-in through a provider remembers only checked targets', async () => {
  const path = '/auth/v1/authorize?provider=google&redirect_to=http%3A%2F%2F127.0.0.1%3A1%2F';
  const answer = await auth.backend.fetch(open(path, { referer: 'http://127.0.0.1:2/' }), {
    peerAddress: null,
  });
  expect(answer.status).toBe(302);
  const [flow] = await auth.database
    .sql`select referrer from auth.flow_state order by created_at desc limit 1`;
  expect(new URL(String(flow?.referrer)).origin).toBe(SITE_URL);
});
