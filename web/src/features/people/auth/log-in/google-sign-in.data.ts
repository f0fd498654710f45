import type { User } from '@supabase/supabase-js';
import { authSentences } from '#copy/people/auth-sentences.ts';
import { googleSignIn } from '#copy/people/google-sign-in.ts';
import { readAccountState } from '#features/people/auth/account-state.data.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { authSentence, authSentenceOfCode, isAuthAnswer } from '#lib/session/auth-sentence.ts';
import type { AccountState } from '#lib/session/session.ts';
import { supabase } from '#lib/supabase.ts';

/** Where a sign-in begins, or why Auth declines it. */
type Preparation = { address: string } | { refusal: string };

/** Prepares a sign-in in this browser. `hint` is the address that Google offers first. Throws when Auth cannot be asked. */
export async function prepareGoogleSignIn(hint?: string): Promise<Preparation> {
  const { data, error } = await supabase().auth.signInWithOAuth({
    provider: 'google',
    options: {
      redirectTo: new URL(paths.home, readPublicEnv().siteUrl).href,
      queryParams: { access_type: 'offline', prompt: 'consent', ...(hint && { login_hint: hint }) },
      skipBrowserRedirect: true,
    },
  });
  return error ? { refusal: authSentence(error) } : askFirst(data.url);
}

/** A page that leaves cannot show why it did not arrive: ask whether Auth would send the person on. */
async function askFirst(address: string): Promise<Preparation> {
  const answer = await fetch(address, { redirect: 'manual' });
  if (answer.type === 'opaqueredirect') return { address };
  if (answer.status === 429) return { refusal: googleSignIn.tooMany };
  const { error_code: code }: { error_code?: unknown } = Object(await answer.json().catch(() => null));
  // What Auth says of a provider that is not switched on.
  if (code === 'validation_failed') return { refusal: authSentences.googleUnavailable };
  return { refusal: authSentenceOfCode(answer.status < 500 && typeof code === 'string' ? code : null) };
}

export type Arrival =
  | { isSignedIn: true; user: User; account: AccountState | null }
  | { isSignedIn: false; refusal: string | null };

/** Waits for the exchange of the code in the address. The refusal is null for a session not made by Google. */
export async function awaitGoogleSession(): Promise<Arrival> {
  const { error } = await supabase().auth.initialize();
  if (error) return { isSignedIn: false, refusal: isAuthAnswer(error) ? authSentence(error) : googleSignIn.unfinished };
  const { data } = await supabase().auth.getSession();
  if (!data.session?.provider_token) return { isSignedIn: false, refusal: null };
  return { isSignedIn: true, user: data.session.user, account: await readAccountState().catch(() => null) };
}
