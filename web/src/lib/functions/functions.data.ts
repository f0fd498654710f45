import { isAuthRetryableFetchError } from '@supabase/supabase-js';
import { isMobileBrowser } from '#rules/money/payment.ts';
import { readPublicEnv } from '../page/public-env.tsx';
import { doubtSession } from '../session/session-doubt.ts';
import { supabase } from '../supabase.ts';
import { AuthUnreachable, createFunctionCaller, type FunctionCaller, FunctionError } from './functions.ts';

let caller: FunctionCaller | undefined;

/** Whether this browser counts as mobile for time limits and retries. */
export function isMobile(): boolean {
  return isMobileBrowser(navigator.userAgent, window.innerWidth);
}

/** Calls a server function as the signed-in person (`target`: see FunctionCaller). Throws FunctionError. */
export function callFunction(target: string, body: unknown): Promise<unknown> {
  if (!caller) {
    const env = readPublicEnv();
    caller = createFunctionCaller({
      baseUrl: env.supabaseUrl,
      apiKey: env.supabaseAnonKey,
      isOnline: () => navigator.onLine,
      isMobile,
      session: {
        async current() {
          const { data, error } = await supabase().auth.getSession();
          if (error) throw isAuthRetryableFetchError(error) ? new AuthUnreachable(error) : error;
          return data.session;
        },
        async refresh() {
          const { data, error } = await supabase().auth.refreshSession();
          if (isAuthRetryableFetchError(error)) throw new AuthUnreachable(error);
          return data.session;
        },
      },
    });
  }
  return caller(target, body);
}

/**
 * As `callFunction`, for administrators: after a 403 the page also reads the session again, which may end its access.
 */
export async function callAdminFunction(target: string, body: unknown): Promise<unknown> {
  try {
    return await callFunction(target, body);
  } catch (error) {
    const failure = error instanceof FunctionError ? error.failure : null;
    if (failure?.kind === 'http' && failure.status === 403) doubtSession();
    throw error;
  }
}

/** Signs out in this browser after the server refused the session: else the login page would think that it is valid. */
export async function forgetSession(): Promise<void> {
  const { error } = await supabase().auth.signOut({ scope: 'local' });
  if (error) console.warn('The session that the server refused could not be forgotten', error);
}
