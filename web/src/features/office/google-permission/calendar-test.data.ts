import { FunctionsHttpError } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { functionsCopy } from '#copy/shell/functions.ts';
import { ApiError } from '#lib/api-error.ts';
import { httpError } from '#lib/functions/functions.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { FRESH_ON_OPEN, OFFICE, SILENT } from '#lib/query/query-presets.ts';
import { doubtSession } from '#lib/session/session-doubt.ts';
import { supabase } from '#lib/supabase.ts';

const FUNCTION = 'test-google-calendar';
/** The test asks Google for several things, one after the other. */
const TIMEOUT_MS = 60_000;

const resultShape = z.object({
  success: z.boolean(),
  message: z.string(),
  error: z.string().optional(),
  details: z.object({
    workingCalendarId: z.string().optional(),
    calendarInfo: z.object({ summary: z.string(), timeZone: z.string(), accessRole: z.string() }).optional(),
    testEventCreated: z.boolean(),
    meetLinkGenerated: z.boolean(),
    availableCalendars: z.array(z.object({ summary: z.string(), accessRole: z.string(), id: z.string() })),
  }),
  token_state: z.enum(['ok', 'setting', 'invalid_grant', 'missing', 'unreadable']).optional(),
  retry_after_seconds: z.number().optional(),
});
export type CalendarTestResult = z.output<typeof resultShape>;
export type TokenState = NonNullable<CalendarTestResult['token_state']>;

/**
 * Runs the test (docs/product/calendars.md#calendar-test): through the client, and where that fails with a direct POST
 * to the function's address. Throws an error that says why there is no result; "HTTP {status}: {body}" is among its
 * details where a direct call failed.
 */
export async function runCalendarTest(): Promise<CalendarTestResult> {
  const { data, error } = await supabase().functions.invoke(FUNCTION, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!error) return resultShape.parse(data);
  if (error instanceof FunctionsHttpError && error.context.status === 403) {
    doubtSession();
  }
  return resultShape.parse(await postDirectly());
}

async function postDirectly(): Promise<unknown> {
  const env = readPublicEnv();
  const { data } = await supabase().auth.getSession();
  let response: Response;
  try {
    response = await fetch(`${env.supabaseUrl}/functions/v1/${FUNCTION}`, {
      method: 'POST',
      headers: {
        apikey: env.supabaseAnonKey,
        authorization: `Bearer ${data.session?.access_token ?? env.supabaseAnonKey}`,
        'x-application-name': 'point-0',
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (cause) {
    const isLate = cause instanceof DOMException && cause.name === 'TimeoutError';
    throw new ApiError('unreachable', {
      sentence: (isLate ? functionsCopy.timedOut : functionsCopy.networkError)(FUNCTION),
      cause,
    });
  }
  const text = await response.text();
  if (!response.ok) throw httpError(response.status, text);
  return JSON.parse(text);
}

async function readToken() {
  const { data, error } = await supabase().rpc('google_token_state').single();
  if (error) throw error;
  // The generated types do not know that both are null until a token is stored.
  const { token_state, stored_at, checked_at } = data as {
    token_state: string;
    stored_at: string | null;
    checked_at: string | null;
  };
  return { state: z.enum(['ok', 'invalid_grant', 'unreadable', 'missing']).parse(token_state), stored_at, checked_at };
}

/** Whether the calendar's permission works; the test, and every approval, may find out otherwise. */
export const tokenQuery = queryOptions({
  queryKey: [OFFICE, 'google-token'],
  queryFn: readToken,
  ...FRESH_ON_OPEN,
  ...SILENT,
});
