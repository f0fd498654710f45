import { readSessionClaims } from '#features/people/auth/session-claims.ts';
import { callFunction } from '#lib/functions/functions.data.ts';
import { serverNow } from '#lib/server-time.ts';
import { supabase } from '#lib/supabase.ts';
import { isProofFresh } from './proof.ts';

/** The session that was confirmed last in this tab, and when. */
let last: { sessionId: string; at: number } | undefined;

/** Confirms with the present password who the person is. Throws FunctionError with the server's sentence. */
export async function confirmIdentity(password: string): Promise<void> {
  await callFunction('confirm-identity', { password });
  const sessionId = await currentSessionId();
  if (sessionId) last = { sessionId, at: serverNow().getTime() };
}

async function currentSessionId(): Promise<string | null> {
  const { data } = await supabase().auth.getSession();
  return data.session ? readSessionClaims(data.session.access_token).sessionId : null;
}

/**
 * Whether the person signed in or confirmed in this tab a moment ago. A guess that saves a question: where it is wrong,
 * the server refuses.
 */
export async function hasFreshProof(): Promise<boolean> {
  const { data } = await supabase().auth.getSession();
  if (!data.session) return false;
  const { sessionId, methods } = readSessionClaims(data.session.access_token);
  if (last && last.sessionId === sessionId && isProofFresh(last.at, serverNow().getTime())) return true;
  const times = (methods ?? []).map(({ timestamp }) => timestamp * 1000);
  return times.length > 0 && isProofFresh(Math.min(...times), serverNow().getTime());
}
