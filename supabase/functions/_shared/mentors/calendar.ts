import { z } from 'zod';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { findEnv } from '#functions/_shared/env.ts';
import { MENTOR_CALENDAR_PURPOSE } from '#functions/_shared/keys.ts';
import { describeError, logProblem } from '#functions/_shared/log.ts';
import { BUSY_DAYS, type BusyTimes, findCalendar, readBusyTimes } from '#functions/_shared/office/google-calendar.ts';
import {
  CalendarNotConnected,
  openToken,
  sealToken,
  withCalendar,
} from '#functions/_shared/office/google-credentials.ts';
import { revokeToken, TokenRevoked } from '#functions/_shared/office/google-oauth.ts';
import { JobStopped, runWithinLimit } from '#functions/_shared/office/job-limit.ts';
import { ProviderLimited, ProviderUnavailable } from '#functions/_shared/provider.ts';

/** When mentors are busy by their own calendars (docs/product/calendars.md#checks). */

const PRIMARY = 'primary';
const RANGE_MS = BUSY_DAYS * 24 * 3_600_000;
/** Less than the two minutes for which a worker holds a connection alone. */
const CHECK_LIMIT_MS = 90_000;
/** For the whole check before a time is sold, including a new access token. */
const LIVE_CHECK_LIMIT_MS = 1_500;

interface Connection {
  connection: string;
  refresh_token_encrypted: string;
  calendars: string[];
  checks_from: string;
  checks_to: string;
}

interface ClaimedCheck extends Connection {
  mentor_id: string;
  is_whole: boolean;
}

/** None of the functions' keys opens the stored token. */
class TokenUnreadable extends Error {
  override readonly name = 'TokenUnreadable';
}

/** Google shows the account, but not its primary calendar. */
class CalendarUnread extends ProviderUnavailable {}

/** A mentor's refresh token as the database keeps it. @throws Error where there is no key */
export function sealMentorToken(refreshToken: string): string {
  return sealToken(refreshToken, MENTOR_CALENDAR_PURPOSE);
}

/**
 * Reads the calendars that are due (twenty at most), or one mentor's at any time, and stores when they are busy.
 * Returns whether all could be read. Two callers never read the same calendar at once.
 */
export async function checkMentorCalendars(mentorId?: string): Promise<boolean> {
  if (!findEnv('GOOGLE_CLIENT_ID') || !findEnv('GOOGLE_CLIENT_SECRET')) return false;
  const due = await query(
    serviceClient().rpc('claim_calendar_checks', mentorId === undefined ? {} : { p_mentor_id: mentorId }),
  );
  const checks = await Promise.allSettled(due.map(checkCalendar));
  for (const [at, check] of checks.entries()) {
    // Its lease expires, and another round reads the calendar.
    if (check.status === 'rejected')
      logProblem('warn', "A mentor's calendar is not checked", {
        mentor: due[at]?.mentor_id,
        error: describeError(check.reason),
      });
  }
  return checks.every((check) => check.status === 'fulfilled' && check.value);
}

async function checkCalendar(claimed: ClaimedCheck): Promise<boolean> {
  const mark = (outcome: 'checked' | 'failed' | 'lost', more: object = {}) =>
    query(
      serviceClient().rpc('mark_mentor_calendar', {
        p_mentor_id: claimed.mentor_id,
        p_connection: claimed.connection,
        p_outcome: outcome,
        ...more,
      }),
    );
  try {
    const renewed = await runWithinLimit(() => readWhole(claimed), CHECK_LIMIT_MS);
    await mark('checked', { p_is_whole: claimed.is_whole, ...(renewed !== undefined && { p_renewed: renewed }) });
    return true;
  } catch (error) {
    const reason = describeError(error);
    if (error instanceof TokenRevoked) {
      await mark('lost', { p_error: reason });
      return false;
    }
    const seconds = error instanceof ProviderLimited ? error.retryAfterSeconds : undefined;
    logProblem('warn', "A mentor's calendar could not be read", { mentor: claimed.mentor_id, error: reason });
    await mark('failed', { p_error: reason, ...(seconds !== undefined && { p_retry_after_seconds: seconds }) });
    return false;
  }
}

/** Returns the token under the present key if an older key had encrypted it. */
async function readWhole(claimed: ClaimedCheck): Promise<string | undefined> {
  const { token, renewed } = open(claimed);
  const end = Date.parse(claimed.checks_to);
  for (let from = Date.parse(claimed.checks_from); from < end; from += RANGE_MS) {
    const range = { from: new Date(from), to: new Date(Math.min(from + RANGE_MS, end)) };
    await readAndStore(claimed, token, { mentorId: claimed.mentor_id, ...range });
  }
  return renewed;
}

/** Answers whether the mentor is busy at any time of the range, by what is stored now. */
async function readAndStore(
  { connection, calendars }: Connection,
  refreshToken: string,
  { mentorId, from, to, isLive = false }: { mentorId: string; from: Date; to: Date; isLive?: boolean },
): Promise<boolean> {
  const { busy, unread }: BusyTimes = await readBusyTimes(
    { refreshToken },
    { from, to, calendars: [PRIMARY, ...calendars] },
  );
  const isBusy = await query(
    serviceClient().rpc('record_busy_times', {
      p_mentor_id: mentorId,
      p_connection: connection,
      p_from: from.toISOString(),
      p_to: to.toISOString(),
      p_busy: busy,
      p_unread: unread,
      p_is_live: isLive,
    }),
  );
  if (unread.includes(PRIMARY)) throw new CalendarUnread('Google does not show the primary calendar');
  // Null when the connection has ended since: then no calendar forbids the time.
  return isBusy ?? false;
}

function open({ refresh_token_encrypted: sealed }: Connection): { token: string; renewed: string | undefined } {
  try {
    return openToken(sealed, MENTOR_CALENDAR_PURPOSE);
  } catch (error) {
    throw new TokenUnreadable(describeError(error));
  }
}

// The check of one time, before it is sold ------------------------------------------------------------------------------

export interface TimeOfMentor {
  mentorId: string;
  date: string;
  startTime: string;
  endTime: string;
}

const liveChecks = new Map<string, Promise<boolean>>();

/**
 * Whether the mentor's own calendar, read now, forbids a time. Simultaneous callers for one time wait for the same
 * answer. Without an answer within a second and a half the result is false, and create_payment_order decides by the
 * stored busy times: a calendar that cannot be read must not stop sales.
 */
export function isBusyInCalendar(time: TimeOfMentor): Promise<boolean> {
  const key = `${time.mentorId} ${time.date} ${time.startTime}-${time.endTime}`;
  const running = liveChecks.get(key);
  if (running) return running;
  const check = checkLive(time).finally(() => liveChecks.delete(key));
  liveChecks.set(key, check);
  return check;
}

async function checkLive(time: TimeOfMentor): Promise<boolean> {
  const parameters = {
    p_mentor_id: time.mentorId,
    p_date: time.date,
    p_start_time: time.startTime,
    p_end_time: time.endTime,
  };
  try {
    return await runWithinLimit(async () => {
      const [connection] = await query(serviceClient().rpc('calendar_for_order', parameters));
      if (!connection) return false;
      const from = new Date(connection.checks_from);
      const range = { mentorId: time.mentorId, from, to: new Date(connection.checks_to), isLive: true };
      return readAndStore(connection, open(connection).token, range);
    }, LIVE_CHECK_LIMIT_MS);
  } catch (error) {
    const reason = reasonOf(error);
    logProblem('warn', 'calendar_check_skipped', { reason, error: describeError(error) });
    await query(serviceClient().rpc('note_skipped_calendar_check', { p_mentor_id: time.mentorId, p_reason: reason }));
    return false;
  }
}

/** Documented in docs/operations/logs.md. */
function reasonOf(error: unknown): string {
  if (error instanceof JobStopped) return 'timeout';
  if (error instanceof TokenRevoked) return 'revoked';
  if (error instanceof TokenUnreadable) return 'token_unreadable';
  if (error instanceof ProviderLimited) return 'limited';
  if (error instanceof CalendarUnread) return 'calendar_unread';
  return error instanceof ProviderUnavailable ? 'unavailable' : 'failed';
}

// Giving permissions back -----------------------------------------------------------------------------------------------

const revokePayload = z.object({ revoke_id: z.guid() });

/**
 * Revokes the permission of an ended connection. Google may then end every permission of that Google account, so the
 * marketplace's own is tested right after, and its loss is known at once.
 */
export async function revokeCalendar(payload: unknown): Promise<void> {
  const { revoke_id: id } = revokePayload.parse(payload);
  const sealed = await query(serviceClient().rpc('calendar_revoke', { p_revoke_id: id }));
  if (sealed === null) return;
  await revokeToken(openToken(sealed, MENTOR_CALENDAR_PURPOSE).token);
  await query(serviceClient().rpc('end_calendar_revoke', { p_revoke_id: id }));
  try {
    await withCalendar(findCalendar);
  } catch (error) {
    // withCalendar has recorded a loss, which raises the existing alert. The next use will show any other failure.
    if (error instanceof CalendarNotConnected || error instanceof TokenRevoked) return;
    logProblem('warn', "The marketplace's own calendar was not tried", { error: describeError(error) });
  }
}
