/**
 * Library behaviour (0.10.0): a sign-in records neither the device nor the address nor the method: the session's
 * `user_agent` and `ip` stay null, and no method is kept. Its refresh token has 74 random bits.
 *
 * Correction: every answer with a session passes here. The session gets its device, address and method, as with Auth,
 * and the client gets a refresh token and an access token of ours.
 */
import type postgres from 'postgres';
import { recordMethod, type SignAccessToken } from './access-tokens.ts';
import { type AuthCall, type AuthCorrection, addressOf, isPost, readClaims } from './auth-call.ts';
import { withFactors } from './factors.ts';
import { replaceTokens } from './refresh-tokens.ts';

/** Longer ones are cut: a few hundred characters are enough to tell the browser and its system. */
const USER_AGENT_LENGTH = 500;

export function completeSessions(sql: postgres.Sql, signAccessToken: SignAccessToken): AuthCorrection {
  async function complete(call: AuthCall, accessToken: string, method: string) {
    const { sub: userId, session_id: sessionId } = readClaims(accessToken);
    if (!userId || !sessionId) throw new Error('The library answered with an access token that names no session.');
    return sql.begin(async (via) => {
      await via`
        update auth.sessions set user_agent = ${deviceOf(call)}, ip = ${addressOf(call)}::inet
        where id = ${sessionId}`;
      await recordMethod(via, sessionId, method);
      const refreshToken = await replaceTokens(via, { id: sessionId, userId });
      return { ...(await signAccessToken(via, sessionId)), refresh_token: refreshToken };
    });
  }

  /** For a session in the address to which the provider redirects. */
  async function completeRedirect(call: AuthCall, answer: Response): Promise<Response> {
    const location = answer.headers.get('location');
    const target = location && URL.canParse(location) ? new URL(location) : undefined;
    const found = new URLSearchParams(target?.hash.slice(1));
    const accessToken = found.get('access_token');
    if (!target || !accessToken) return answer;
    const session = await complete(call, accessToken, 'oauth');
    for (const [name, value] of Object.entries(session)) found.set(name, String(value));
    target.hash = found.toString();
    return new Response(null, {
      status: answer.status,
      headers: { location: target.href, 'cache-control': 'no-store' },
    });
  }

  async function completeBody(call: AuthCall, answer: Response, method: string): Promise<Response> {
    if (!answer.ok) return answer;
    const body = (await answer.clone().json()) as { access_token?: string; user?: { id: string } };
    if (!body.access_token) return answer;
    const session = await complete(call, body.access_token, method);
    const headers = new Headers(answer.headers);
    headers.delete('content-length');
    headers.delete('sb-auth-refresh-token-prefix');
    const user = await withFactors(sql, body.user ?? {});
    return Response.json({ ...body, ...session, user }, { status: answer.status, headers });
  }

  return (next) => async (call) => {
    if (call.path === '/callback') return completeRedirect(call, await next(call));
    if (!isPost(call, '/signup', '/token', '/verify')) return next(call);
    // Read before the code is used, because its flow is deleted then.
    const method = await methodOf(sql, call);
    return completeBody(call, await next(call), method);
  };
}

/** Auth's names of what a mailed link proves. */
const LINK_METHODS: Record<string, string> = {
  signup: 'email/signup',
  recovery: 'recovery',
  email_change: 'email_change',
};

async function methodOf(sql: postgres.Sql, call: AuthCall): Promise<string> {
  if (call.path === '/verify') return LINK_METHODS[String(call.body?.type)] ?? 'otp';
  const grant = call.url.searchParams.get('grant_type');
  if (grant === 'id_token') return 'oauth';
  if (grant !== 'pkce') return 'password';
  const [flow] = await sql<{ method: string }[]>`
    select authentication_method as method from auth.flow_state where auth_code = ${String(call.body?.auth_code)}`;
  return flow?.method ?? 'otp';
}

function deviceOf(call: AuthCall): string | null {
  return call.headers.get('user-agent')?.slice(0, USER_AGENT_LENGTH) ?? null;
}
