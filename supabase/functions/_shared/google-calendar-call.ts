import { z } from 'zod';
import { readProviderTimeout } from './env.ts';
import { accessTokenFor, forgetAccessToken, TokenRevoked } from './google-oauth.ts';
import { askProvider, ProviderLimited, ProviderRefused, ProviderUnavailable } from './provider.ts';

const API = 'https://www.googleapis.com/calendar/v3';
/** Making a video call takes Google some seconds at times. */
const TIMEOUT_MS = 10_000;

const errorShape = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
  }),
});

/** Reasons of a 403 that go by themselves. */
const LIMITS = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']);

/**
 * One call of the Calendar API with an access token of this refresh token. A token that is refused is replaced once.
 * @throws TokenRevoked, ProviderRefused (its code is the status), ProviderUnavailable, of which ProviderLimited is one
 */
export async function callCalendar<S extends z.ZodType>(
  { refreshToken }: { refreshToken: string },
  shape: S,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { query = {}, body }: { query?: Record<string, string>; body?: object } = {},
): Promise<z.output<S>> {
  const address = `${API}${path}?${new URLSearchParams(query)}`;
  const send = (token: string) =>
    askProvider(address, {
      name: `Google Calendar (${method})`,
      timeoutMs: readProviderTimeout(TIMEOUT_MS),
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const token = await accessTokenFor(refreshToken);
  let reply = await send(token);
  if (reply.status === 401) {
    await forgetAccessToken(token);
    reply = await send(await accessTokenFor(refreshToken));
  }
  if (reply.status >= 200 && reply.status < 300) {
    const result = shape.safeParse(reply.answer);
    if (result.success) return result.data;
    throw new ProviderUnavailable(`Google Calendar answered ${method} with an unknown shape`);
  }
  throw failureOf(reply, method);
}

/** Whether a refusal says that what was asked for does not exist, or not any more. */
export function gone(error: unknown): boolean {
  return error instanceof ProviderRefused && (error.code === '404' || error.code === '410');
}

function failureOf(
  { status, answer, retryAfterSeconds }: Awaited<ReturnType<typeof askProvider>>,
  method: string,
): Error {
  const refusal = errorShape.safeParse(answer);
  const message = (refusal.success && refusal.data.error.message) || `Status ${status}`;
  const reason = refusal.success ? refusal.data.error.errors[0]?.reason : undefined;
  if (status === 401) return new TokenRevoked(message);
  if (status === 403 && reason === 'insufficientPermissions') return new TokenRevoked(message);
  const description = `Google Calendar answered ${method} with status ${status}: ${message}`;
  if (status === 429 || (status === 403 && LIMITS.has(reason ?? ''))) {
    return new ProviderLimited(description, retryAfterSeconds);
  }
  if (status >= 500 || status === 408 || !refusal.success) return new ProviderUnavailable(description);
  return new ProviderRefused(message, String(status), reason);
}
