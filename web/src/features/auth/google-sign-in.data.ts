import { googleSignIn } from '#copy/google-sign-in.ts';
import { ApiError } from '#lib/api-error.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { supabase } from '#lib/supabase.ts';

/**
 * Prepares a sign-in in this browser and returns the address at which it begins.
 *
 * @throws ApiError `refused` when Auth declines, and its message says why; anything else when it cannot be asked
 */
export async function prepareGoogleSignIn(): Promise<string> {
  const { data, error } = await supabase().auth.signInWithOAuth({
    provider: 'google',
    options: {
      redirectTo: new URL(paths.home, readPublicEnv().siteUrl).href,
      queryParams: { access_type: 'offline', prompt: 'consent' },
      skipBrowserRedirect: true,
    },
  });
  if (error) throw refusal(error.message);
  await askFirst(data.url);
  return data.url;
}

/** A page that leaves cannot show why it did not arrive: ask whether Auth would send the person on. */
async function askFirst(address: string): Promise<void> {
  const answer = await fetch(address, { redirect: 'manual' });
  if (answer.type === 'opaqueredirect') return;
  if (answer.status === 429) throw refusal(googleSignIn.tooMany);
  const body: unknown = await answer.json().catch(() => null);
  const said = body && typeof body === 'object' && 'msg' in body ? String(body.msg) : `HTTP ${answer.status}`;
  throw refusal(said);
}

const refusal = (sentence: string) => new ApiError('refused', { sentence });

export type Arrival = { isSignedIn: true } | { isSignedIn: false; message: string | null };

/**
 * Waits until the auth client has exchanged the code in the address. A session that Google did not make, such as a recovery, is not
 * for this feature; its message is null.
 */
export async function awaitGoogleSession(): Promise<Arrival> {
  const { error } = await supabase().auth.initialize();
  if (error) return { isSignedIn: false, message: error.message };
  const { data } = await supabase().auth.getSession();
  return data.session?.provider_token ? { isSignedIn: true } : { isSignedIn: false, message: null };
}
