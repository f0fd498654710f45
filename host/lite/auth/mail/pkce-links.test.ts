import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthFixture, openAuthFixture, outcome, PASSWORD } from '#tests/kit/auth-fixtures.ts';
import { request, SITE_URL } from '#tests/kit/lite-backends.ts';

let auth: AuthFixture;
beforeAll(async () => {
  auth = await openAuthFixture();
});
afterAll(() => auth.close());

const VERIFIER = 'v'.repeat(64);
const challenge = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 's256',
};

async function openMailedLink(email: string): Promise<URL> {
  const mails = await auth.mailsTo(email);
  const link = /https?:\S+verify\S+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
  const { pathname, search } = new URL(link);
  const answer = await auth.backend.fetch(request(pathname + search), { peerAddress: '192.0.2.7' });
  return new URL(answer.headers.get('location') ?? '');
}

const exchange = (code: string | null, verifier = VERIFIER) =>
  outcome(auth.post('/token?grant_type=pkce', { auth_code: code, code_verifier: verifier }));

test('the link brings a code that only the asking client can use, once', async () => {
  await auth.post('/signup', { email: 'asha@site.test', password: PASSWORD, ...challenge });
  const arrival = await openMailedLink('asha@site.test');
  expect(arrival.hash).toBe('');
  const code = arrival.searchParams.get('code');
  expect(await exchange(code, 'w'.repeat(64))).toEqual([400, 'bad_code_verifier']);
  expect(await exchange(code)).toEqual([200, undefined]);
  expect((await exchange(code))[0]).toBe(404);
});

test('no session stays behind that nobody holds', async () => {
  await auth.post('/signup', { email: 'alone@site.test', password: PASSWORD, ...challenge });
  await openMailedLink('alone@site.test');
  const sessions = await auth.database.sql`
    select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = 'alone@site.test'`;
  expect(sessions).toHaveLength(0);
});

test('an hour may pass before the link is opened, five minutes before the code is used', async () => {
  await auth.post('/signup', { email: 'slow@site.test', password: PASSWORD, ...challenge });
  const age = (minutes: number) => auth.database.sql`
    update auth.flow_state set created_at = created_at - make_interval(mins => ${minutes})`;
  await age(50);
  const arrival = await openMailedLink('slow@site.test');
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
