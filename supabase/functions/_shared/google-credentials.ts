import { query, serviceClient } from './database.ts';
import { findEnv } from './env.ts';
import type { CalendarAccess } from './google-calendar.ts';
import { TokenRevoked } from './google-oauth.ts';
import { readSecretKey } from './keys.ts';
import { describeError, logProblem } from './log.ts';
import { seal, unseal } from './seal.ts';

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

/** Replaces the stored token; `actor` is the administrator who fetched it. */
export async function storeRefreshToken(refreshToken: string, actor: string): Promise<void> {
  await query(
    serviceClient().rpc('store_google_token', { p_refresh_token_encrypted: encrypt(refreshToken), p_actor: actor }),
  );
}

/**
 * Runs `work` with access to the calendar, and records whether Google still accepts the token.
 * @throws CalendarNotConnected, and what `work` throws, such as TokenRevoked
 */
export async function withCalendar<T>(
  work: (access: CalendarAccess, from: 'stored' | 'setting') => Promise<T>,
): Promise<T> {
  const { refreshToken, stored } = await readRefreshToken();
  const note = async (state: 'ok' | 'invalid_grant') => {
    if (!stored) return;
    try {
      await query(
        serviceClient().rpc('mark_google_token', {
          p_refresh_token_encrypted: stored.refresh_token_encrypted,
          p_state: state,
        }),
      );
    } catch (error) {
      // The next use records it; the result of the work must not be lost.
      logProblem('warn', "The state of the calendar's token was not noted", { error: describeError(error) });
    }
  };
  try {
    const result = await work({ refreshToken }, stored ? 'stored' : 'setting');
    await note('ok');
    return result;
  } catch (error) {
    if (error instanceof TokenRevoked) await note('invalid_grant');
    throw error;
  }
}

async function readRefreshToken() {
  const [stored] = await query(serviceClient().rpc('read_google_token'));
  if (stored?.refresh_token_encrypted) {
    return { refreshToken: decrypt(stored.refresh_token_encrypted), stored };
  }
  const refreshToken = findEnv('GOOGLE_REFRESH_TOKEN');
  if (refreshToken === undefined) throw new CalendarNotConnected('missing');
  return { refreshToken, stored: undefined };
}

function encrypt(text: string): string {
  return seal(text, { secret: secret(), purpose: PURPOSE });
}

function decrypt(text: string): string {
  try {
    return unseal(text, { secret: secret(), purpose: PURPOSE });
  } catch (error) {
    logProblem('error', "The calendar's refresh token cannot be read with the present key", {
      error: describeError(error),
    });
    throw new CalendarNotConnected('unreadable');
  }
}

function secret(): string {
  return findEnv('GOOGLE_TOKEN_KEY') ?? readSecretKey();
}
