import { createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { submissions } from '#copy/content/submissions.ts';
import { functionErrors } from '#copy/shell/functions.ts';
import { BusinessRuleError, query } from '#functions/_shared/database.ts';
import { findEnv } from '#functions/_shared/env.ts';
import { HttpError, serviceUnavailable } from '#functions/_shared/http.ts';
import { readSecretKey } from '#functions/_shared/keys.ts';

/**
 * Awaits a call that counts a submission, and answers its result. When there were too many, refuses with 429, the sentence `tooMany`, and
 * `Retry-After` in seconds. For the call's other codes, `sentences` has the sentences (422).
 */
export async function takeSubmission<T>(
  call: Parameters<typeof query<T>>[0],
  sentences: Readonly<Record<string, string>> = {},
  tooMany: (wait: string) => string = submissions.tooMany,
): Promise<T> {
  try {
    return await query(call);
  } catch (error) {
    if (!(error instanceof BusinessRuleError)) throw error;
    if (error.message === 'too_many_submissions') {
      const seconds = Math.max(1, Math.ceil(Number(error.detail) || 60));
      throw new HttpError(429, tooMany(waitInWords(seconds)), {
        headers: { 'retry-after': String(seconds), 'access-control-expose-headers': 'retry-after' },
      });
    }
    const sentence = sentences[error.message];
    if (!sentence) throw serviceUnavailable(functionErrors.internal);
    throw new HttpError(422, sentence);
  }
}

/** How long to wait, rounded up, so that a retry is never too early. */
export function waitInWords(seconds: number): string {
  const { minutes, hours } = submissions.wait;
  const wait = Math.ceil(seconds / 60);
  return wait <= 90 ? minutes(Math.max(1, wait)) : hours(Math.ceil(wait / 60));
}

/**
 * A keyed hash of the client's address, for the database. It is equal for requests from one address, and unreadable
 * without the server's key. After a change of the secret key the count of an address starts again. An IPv6 customer's
 * network (a /64) is one source, and so are all requests from unknown addresses.
 *
 * The address is the one that the last proxy wrote: the host overwrites `X-Forwarded-For` with the address that it
 * sees. Hosted functions are behind several proxies, and the first one passes on the client's claims. There
 * `CLIENT_ADDRESS_HEADER` names the header that the edge overwrites (`cf-connecting-ip` on supabase.co).
 */
export function sourceOf(request: Request): string {
  const key = createHmac('sha256', readSecretKey()).update('source of a submission').digest();
  return createHmac('sha256', key)
    .update(networkOf(clientAddress(request)))
    .digest('base64url')
    .slice(0, 32);
}

/** The address that the last proxy wrote, empty where it wrote none. See sourceOf. */
export function clientAddress(request: Request): string {
  const header = request.headers.get(findEnv('CLIENT_ADDRESS_HEADER') ?? 'x-forwarded-for') ?? '';
  // Entries before the last one are the client's claims.
  return header.split(',').at(-1)?.trim().toLowerCase() ?? '';
}

function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (mapped || isIPv4(address)) return mapped ?? address;
  if (!isIPv6(address)) return 'unknown';
  // WHATWG's serializer writes an address in one way: without leading zeros, the longest run of zeros as "::".
  const [head = '', tail = ''] = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
