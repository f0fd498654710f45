import { query, serviceClient } from '#functions/_shared/database.ts';
import { findEnv, readEnv } from '#functions/_shared/env.ts';
import { findLegacyKey, seal, unsealWithAny } from '#functions/_shared/keys.ts';
import { describeError, logProblem } from '#functions/_shared/log.ts';
import type { CalendarAccess } from './google-calendar.ts';
import { TokenRevoked } from './google-oauth.ts';

/**
 * The refresh token of the calendar's owner: encrypted in the database once an administrator has given consent, else
 * the setting GOOGLE_REFRESH_TOKEN.
 */

/** Binds the cipher text to its purpose: another text encrypted with this key does not decrypt as a token. */
const PURPOSE = 'google refresh token';

/** There is no usable refresh token. `unreadable`: one is stored, but encrypted with another key. */
export class CalendarNotConnected extends Error {
  override readonly name = 'CalendarNotConnected';
  readonly reason: 'missing' | 'unreadable';

  constructor(reason: 'missing' | 'unreadable') {
    super(`The calendar's refresh token is ${reason}`);
    this.reason = reason;
  }
}

/**
 * Whether there is a key for the encryption of a token. The host always sets one; elsewhere it is a secret of the
 * functions.
 */
export function canStoreToken(): boolean {
  return findEnv('GOOGLE_TOKEN_KEY') !== undefined;
}

/** Replaces the stored token; `actor` is the administrator who fetched it. @throws Error where canStoreToken is false */
export async function storeRefreshToken(refreshToken: string, actor: string): Promise<void> {
  await query(
    serviceClient().rpc('store_google_token', {
      p_refresh_token_encrypted: sealToken(refreshToken, PURPOSE),
      p_actor: actor,
    }),
  );
}

/**
 * Runs `work` with access to the calendar, and records whether Google still accepts the token. A token that an older
 * key encrypted is then stored under the present key.
 * @throws CalendarNotConnected, and what `work` throws, such as TokenRevoked
 */
export async function withCalendar<T>(
  work: (access: CalendarAccess, from: 'stored' | 'setting') => Promise<T>,
): Promise<T> {
  const { refreshToken, stored, renewed } = await readRefreshToken();
  try {
    const result = await work({ refreshToken }, stored ? 'stored' : 'setting');
    if (stored) await note(stored.refresh_token_encrypted, 'ok', renewed);
    return result;
  } catch (error) {
    if (stored && error instanceof TokenRevoked) await note(stored.refresh_token_encrypted, 'invalid_grant', renewed);
    throw error;
  }
}

async function readRefreshToken() {
  const [stored] = await query(serviceClient().rpc('read_google_token'));
  if (stored?.refresh_token_encrypted) {
    const { token: refreshToken, renewed } = await open(stored.refresh_token_encrypted);
    return { refreshToken, stored, renewed };
  }
  const refreshToken = findEnv('GOOGLE_REFRESH_TOKEN');
  if (refreshToken === undefined) throw new CalendarNotConnected('missing');
  return { refreshToken, stored: undefined, renewed: undefined };
}

/** A refresh token as the database keeps it. @throws Error where canStoreToken is false */
export function sealToken(token: string, purpose: string): string {
  return seal(token, { secret: readEnv('GOOGLE_TOKEN_KEY'), purpose });
}

/**
 * The token. If an older key encrypted it, `renewed` is the same token under the present key.
 * @throws Error when none of the keys opens it for this purpose
 */
export function openToken(sealed: string, purpose: string): { token: string; renewed: string | undefined } {
  const newest = findEnv('GOOGLE_TOKEN_KEY');
  // The last one sealed while a host had no GOOGLE_TOKEN_KEY.
  const keys = [newest, findEnv('GOOGLE_TOKEN_KEY_PREVIOUS'), findLegacyKey()];
  const { text: token, secret } = unsealWithAny(sealed, { secrets: keys.filter((key) => key !== undefined), purpose });
  return { token, renewed: newest === undefined || newest === secret ? undefined : sealToken(token, purpose) };
}

async function open(sealed: string): Promise<{ token: string; renewed: string | undefined }> {
  try {
    return openToken(sealed, PURPOSE);
  } catch (error) {
    logProblem('error', "The calendar's refresh token cannot be read with the present keys", {
      error: describeError(error),
    });
    await note(sealed, 'unreadable');
    throw new CalendarNotConnected('unreadable');
  }
}

/** Records what the last use of the stored token showed; `renewed` is the same token under the present key. */
async function note(sealed: string, state: 'ok' | 'invalid_grant' | 'unreadable', renewed?: string): Promise<void> {
  try {
    await query(
      serviceClient().rpc('mark_google_token', {
        p_refresh_token_encrypted: sealed,
        p_state: state,
        ...(renewed && { p_renewed: renewed }),
      }),
    );
  } catch (error) {
    // The next use records it; the result of the work must not be lost.
    logProblem('warn', "The state of the calendar's token was not noted", { error: describeError(error) });
  }
}
