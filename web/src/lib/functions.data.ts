import { isMobileBrowser } from '#rules/payment.ts';
import { createFunctionCaller, type FunctionCaller } from './functions.ts';
import { readPublicEnv } from './public-env.tsx';
import { supabase } from './supabase.ts';

let caller: FunctionCaller | undefined;

/** Whether this browser counts as mobile for time limits and retries. */
export function isMobile(): boolean {
  return isMobileBrowser(navigator.userAgent, window.innerWidth);
}

/** Calls a server function as the signed-in person. Throws FunctionError. */
export function callFunction(name: string, body: unknown): Promise<unknown> {
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
          if (error) throw error;
          return data.session;
        },
        async refresh() {
          const { data } = await supabase().auth.refreshSession();
          return data.session;
        },
      },
    });
  }
  return caller(name, body);
}
