import { setRecoveryFlag } from '#features/people/auth/password-recovery/recovery-flag.ts';
import { readSessionClaims } from '#features/people/auth/session-claims.ts';
import { codeOf } from '#lib/session/auth-sentence.ts';
import { ephemeralClient, supabase } from '#lib/supabase.ts';
import type { LinkKind } from './mailed-link.ts';

export type LinkOutcome =
  /** `present` is the address of another person who is logged in here. */
  | { name: 'confirmed'; email: string; present: string | null }
  /** Two people began the account: whoever has the mailbox chooses its password, in the session that is there now. */
  | { name: 'finish' }
  /** One of the two addresses of a change. */
  | { name: 'first' }
  | { name: 'used' | 'used_first' | 'over' };

/**
 * Confirms what a mailed link is for, without a login: the browser may belong to another person's session. Throws the
 * error of Auth or of the data API where the link may still be good.
 */
export async function takeMailedLink(type: LinkKind, token: string): Promise<LinkOutcome> {
  const client = ephemeralClient();
  const { data, error } = await client.auth.verifyOtp({ type, token_hash: token });
  if (codeOf(error) === 'otp_expired') return { name: await lookAtRefused(token) };
  if (error) throw error;
  const { session } = data;
  if (!session) return { name: 'first' };
  if (type === 'signup' && readSessionClaims(session.access_token).methods?.some(isRecovery)) {
    setRecoveryFlag(session.access_token);
    const { error: refused } = await supabase().auth.setSession(session);
    if (refused) throw refused;
    return { name: 'finish' };
  }
  // Nobody waits for it: a session that stays is in the list of devices until it is old.
  void client.auth.signOut({ scope: 'local' });
  const { user } = (await supabase().auth.getSession()).data.session ?? {};
  const present = user && user.id !== session.user.id ? (user.email ?? '') : null;
  return { name: 'confirmed', email: session.user.email ?? '', present };
}

const isRecovery = ({ method }: { method: string }) => method === 'recovery';

/** Auth answers alike for a link that was used and for one that is over. */
async function lookAtRefused(token: string): Promise<'used' | 'used_first' | 'over'> {
  const { data, error } = await ephemeralClient().rpc('look_at_mailed_link', { p_token: token });
  if (error) throw error;
  return data === 'used' || data === 'used_first' ? data : 'over';
}
