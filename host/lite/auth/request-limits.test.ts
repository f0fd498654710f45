import { expect, test } from 'vitest';
import { openAuthFixture, outcome } from '#tests/kit/auth-fixtures.ts';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { openBackend, request } from '#tests/kit/lite-backends.ts';

const limits = { signIn: 3, signUp: 2, verify: 2, recover: 2, resend: 2, refresh: 4 };

const auth = provideFixture(() => openAuthFixture({ requestLimits: limits }));

let people = 0;
/** For another account each time: an account has a limit of its own. */
const guess = (peerAddress: string | null) => {
  people += 1;
  const body = { email: `asha-${people}@site.test`, password: 'wrong1' };
  return auth.post('/token?grant_type=password', body, { peerAddress });
};

test('the fourth guess from one address is refused, and other addresses are served', async () => {
  const codes = [];
  for (let at = 0; at < 4; at += 1) codes.push(await outcome(guess('203.0.113.1')));
  expect(codes.map(([status]) => status)).toEqual([400, 400, 400, 429]);
  expect(codes[3]).toEqual([429, 'over_request_rate_limit']);
  expect((await guess('203.0.113.2')).status).toBe(400);
});

test('hosts on one database count together', async () => {
  const second = openBackend({ databaseUrl: auth.database.url, requestLimits: limits });
  const body = { email: 'asha@site.test', password: 'wrong1' };
  const ask = () =>
    second.fetch(request('/auth/v1/token?grant_type=password', { body }), { peerAddress: '203.0.113.3' });
  expect([(await guess('203.0.113.3')).status, (await ask()).status, (await guess('203.0.113.3')).status]).toEqual([
    400, 400, 400,
  ]);
  expect((await ask()).status).toBe(429);
  await second.close();
});

test('one IPv6 customer’s addresses count as one', async () => {
  const statuses = [];
  for (const host of ['1', '2:3', 'ffff:1:1:1'])
    statuses.push((await guess(`2001:db8:1:2:${host === '1' ? ':1' : host === '2:3' ? ':2:3' : host}`)).status);
  expect(statuses).toEqual([400, 400, 400]);
  expect((await guess('2001:db8:1:2::99')).status).toBe(429);
  expect((await guess('2001:db8:1:3::99')).status).toBe(400);
});

test.each([
  ['/signup', { email: 'not an address', password: 'secret1' }],
  ['/recover', { email: 'not an address' }],
  ['/resend', { type: 'nothing' }],
  ['/verify', { type: 'signup', token_hash: 'x' }],
])('%s is limited', async (path, body) => {
  const ask = async () => (await auth.post(path, body, { peerAddress: '203.0.113.5' })).status;
  expect(await ask()).not.toBe(429);
  expect(await ask()).not.toBe(429);
  expect(await ask()).toBe(429);
});

test('no address is written down', async () => {
  await guess('203.0.113.77');
  const rows = await auth.database.sql`select key from lite_host.rate_limits`;
  expect(JSON.stringify(rows)).not.toContain('203.0.113');
});

test('the library by itself lets anyone guess', async () => {
  const body = { email: 'asha@site.test', password: 'wrong1' };
  for (let at = 0; at < 40; at += 1) {
    const answer = await auth.library.fetch(request('/auth/v1/token?grant_type=password', { body }));
    expect(answer.status).toBe(400);
  }
});
