import type postgres from 'postgres';
import { type AuthCorrection, isPost, readClaims } from './auth-call.ts';

/*
 * Library behaviour (0.10.0): nothing says of a session that a mailed link made it.
 *
 * Correction: `auth.mfa_amr_claims` says it, as GoTrue's: `recovery` for a recovery link, `otp` for the others.
 */

export function recordMailedLinks(sql: postgres.Sql): AuthCorrection {
  async function record(accessToken: string, type: unknown): Promise<void> {
    await sql`
      insert into auth.mfa_amr_claims (id, session_id, authentication_method)
      select gen_random_uuid(), id, ${type === 'recovery' ? 'recovery' : 'otp'}
      from auth.sessions where id = ${readClaims(accessToken).session_id ?? null}
      on conflict on constraint mfa_amr_claims_session_id_authentication_method_pkey do nothing`;
  }

  async function recordBody(answer: Response, type: unknown): Promise<Response> {
    const { access_token: accessToken } = (await answer.clone().json()) as { access_token?: string };
    if (answer.ok && accessToken) await record(accessToken, type);
    return answer;
  }

  return (next) => async (call) => {
    if (isPost(call, '/verify')) return recordBody(await next(call), call.body?.type);
    if (isPost(call, '/token') && call.url.searchParams.get('grant_type') === 'pkce') {
      const [flow] = await sql<{ method: string; provider: string }[]>`
        select authentication_method as method, provider_type as provider from auth.flow_state
        where auth_code = ${String(call.body?.auth_code)}`;
      const answer = await next(call);
      return flow?.provider === 'email' ? recordBody(answer, flow.method) : answer;
    }
    const answer = await next(call);
    if (call.path !== '/verify') return answer;
    const location = answer.headers.get('location');
    const accessToken = new URLSearchParams(location ? new URL(location).hash.slice(1) : '').get('access_token');
    if (accessToken) await record(accessToken, call.url.searchParams.get('type'));
    return answer;
  };
}
