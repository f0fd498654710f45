import { createHash } from 'node:crypto';
import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { PASSWORD } from '#tests/kit/auth-fixtures.ts';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { JWT_SECRET, request } from '#tests/kit/lite-backends.ts';
import { claimsIn, openSessionFixture, type Session, sessionIn } from '#tests/kit/session-fixtures.ts';

const auth = provideFixture(() => openSessionFixture());

const CHALLENGE = createHash('sha256').update('v'.repeat(64)).digest('base64url');

async function sessionRow(accessToken: string) {
  const [row] = await auth.database.sql`
    select s.user_agent as device, host(s.ip) as address, s.aal,
      array(select m.authentication_method from auth.mfa_amr_claims m where m.session_id = s.id) as methods
    from auth.sessions s where s.id = ${claimsIn(accessToken).session_id}`;
  return row;
}

const methodsIn = (accessToken: string) => claimsIn(accessToken).amr.map(({ method }) => method);

test('a sign-in leaves device, address and method, and the token says them', async () => {
  const email = await auth.addAccount();
  const session = await auth.signIn(email, { 'user-agent': 'Firefox on a test' }, '2001:db8::7');
  expect(await sessionRow(session.access_token)).toEqual({
    device: 'Firefox on a test',
    address: '2001:db8::7',
    aal: 'aal1',
    methods: ['password'],
  });
  const { payload, protectedHeader } = await jwtVerify(session.access_token, new TextEncoder().encode(JWT_SECRET));
  expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(payload).toMatchObject({ aal: 'aal1', amr: [{ method: 'password', timestamp: expect.any(Number) }] });
  expect(Math.abs(Number(claimsIn(session.access_token).amr[0]?.timestamp) - Date.now() / 1000)).toBeLessThan(10);
  expect(session.expires_at).toBe(payload.exp);
});

test('the access token has every claim that the library gives', async () => {
  const email = await auth.addAccount();
  const asked = request('/auth/v1/token?grant_type=password', { body: { email, password: PASSWORD } });
  const theirs = (await (await auth.library.fetch(asked)).json()) as Session;
  const { aal: _, amr: __, ...claims } = claimsIn((await auth.signIn(email)).access_token);
  const own = claimsIn(theirs.access_token);
  expect(Object.keys(claims).sort()).toEqual(Object.keys(own).sort());
  expect(claims).toMatchObject({ sub: own.sub, role: 'authenticated', aud: 'authenticated', email });
});

test('the library by itself leaves nothing and says nothing', async () => {
  const email = await auth.addAccount();
  const asked = request('/auth/v1/token?grant_type=password', {
    body: { email, password: PASSWORD },
    headers: { 'user-agent': 'Firefox on a test' },
  });
  const { access_token } = (await (await auth.library.fetch(asked)).json()) as Session;
  expect(await sessionRow(access_token)).toEqual({ device: null, address: null, aal: 'aal1', methods: [] });
  expect(claimsIn(access_token)).not.toHaveProperty('amr');
});

test('a refresh keeps the method and its time, the device and the address', async () => {
  const session = await auth.signIn(await auth.addAccount(), { 'user-agent': 'Firefox' }, '192.0.2.4');
  await auth.database.sql`
    update auth.mfa_amr_claims set updated_at = '2026-01-02T03:04:05.6Z' where session_id = ${sessionIn(session)}`;
  const next = await auth.refreshed(session.refresh_token);
  expect(claimsIn(next.access_token).amr).toEqual([
    { method: 'password', timestamp: Date.parse('2026-01-02T03:04:05Z') / 1000 },
  ]);
  expect(await sessionRow(next.access_token)).toMatchObject({ device: 'Firefox', address: '192.0.2.4' });
});

test.each([null, 'not an address'])('a sign-in from the address %s still works', async (peerAddress) => {
  const email = await auth.addAccount();
  const body = { email, password: PASSWORD };
  const headers = { 'user-agent': 'x'.repeat(9_000) };
  const answer = await auth.post('/token?grant_type=password', body, { peerAddress, headers });
  const row = await sessionRow(((await answer.json()) as Session).access_token);
  expect(row).toMatchObject({ address: null, device: 'x'.repeat(500) });
});

test('a confirmed address counts as email/signup, also after a refresh', async () => {
  await auth.signUp('confirmed@site.test');
  const tokens = (await (await auth.pressMailedLink('confirmed@site.test')).json()) as Session;
  expect(methodsIn(tokens.access_token)).toEqual(['email/signup']);
  expect(await sessionRow(tokens.access_token)).toMatchObject({ address: '192.0.2.7', methods: ['email/signup'] });
  expect(methodsIn((await auth.refreshed(tokens.refresh_token)).access_token)).toEqual(['email/signup']);
});

test.each(['implicit', 'pkce'])('a recovery link counts as recovery (%s)', async (flow) => {
  const email = await auth.addAccount();
  const challenge = { code_challenge: CHALLENGE, code_challenge_method: 's256' };
  await auth.post('/recover', { email, ...(flow === 'pkce' && challenge) });
  const answer = await auth.pressMailedLink(email, { peerAddress: '198.51.100.7' });
  const session = (await answer.json()) as Session;
  expect(methodsIn(session.access_token)).toEqual(['recovery']);
  expect(await sessionRow(session.access_token)).toMatchObject({ address: '198.51.100.7', aal: 'aal1' });
});
