/**
 * Library behaviour (0.10.0): access tokens carry neither `aal` nor `amr`, so the database and the browser cannot tell
 * how the person signed in.
 *
 * Correction: these two claims are added, as Auth has them, read from the session at each signing.
 */
import { SignJWT } from 'jose';
import type postgres from 'postgres';

/** As `[auth] jwt_expiry` in supabase/config.toml. */
export const ACCESS_TOKEN_SECONDS = 3600;

export interface AccessTokenAnswer {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  /** Seconds since 1970. */
  expires_at: number;
}

/** Signs an access token for a session. `via` sees the session as it will be committed. */
export type SignAccessToken = (via: postgres.ISql, sessionId: string) => Promise<AccessTokenAnswer>;

interface SessionClaims {
  sub: string;
  aud: string;
  role: string;
  email: string | null;
  session_id: string;
  aal: string;
  /** The newest first. */
  amr: { method: string; timestamp: number }[];
}

export function createAccessTokens(jwtSecret: string): SignAccessToken {
  const key = new TextEncoder().encode(jwtSecret);
  return async (via, sessionId) => {
    const [claims] = await via<SessionClaims[]>`
      select u.id as sub, coalesce(nullif(u.aud, ''), 'authenticated') as aud,
        coalesce(nullif(u.role, ''), 'authenticated') as role, u.email, s.id as session_id,
        coalesce(s.aal, 'aal1') as aal,
        coalesce((
          select jsonb_agg(
            jsonb_build_object('method', a.authentication_method,
              'timestamp', floor(extract(epoch from a.updated_at))::bigint)
            order by a.updated_at desc
          )
          from auth.mfa_amr_claims a where a.session_id = s.id
        ), '[]') as amr
      from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = ${sessionId}`;
    if (!claims) throw new Error('An access token was to be signed for a session that does not exist.');
    const { email, ...others } = claims;
    const issuedAt = Math.floor(Date.now() / 1000);
    const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS;
    const token = await new SignJWT({ ...others, ...(email !== null && { email }) })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(key);
    return { access_token: token, token_type: 'bearer', expires_in: ACCESS_TOKEN_SECONDS, expires_at: expiresAt };
  };
}

/** Records how the person of a session proved their identity: each method once, with its last time. */
export async function recordMethod(via: postgres.ISql, sessionId: string, method: string): Promise<void> {
  await via`
    insert into auth.mfa_amr_claims (id, session_id, authentication_method)
    values (gen_random_uuid(), ${sessionId}, ${method})
    on conflict on constraint mfa_amr_claims_session_id_authentication_method_pkey do update set updated_at = now()`;
}
