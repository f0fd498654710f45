import { readSessionClaims } from '#features/people/auth/session-claims.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { serverNow } from '#lib/server-time.ts';
import { supabase } from '#lib/supabase.ts';
import { isRecoverySession } from '#rules/people/auth.ts';
import { clearRecoveryFlag, hasRecoveryFlag, setRecoveryFlag } from './recovery-flag.ts';
import type { RecoveryLink } from './recovery-link.ts';

/** Has a reset link mailed. Answers alike for addresses with and without an account. Throws the Auth error. */
export async function requestReset(email: string): Promise<void> {
  const redirectTo = new URL(paths.resetPassword, readPublicEnv().siteUrl).href;
  const { error } = await supabase().auth.resetPasswordForEmail(email, { redirectTo });
  if (error) throw error;
}

type UsableLink = Exclude<RecoveryLink, { kind: 'refused' } | { kind: 'none' }>;

function askAuth(link: UsableLink) {
  const { auth } = supabase();
  switch (link.kind) {
    case 'token':
      return auth.verifyOtp({ type: 'recovery', token_hash: link.tokenHash });
    case 'code':
      return auth.exchangeCodeForSession(link.code);
    case 'session':
      return auth.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken });
  }
}

/** Turns the link into a recovery session and answers whose it is. Throws the Auth error: a refusal for a used link. */
export async function openLink(link: UsableLink): Promise<string | undefined> {
  const { data, error } = await askAuth(link);
  if (error) throw error;
  if (!data.session) throw new Error('Auth took the link and gave no session');
  setRecoveryFlag(data.session.access_token);
  return data.session.user.email;
}

export type FoundSession = { kind: 'none' | 'ordinary' } | { kind: 'recovery'; email: string | undefined };

/** What kind of session the browser holds already. Throws the Auth error. */
export async function findSession(): Promise<FoundSession> {
  const { data, error } = await supabase().auth.getSession();
  if (error) throw error;
  const { session } = data;
  if (!session) return { kind: 'none' };
  const isRecovery = isRecoverySession(
    {
      cameByLink: hasRecoveryFlag(session.access_token),
      methods: readSessionClaims(session.access_token).methods,
      userCreatedAt: session.user.created_at,
    },
    serverNow().getTime(),
  );
  return isRecovery ? { kind: 'recovery', email: session.user.email } : { kind: 'ordinary' };
}

/** Sets the new password and ends the recovery session. Throws the Auth error of the change. */
export async function setNewPassword(password: string): Promise<void> {
  const { error } = await supabase().auth.updateUser({ password });
  if (error) throw error;
  clearRecoveryFlag();
  const { error: notTold } = await supabase().auth.signOut({ scope: 'local' });
  if (notTold) console.warn('Signed out on this device; the server could not be told.', notTold);
}
