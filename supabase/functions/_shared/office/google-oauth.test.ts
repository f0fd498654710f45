import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  accessTokenFor,
  consentAddress,
  exchangeCode,
  forgetAccessToken,
  refreshAccessToken,
  revokeToken,
  TokenRevoked,
} from '#functions/_shared/office/google-oauth.ts';
import { ProviderRefused, ProviderUnavailable } from '#functions/_shared/provider.ts';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { CALENDAR_SCOPE, CALLBACK } from '#tests/kit/google.ts';
import { serveGoogle } from '#tests/kit/google-stand-in.ts';

const TOKEN_CALL = 'POST /oauth2.googleapis.com/token';
const google = provideFixture(serveGoogle);

beforeEach(async () => {
  for (const [name, value] of Object.entries(google.settings)) vi.stubEnv(name, value);
  await google.clearFaults();
  google.takePaths();
});
afterEach(() => vi.useRealTimers());

let people = 0;
async function newRefreshToken(): Promise<{ refreshToken: string; email: string }> {
  people += 1;
  const email = `owner-${people}@startup.example`;
  const { refreshToken } = await exchangeCode({
    code: await google.codeFor(CALENDAR_SCOPE, email),
    redirectUri: CALLBACK,
  });
  google.takePaths();
  return { refreshToken: refreshToken ?? '', email };
}

it('the consent page asks for offline access to the calendar, each time anew', async () => {
  const address = new URL(consentAddress({ redirectUri: CALLBACK, state: 'the state' }));
  expect(address.origin + address.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: google.client.clientId,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'https://www.googleapis.com/auth/calendar',
    access_type: 'offline',
    prompt: 'consent',
    state: 'the state',
  });
  const page = await google.request(`/providers/accounts.google.com${address.pathname}${address.search}`);
  expect(page.status).toBe(200);
});

it('a code of the consent page can be exchanged for tokens once', async () => {
  const request = { code: await google.codeFor(CALENDAR_SCOPE, 'once@startup.example'), redirectUri: CALLBACK };
  expect(await exchangeCode(request)).toEqual({
    accessToken: expect.stringMatching(/^ya29\./),
    expiresInSeconds: 3599,
    refreshToken: expect.stringMatching(/^1\/\//),
    scopes: [CALENDAR_SCOPE],
  });
  const again = await exchangeCode(request).catch((error: unknown) => error);
  expect(again).toBeInstanceOf(ProviderRefused);
  expect(again).toMatchObject({ code: 'invalid_grant' });
});

it('a code is refused with another redirect address, and ProviderUnavailable when Google does not answer', async () => {
  const code = await google.codeFor(CALENDAR_SCOPE, 'elsewhere@startup.example');
  const elsewhere = exchangeCode({ code, redirectUri: 'https://elsewhere.example/' });
  await expect(elsewhere).rejects.toBeInstanceOf(ProviderRefused);
  await google.fault({ operation: 'token', kind: 'fail', status: 503 });
  await expect(exchangeCode({ code, redirectUri: CALLBACK })).rejects.toBeInstanceOf(ProviderUnavailable);
});

it('an access token is asked for once, however many need it at the same time', async () => {
  const { refreshToken } = await newRefreshToken();
  const tokens = await Promise.all([1, 2, 3].map(() => accessTokenFor(refreshToken)));
  tokens.push(await accessTokenFor(refreshToken));
  expect(new Set(tokens).size).toBe(1);
  expect(google.takePaths()).toEqual([TOKEN_CALL]);
});

it('an access token is replaced a minute before it expires', async () => {
  const { refreshToken } = await newRefreshToken();
  vi.useFakeTimers({ toFake: ['Date'] });
  const first = await accessTokenFor(refreshToken);
  vi.advanceTimersByTime((3599 - 61) * 1000);
  expect(await accessTokenFor(refreshToken)).toBe(first);
  vi.advanceTimersByTime(2000);
  expect(await accessTokenFor(refreshToken)).not.toBe(first);
});

it('an access token is another for another refresh token, and after it was found useless', async () => {
  const [a, b] = [await newRefreshToken(), await newRefreshToken()];
  const first = await accessTokenFor(a.refreshToken);
  expect(await accessTokenFor(b.refreshToken)).not.toBe(first);
  const second = await accessTokenFor(a.refreshToken);
  // Each keeps its own.
  expect(second).toBe(first);
  await forgetAccessToken(a.refreshToken, 'of another time');
  await forgetAccessToken(b.refreshToken, second);
  expect(await accessTokenFor(a.refreshToken)).toBe(second);
  await forgetAccessToken(a.refreshToken, second);
  expect(await accessTokenFor(a.refreshToken)).not.toBe(second);
});

it('access tokens of 500 refresh tokens are kept, those that were used last', async () => {
  let asked = 0;
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    asked += 1;
    return Response.json({ access_token: `ya29.${asked}`, expires_in: 3599 });
  });
  const all = Array.from({ length: 500 }, (_, place) => `1//of mentor ${place}`);
  for (const token of all) await accessTokenFor(token);
  await accessTokenFor('1//of mentor 0');
  expect(asked).toBe(500);
  await accessTokenFor('1//one more');
  await accessTokenFor('1//of mentor 0');
  expect(asked).toBe(501);
  await accessTokenFor('1//of mentor 1');
  expect(asked).toBe(502);
  fetching.mockRestore();
});

it('a permission is given back once, and one that is gone already counts as given back', async () => {
  const { refreshToken } = await newRefreshToken();
  await accessTokenFor(refreshToken);
  await google.fault({ operation: 'revoke', kind: 'fail', status: 503 });
  await expect(revokeToken(refreshToken)).rejects.toBeInstanceOf(ProviderUnavailable);
  await revokeToken(refreshToken);
  await revokeToken(refreshToken);
  await expect(accessTokenFor(refreshToken)).rejects.toBeInstanceOf(TokenRevoked);
});

it('an access token is refused for good when the permission was taken back', async () => {
  const { refreshToken, email } = await newRefreshToken();
  await google.lever('tokens/revoke', { email });
  const error = await refreshAccessToken(refreshToken).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TokenRevoked);
  expect(error).toMatchObject({ message: 'Token has been expired or revoked.' });
  await expect(refreshAccessToken('1//none')).rejects.toBeInstanceOf(TokenRevoked);
});

it.each([
  ['a failure', { kind: 'fail', status: 500 }],
  ['a rate limit', { kind: 'fail', status: 429 }],
  ['a lost answer', { kind: 'fail', status: 502, is_after: true }],
])('an access token comes after %s when it is asked for again', async (_, fault) => {
  const { refreshToken } = await newRefreshToken();
  await google.fault({ operation: 'token.refresh', ...fault });
  await expect(accessTokenFor(refreshToken)).rejects.toBeInstanceOf(ProviderUnavailable);
  expect(await accessTokenFor(refreshToken)).toMatch(/^ya29\./);
});

it('an access token says nothing about the permission when our own settings are wrong', async () => {
  const { refreshToken } = await newRefreshToken();
  vi.stubEnv('GOOGLE_CLIENT_SECRET', 'wrong');
  await expect(refreshAccessToken(refreshToken)).rejects.toBeInstanceOf(ProviderUnavailable);
  vi.stubEnv('GOOGLE_CLIENT_SECRET', google.client.clientSecret);
  expect((await refreshAccessToken(refreshToken)).refreshToken).toBeUndefined();
});
