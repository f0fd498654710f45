import { googleAuthorisation } from '#copy/office/google-permission.ts';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { findEnv, readEnv } from '#functions/_shared/env.ts';
import {
  createHandler,
  HttpError,
  readBody,
  type ServerFunction,
  serviceUnavailable,
} from '#functions/_shared/http.ts';
import { logProblem } from '#functions/_shared/log.ts';
import { canStoreToken, storeRefreshToken } from '#functions/_shared/office/google-credentials.ts';
import {
  CALENDAR_SCOPE,
  consentAddress,
  exchangeCode,
  type GoogleTokens,
} from '#functions/_shared/office/google-oauth.ts';
import { requireAdministrator } from '#functions/_shared/people/auth.ts';
import { ProviderRefused, ProviderUnavailable } from '#functions/_shared/provider.ts';
import { exchangeCodeBody } from '#rules/office/google-permission.ts';
import { makeState, readState } from './consent-state.ts';

const { errors } = googleAuthorisation;

const windows = createHandler('manual-google-oauth', leadToConsent, { method: 'GET' });
const posts = createHandler('manual-google-oauth', async (request) => {
  const administrator = await requireAdministrator(request);
  if (!findEnv('GOOGLE_CLIENT_ID') || !findEnv('GOOGLE_CLIENT_SECRET')) throw refuse(409, errors.notConfigured);
  // Before a person goes to Google for it: a code works once.
  if (!canStoreToken()) throw refuse(503, errors.keyMissing);
  switch (actionOf(request)) {
    case 'begin':
      await request.body?.cancel();
      return { success: true, state: makeState(administrator.id, new Date()), redirect_uri: callbackAddress() };
    case 'exchange-code':
      return exchange(request, administrator.id);
    default:
      throw refuse(400, errors.unknownAction);
  }
});

/**
 * The calendar's permission (docs/product/calendars.md#google-permission), for administrators only, by `action`:
 * - `begin` answers the `state` with which GET `?action=consent` redirects a window to Google's consent page, once
 * - `exchange-code` takes {code, redirect_uri, state}, stores the refresh token and answers it; no other call returns it.
 *   The state is the caller's own, and is used up by the call.
 */
export default {
  async fetch(request) {
    const isConsent = request.method === 'GET' && actionOf(request) === 'consent';
    return (isConsent ? windows : posts).fetch(request);
  },
} satisfies ServerFunction;

async function leadToConsent(request: Request): Promise<Response> {
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  const state = new URL(request.url).searchParams.get('state') ?? '';
  if (!(await takeState(state, 'opened'))) return new Response(errors.linkInvalid, { status: 403, headers });
  const location = consentAddress({ redirectUri: callbackAddress(), state });
  return new Response(null, { status: 302, headers: { ...headers, location } });
}

/** Whether the state is ours, of this account where one is named, and is used for this step for the first time. */
async function takeState(state: string, step: 'opened' | 'exchanged', accountId?: string): Promise<boolean> {
  const ours = readState(state, new Date());
  if (!ours || (accountId !== undefined && ours.accountId !== accountId)) return false;
  return query(
    serviceClient().rpc('consume_calendar_state', {
      p_nonce: `${step}:${ours.nonce}`,
      p_expires_at: ours.expiresAt.toISOString(),
    }),
  );
}

async function exchange(request: Request, administratorId: string): Promise<object> {
  const { code, redirect_uri, state } = await readBody(request, exchangeCodeBody);
  if (redirect_uri !== callbackAddress()) throw refuse(400, errors.redirectMismatch(callbackAddress()));
  // Used up before Google is asked: whoever has the state cannot try a second code with it.
  if (!(await takeState(state, 'exchanged', administratorId))) throw refuse(400, errors.stateInvalid);
  const { refreshToken, scopes } = await askGoogle(code);
  if (!scopes.includes(CALENDAR_SCOPE)) throw refuse(422, errors.scopeMissing);
  if (refreshToken === undefined) throw refuse(422, errors.noRefreshToken);
  await storeRefreshToken(refreshToken, administratorId);
  return { success: true, refresh_token: refreshToken };
}

async function askGoogle(code: string): Promise<GoogleTokens> {
  try {
    return await exchangeCode({ code, redirectUri: callbackAddress() });
  } catch (error) {
    if (error instanceof ProviderRefused) {
      if (error.code === 'invalid_grant') throw refuse(400, errors.codeRefused);
      logProblem('warn', 'Google refused to exchange a code', { code: error.code, error: error.message });
      throw refuse(502, errors.clientRefused(error.message));
    }
    if (error instanceof ProviderUnavailable) {
      logProblem('warn', 'Google did not exchange a code', { error: error.message });
      throw serviceUnavailable(errors.unavailable);
    }
    throw error;
  }
}

function refuse(status: number, sentence: string): HttpError {
  return new HttpError(status, sentence, { fields: { success: false } });
}

function actionOf(request: Request): string | null {
  return new URL(request.url).searchParams.get('action');
}

/** Where Google sends the administrator's browser with the code; registered with Google's client. */
function callbackAddress(): string {
  return new URL('/oauth-callback', readEnv('SITE_URL')).href;
}
