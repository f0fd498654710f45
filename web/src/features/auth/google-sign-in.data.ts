import { googleSignIn } from '#copy/google-sign-in.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { supabase } from '#lib/supabase.ts';
import { isCodeNeeded } from './account-state.data.ts';

/** Where a sign-in begins, or why Auth declines it. */
type Preparation = { address: string } | { refusal: string; details?: string };

/** Prepares a sign-in in this browser. Throws when Auth cannot be asked. */
export async function prepareGoogleSignIn(): Promise<Preparation> {
  const { data, error } = await supabase().auth.signInWithOAuth({
    provider: 'google',
    options: {
      redirectTo: new URL(paths.home, readPublicEnv().siteUrl).href,
      queryParams: { access_type: 'offline', prompt: 'consent' },
      skipBrowserRedirect: true,
    },
  });
  return error ? { refusal: googleSignIn.unavailable, details: error.message } : askFirst(data.url);
}

/** A page that leaves cannot show why it did not arrive: ask whether Auth would send the person on. */
async function askFirst(address: string): Promise<Preparation> {
  const answer = await fetch(address, { redirect: 'manual' });
  if (answer.type === 'opaqueredirect') return { address };
  if (answer.status === 429) return { refusal: googleSignIn.tooMany };
  const body: unknown = await answer.json().catch(() => null);
  const said = body && typeof body === 'object' && 'msg' in body ? String(body.msg) : `HTTP ${answer.status}`;
  return { refusal: googleSignIn.unavailable, details: said };
}

export type Arrival = { isSignedIn: true; isCodeNeeded: boolean } | { isSignedIn: false; details: string | null };

/** Waits for the exchange of the code in the address. The details are null for a session not made by Google. */
export async function awaitGoogleSession(): Promise<Arrival> {
  const { error } = await supabase().auth.initialize();
  if (error) return { isSignedIn: false, details: error.message };
  const { data } = await supabase().auth.getSession();
  if (!data.session?.provider_token) return { isSignedIn: false, details: null };
  return { isSignedIn: true, isCodeNeeded: await isCodeNeeded() };
}
