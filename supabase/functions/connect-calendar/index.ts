import type { z } from 'zod';
import { mentorCalendar } from '#copy/mentors/calendar.ts';
import { query, queryWithSentences, serviceClient } from '#functions/_shared/database.ts';
import { findEnv, readEnv } from '#functions/_shared/env.ts';
import {
  createHandler,
  HttpError,
  readBody,
  type ServerFunction,
  serviceUnavailable,
} from '#functions/_shared/http.ts';
import { describeError, logProblem } from '#functions/_shared/log.ts';
import { checkMentorCalendars, sealMentorToken } from '#functions/_shared/mentors/calendar.ts';
import { canStoreToken } from '#functions/_shared/office/google-credentials.ts';
import { BUSY_SCOPE, consentAddress, exchangeCode, type GoogleTokens } from '#functions/_shared/office/google-oauth.ts';
import { callersClient, requireUserAnd } from '#functions/_shared/people/auth.ts';
import { ProviderRefused, ProviderUnavailable } from '#functions/_shared/provider.ts';
import { connectCalendarBody } from '#rules/mentors/calendar.ts';
import { type Connecting, makeState, openLink, readState, sealLink } from './connection-state.ts';

const { errors } = mentorCalendar;

/** So that the page can say which account is connected, beside the busy times. */
const SCOPE = `${BUSY_SCOPE} openid email`;

interface CalendarAccount {
  mentor_id: string | null;
  email: string;
  has_left: boolean | null;
}

type Body = z.output<typeof connectCalendarBody>;
type Exchange = Extract<Body, { action: 'exchange' }>;

/** The database's codes and their sentences. */
const REFUSALS: Record<string, string> = {
  mentor_only: errors.mentorOnly,
  mentor_left: errors.hasLeft,
  calendar_not_connected: errors.notConnected,
  checked_just_now: errors.checkedJustNow,
  too_many_calendars: errors.tooManyCalendars,
  calendar_address_not_valid: errors.addressNotValid,
};

const posts = createHandler('connect-calendar', async (request) => {
  const {
    id,
    mentor_id: mentorId,
    email,
    has_left,
  } = await requireUserAnd<CalendarAccount>(request, (client) => client.rpc('my_calendar_account'));
  const body = await readBody(request, connectCalendarBody);
  if (mentorId === null) throw refuse(403, 'mentor_only', errors.mentorOnly);
  if (has_left && body.action !== 'disconnect') throw refuse(409, 'mentor_left', errors.hasLeft);
  const who = { accountId: id, mentorId };
  const client = callersClient(request);
  switch (body.action) {
    case 'begin':
      return begin(who, email);
    case 'exchange':
      return exchange(who, body);
    case 'disconnect':
      await queryWithSentences(client.rpc('disconnect_calendar'), REFUSALS);
      return {};
    case 'check-now':
      await queryWithSentences(client.rpc('ask_calendar_check'), REFUSALS);
      return { is_read: await check(mentorId) };
    case 'save-calendars':
      await queryWithSentences(
        client.rpc('save_calendar_list', { p_calendars: body.calendars, p_was: body.was }),
        REFUSALS,
      );
      return { is_read: await check(mentorId) };
  }
});

/**
 * The connection to a mentor's own Google calendar, for the mentor alone (docs/product/calendars.md#connecting), by
 * `action`:
 * - `begin` answers `consent`: GET `?consent=` with it redirects the browser to Google's consent page
 * - `exchange` takes {code, state} of Google's answer and keeps the permission
 * - `check-now`, at most once a minute, and `save-calendars` {calendars, was} answer `is_read`; `disconnect`
 */
export default {
  async fetch(request) {
    const consent = request.method === 'GET' ? new URL(request.url).searchParams.get('consent') : null;
    return consent === null ? posts.fetch(request) : leadToConsent(consent);
  },
} satisfies ServerFunction;

function begin(who: Connecting, email: string): object {
  requireGoogle();
  const now = new Date();
  return { consent: sealLink({ state: makeState(who, now), loginHint: email }, now) };
}

function leadToConsent(sealed: string): Response {
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  const link = openLink(sealed, new Date());
  if (!link) return new Response(errors.linkExpired, { status: 403, headers });
  const location = consentAddress({ redirectUri: callbackAddress(), scope: SCOPE, ...link });
  return new Response(null, { status: 302, headers: { ...headers, location } });
}

async function exchange(who: Connecting, { code, state }: Exchange): Promise<object> {
  requireGoogle();
  const ours = readState(state, who, new Date());
  // Used up before Google is asked: whoever has the address cannot try a second code with it.
  const isFirstUse =
    ours !== undefined &&
    (await query(
      serviceClient().rpc('consume_calendar_state', {
        p_nonce: ours.nonce,
        p_expires_at: ours.expiresAt.toISOString(),
      }),
    ));
  if (!isFirstUse) throw refuse(400, 'state_not_valid', errors.stateNotValid);
  const { refreshToken, scopes, email } = await askGoogle(code);
  if (!scopes.includes(BUSY_SCOPE)) throw refuse(422, 'scope_missing', errors.scopeMissing);
  if (refreshToken === undefined || email === undefined) {
    throw refuse(422, 'no_lasting_permission', errors.noLastingPermission);
  }
  const stored = serviceClient().rpc('store_mentor_calendar', {
    p_user_id: who.accountId,
    p_mentor_id: who.mentorId,
    p_refresh_token_encrypted: sealMentorToken(refreshToken),
    p_google_email: email,
  });
  await queryWithSentences(stored, REFUSALS);
  await check(who.mentorId);
  return { google_email: email };
}

async function askGoogle(code: string): Promise<GoogleTokens> {
  try {
    return await exchangeCode({ code, redirectUri: callbackAddress() });
  } catch (error) {
    // The code was used already, or has expired: as a connection that has.
    if (error instanceof ProviderRefused && error.code === 'invalid_grant') {
      throw refuse(400, 'state_not_valid', errors.stateNotValid);
    }
    if (!(error instanceof ProviderRefused || error instanceof ProviderUnavailable)) throw error;
    logProblem('warn', 'Google did not exchange a code of a mentor', { error: describeError(error) });
    throw serviceUnavailable(errors.unavailable);
  }
}

/** What is connected stays so where the first check fails: the worker tries again, and the page says since when. */
async function check(mentorId: string): Promise<boolean> {
  try {
    return await checkMentorCalendars(mentorId);
  } catch (error) {
    logProblem('warn', "A mentor's calendar is not checked yet", { error: describeError(error) });
    return false;
  }
}

function requireGoogle(): void {
  if (!findEnv('GOOGLE_CLIENT_ID') || !findEnv('GOOGLE_CLIENT_SECRET') || !canStoreToken()) {
    throw refuse(409, 'google_not_configured', errors.notConfigured);
  }
}

function refuse(status: number, code: string, sentence: string): HttpError {
  return new HttpError(status, sentence, { fields: { code } });
}

/** Where Google sends the mentor's browser with the code; registered with Google's client. */
function callbackAddress(): string {
  return new URL('/mentor-dashboard/calendar-callback', readEnv('SITE_URL')).href;
}
