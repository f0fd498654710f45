import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { callCalendar } from './google-calendar-call.ts';
import { ProviderLimited } from './provider.ts';

vi.mock('./google-oauth.ts', async (original) => ({
  ...(await original<object>()),
  accessTokenFor: async () => 'access token',
}));

const limited = (status: number, reason: string, headers = {}) =>
  Response.json({ error: { message: 'Slow down', errors: [{ reason }] } }, { status, headers });

it.each([
  ['a pause in seconds', limited(429, 'rateLimitExceeded', { 'retry-after': '90' }), 90],
  ['a pause as a date', limited(429, '', { 'retry-after': 'Sat, 21 Nov 2026 10:00:00 GMT' }), undefined],
  ['no pause', limited(403, 'userRateLimitExceeded'), undefined],
  ['a spent quota', limited(403, 'quotaExceeded'), undefined],
])('a limit with %s is told apart', async (_name, response, seconds) => {
  vi.stubGlobal('fetch', async () => response);
  const call = callCalendar({ refreshToken: 'token' }, z.unknown(), 'GET', '/x');
  const error = await call.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ProviderLimited);
  expect(error).toMatchObject({ retryAfterSeconds: seconds });
});
