import type postgres from 'postgres';
import { type AuthCall, type AuthHandler, authError, readClaims } from './auth-call.ts';

/** The account and the session behind a call's access token, as the database has them now. */
export interface Caller {
  id: string;
  sessionId: string;
  email: string;
  name: string | null;
  passwordHash: string | null;
  /** The second step is done, or the account has none. */
  isComplete: boolean;
  /** The session was made, or confirmed with the password, in the last 5 minutes. */
  hasProof: boolean;
  /** A link for a new password made the session within the last hour, as long as such a link lives. */
  isByRecoveryLink: boolean;
}

/** The caller, by the library, which checks the access token; or the library's refusal. */
export async function identifyCaller(sql: postgres.Sql, next: AuthHandler, call: AuthCall): Promise<Caller | Response> {
  const answer = await readUser(next, call);
  if (!answer.ok) return answer;
  const claims = readClaims((call.headers.get('authorization') ?? '').replace(/^Bearer\s+/i, ''));
  const [caller] = await sql<(Omit<Caller, 'isComplete'> & { hasFactor: boolean; aal: string | null })[]>`
    select u.id, s.id as "sessionId", coalesce(u.email, '') as email, p.name,
      nullif(u.encrypted_password, '') as "passwordHash", private.has_factor(u.id) as "hasFactor", s.aal::text as aal,
      private.session_has_proof(s.id) as "hasProof",
      exists (
        select from auth.mfa_amr_claims a
        where a.session_id = s.id and a.authentication_method = 'recovery'
          and a.created_at > now() - interval '1 hour'
      ) as "isByRecoveryLink"
    from auth.users u
    join auth.sessions s on s.user_id = u.id and (s.not_after is null or s.not_after > now())
    left join public.profiles p on p.id = u.id
    where u.id = ${claims.sub ?? null} and s.id = ${claims.session_id ?? null}`;
  if (!caller) {
    return authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  const { hasFactor, aal, ...rest } = caller;
  return { ...rest, isComplete: !hasFactor || (aal === 'aal2' && claims.aal === 'aal2') };
}

/** The account as `GET /user` answers it. */
export function readUser(next: AuthHandler, call: AuthCall): Promise<Response> {
  return next({ ...call, method: 'GET', url: new URL('/auth/v1/user', call.url), path: '/user', body: undefined });
}

export function insufficientAal(): Response {
  return authError(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  );
}

export function proofNeeded(): Response {
  return authError(403, 'reauthentication_needed', 'This change requires reauthentication');
}

export function isUserUpdate(call: AuthCall): boolean {
  return call.method === 'PUT' && call.path === '/user';
}
