import { calendarTest } from '#copy/office/calendar-test.ts';
import { findEnv } from '#functions/_shared/env.ts';
import { createHandler } from '#functions/_shared/http.ts';
import { CalendarNotConnected, withCalendar } from '#functions/_shared/office/google-credentials.ts';
import { TokenRevoked } from '#functions/_shared/office/google-oauth.ts';
import { requireAdministrator } from '#functions/_shared/people/auth.ts';
import { ProviderLimited, ProviderRefused, ProviderUnavailable } from '#functions/_shared/provider.ts';
import { type Finding, probeCalendar, TestFailed } from './probe-calendar.ts';

const { errors } = calendarTest;
/** Google's recommended first pause, for an answer that names none. */
const PAUSE_SECONDS = 60;

interface Failure {
  error: string;
  token_state?: 'invalid_grant' | 'missing' | 'unreadable';
  retry_after_seconds?: number;
}

/**
 * Whether approved sessions can become events with a Meet link (docs/product/calendars.md#calendar-test).
 * Administrators only. The test is the answer, whether it passes or not: status 200 with `success`; `details` says how
 * far it came.
 */
export default createHandler('test-google-calendar', async (request) => {
  await requireAdministrator(request);
  await request.body?.cancel();
  const details: Finding = { testEventCreated: false, meetLinkGenerated: false, availableCalendars: [] };
  const failed = (failure: Failure) => ({ success: false, message: calendarTest.failed, ...failure, details });
  if (!findEnv('GOOGLE_CLIENT_ID') || !findEnv('GOOGLE_CLIENT_SECRET')) {
    return failed({ error: errors.notConfigured });
  }
  try {
    const source = await withCalendar(async (access, from) => {
      await probeCalendar(access, details);
      return from;
    });
    return {
      success: true,
      message: calendarTest.passed,
      ...(details.isEventLeft && { error: errors.eventLeft }),
      details,
      token_state: source === 'setting' ? 'setting' : 'ok',
    };
  } catch (error) {
    return failed(explain(error));
  }
});

/** @throws an error that is not one of Google's */
function explain(error: unknown): Failure {
  if (error instanceof TestFailed) return { error: error.message };
  if (error instanceof CalendarNotConnected) {
    return { error: errors[error.reason], token_state: error.reason };
  }
  if (error instanceof TokenRevoked) return { error: errors.revoked, token_state: 'invalid_grant' };
  if (error instanceof ProviderLimited) {
    return { error: errors.limited, retry_after_seconds: error.retryAfterSeconds ?? PAUSE_SECONDS };
  }
  if (error instanceof ProviderRefused) return { error: errors.refused(error.message) };
  if (error instanceof ProviderUnavailable) return { error: errors.unavailable(error.message) };
  throw error;
}
