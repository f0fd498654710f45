/**
 * Library behaviour (0.10.0): sessions on other devices outlive a changed password, a thief's too.
 *
 * Correction, as GoTrue: only the session that changed it stays.
 */
import type postgres from 'postgres';
import { readClaims } from './access-token.ts';
import type { AuthCorrection } from './auth-call.ts';

export function endOtherSessions(sql: postgres.Sql): AuthCorrection {
  return (next) => async (call) => {
    const answer = await next(call);
    const isChange =
      call.method === 'PUT' && call.path === '/user' && typeof call.body?.password === 'string';
    if (!isChange || !answer.ok) return answer;
    // The library has verified the token, or the answer would be an error.
    const { sub, session_id } = readClaims(
      (call.headers.get('authorization') ?? '').replace(/^Bearer\s+/i, ''),
    );
    await sql`delete from auth.sessions where user_id = ${sub ?? null} and id is distinct from ${session_id ?? null}`;
    return answer;
  };
}
