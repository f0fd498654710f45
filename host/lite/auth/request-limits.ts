/**
 * Library behaviour (0.10.0): passwords and mailed codes can be guessed, accounts made and mails asked for without any
 * limit.
 *
 * Correction: GoTrue's limits for each client address. The counters are rows in the database, so that several hosts
 * count together. Calls with the server's key come from our own functions, all from one address: they are not counted.
 */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type postgres from 'postgres';
import { type AuthCall, type AuthCorrection, authError } from './auth-call.ts';
import { methodsOfFactorRoute, purgeFactors } from './factors.ts';

/** Requests for each address in five minutes. */
export type RequestLimits = ReturnType<typeof limitsOf>;

/**
 * All limits, from one figure. Some are higher: an open page refreshes its session more often than a person signs in.
 */
export function limitsOf(requests: number) {
  return {
    signUp: requests,
    signIn: requests,
    refresh: 5 * requests,
    verify: requests,
    recover: requests,
    resend: requests,
    // Only writes a small row; a sign-in that goes on counts as signIn as well.
    authorize: 5 * requests,
    // Only writes a row; each code that is entered counts as verify.
    factors: 2 * requests,
  };
}

/** The limits of a hosted project. */
export const STANDARD_LIMITS = limitsOf(30);

const PURGE_EVERY_MS = 10 * 60_000;

export function limitRequests(sql: postgres.Sql, limits: RequestLimits, secretKey: string): AuthCorrection {
  let purgedAt = Date.now();

  async function countHit(key: string): Promise<number> {
    const [row] = await sql<{ hits: number }[]>`
      insert into lite_host.rate_limits as r (key, window_start)
      values (${key}, date_bin('5 minutes', now(), timestamptz 'epoch'))
      on conflict (key, window_start) do update set hits = r.hits + 1
      returning hits`;
    return row?.hits ?? 0;
  }

  async function purgeNowAndThen(): Promise<void> {
    if (Date.now() - purgedAt < PURGE_EVERY_MS) return;
    purgedAt = Date.now();
    await sql`delete from lite_host.rate_limits where window_start < now() - interval '10 minutes'`;
    await sql`delete from lite_host.mail_windows where sent_at < now() - interval '10 minutes'`;
    await purgeFactors(sql);
  }

  return (next) => async (call) => {
    const limit = limitOf(call);
    if (!limit || call.headers.get('apikey') === secretKey) return next(call);
    const hits = await countHit(`${limit}:${pseudonym(call.peerAddress)}`);
    if (hits > limits[limit]) return authError(429, 'over_request_rate_limit', 'Request rate limit reached');
    await purgeNowAndThen();
    return next(call);
  };
}

function limitOf(call: AuthCall): keyof RequestLimits | undefined {
  if (call.path === '/verify') return 'verify';
  if (call.path === '/authorize') return 'authorize';
  if (call.method !== 'POST') return undefined;
  if (call.path === '/token') {
    return call.url.searchParams.get('grant_type') === 'refresh_token' ? 'refresh' : 'signIn';
  }
  if (methodsOfFactorRoute(call.path)) return call.path.endsWith('/verify') ? 'verify' : 'factors';
  return ({ '/signup': 'signUp', '/recover': 'recover', '/resend': 'resend' } as const)[call.path];
}

/** The database holds pseudonyms, no network addresses. */
function pseudonym(peerAddress: string | null): string {
  return createHash('sha256')
    .update(networkOf(peerAddress ?? 'unknown'))
    .digest('base64url')
    .slice(0, 22);
}

/** All addresses of one IPv6 customer (a /64) count as one. */
export function networkOf(address: string): string {
  return isIPv6(address) && !address.includes('.') ? firstFourGroups(address) : address;
}

function firstFourGroups(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    groups.push(...Array<string>(8 - groups.length - after.length).fill('0'), ...after);
  }
  return groups.slice(0, 4).join(':');
}
