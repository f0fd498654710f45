/**
 * Library behaviour (0.10.0): refresh tokens are stored unhashed, so that a copy of the database opens every session. A
 * used token may be used again without limit, as long as it has one successor. Two refreshes at once make two
 * successors; the next use of the old token then ends the session.
 *
 * Correction: the client gets 32 random bytes; `token` and `parent` hold their SHA-256. A session's refreshes come one
 * after the other. A used token may be used again for 10 seconds, as `refresh_token_reuse_interval` says. The answer is
 * then the session's present token, whose encrypted copy is kept for that time. Any later use ends all tokens of the
 * session, because one of the two users must be a thief.
 */
import { createHash, randomBytes } from 'node:crypto';
import type postgres from 'postgres';
import type { AccessTokenAnswer, SignAccessToken } from './access-tokens.ts';
import { type AuthCall, type AuthCorrection, authAnswer, authError, isPost } from './auth-call.ts';
import { readUser } from './caller.ts';
import { createSeal } from './sealing.ts';

/** As `[auth] refresh_token_reuse_interval` in supabase/config.toml. */
const REUSE_SECONDS = 10;

/**
 * Hashes a token that the library itself makes at a sign-in before it is stored: the table never holds a token that
 * works. Our own code stores hashes already.
 */
export const REFRESH_TOKEN_TABLES = `
create or replace function lite_host.hash_refresh_token() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.token !~ '^[0-9a-f]{64}$' then
    new.token := encode(sha256(convert_to(new.token, 'UTF8')), 'hex');
  end if;
  return new;
end $$;
create or replace trigger hash_refresh_token before insert on auth.refresh_tokens
  for each row execute function lite_host.hash_refresh_token();
create unlogged table if not exists lite_host.sealed_refresh_tokens (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  sealed text not null,
  sealed_at timestamptz not null default now()
);
`;

/** The form of the library's own tokens. Those from before this correction are stored unhashed. */
const LIBRARY_TOKEN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** What the column `token` may hold for a token that a client sends. A client that sends a hash finds nothing. */
function storedForms(token: string): string[] {
  return LIBRARY_TOKEN.test(token) ? [hashToken(token), token.toLowerCase()] : [hashToken(token)];
}

export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Deletes the encrypted copies whose time is over. */
export async function purgeSealedTokens(sql: postgres.Sql): Promise<void> {
  await sql`
    delete from lite_host.sealed_refresh_tokens where session_id in (
      select session_id from lite_host.sealed_refresh_tokens
      where sealed_at < now() - make_interval(secs => ${REUSE_SECONDS})
      for update skip locked
    )`;
}

/** Makes a session's token, its first one or in place of all earlier ones, which then no longer work. */
export async function replaceTokens(via: postgres.ISql, session: Session): Promise<string> {
  const token = makeToken();
  await via`delete from auth.refresh_tokens where session_id = ${session.id}`;
  await via`delete from lite_host.sealed_refresh_tokens where session_id = ${session.id}`;
  await via`
    insert into auth.refresh_tokens (id, token, user_id, session_id)
    values (gen_random_uuid()::text, ${hashToken(token)}, ${session.userId}, ${session.id})`;
  return token;
}

/** Writes entries of Auth's own log as the library does. */
export async function logForAccount(via: postgres.ISql, userId: string, actions: Record<string, string>) {
  for (const [action, logType] of Object.entries(actions)) {
    await via`
      insert into auth.audit_log_entries (id, payload)
      select gen_random_uuid(), json_build_object('action', ${action}::text, 'actor_id', id, 'actor_username', email,
        'actor_via_sso', false, 'log_type', ${logType}::text)
      from auth.users where id = ${userId}`;
  }
}

type Refreshed = (AccessTokenAnswer & { refresh_token: string }) | { refusal: Response };

const notFound = () => authError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
const alreadyUsed = () => authError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
const expired = () => authError(400, 'session_expired', 'Invalid Refresh Token: Session Expired');

export function answerRefreshes(
  sql: postgres.Sql,
  jwtSecret: string,
  signAccessToken: SignAccessToken,
): AuthCorrection {
  const seal = createSeal(jwtSecret, 'refresh tokens');

  /** Replaces the used token with a new one. */
  async function rotate(via: postgres.TransactionSql, used: { id: string; token: string }, session: Session) {
    const token = makeToken();
    await via`
      update auth.refresh_tokens set revoked = true, token = ${hashToken(used.token)}, updated_at = now()
      where id = ${used.id}`;
    await via`
      insert into auth.refresh_tokens (id, token, user_id, session_id, parent)
      values (gen_random_uuid()::text, ${hashToken(token)}, ${session.userId}, ${session.id}, ${hashToken(used.token)})`;
    await via`
      insert into lite_host.sealed_refresh_tokens as k (session_id, sealed)
      values (${session.id}, ${seal.close(token, session.id)})
      on conflict (session_id) do update set sealed = excluded.sealed, sealed_at = excluded.sealed_at`;
    await via`
      update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now() where id = ${session.id}`;
    await via`update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${session.userId}`;
    await logForAccount(via, session.userId, { token_refreshed: 'token', token_revoked: 'token' });
    return token;
  }

  /** The session's present token, if its encrypted copy still exists. */
  async function presentToken(via: postgres.TransactionSql, session: Session): Promise<string | undefined> {
    const [kept] = await via<{ sealed: string }[]>`
      select sealed from lite_host.sealed_refresh_tokens
      where session_id = ${session.id} and sealed_at > now() - make_interval(secs => ${REUSE_SECONDS})`;
    if (!kept) return undefined;
    const token = seal.open(kept.sealed, session.id);
    const [live] = await via`
      select from auth.refresh_tokens where token = ${hashToken(token)} and session_id = ${session.id} and not revoked`;
    return live && token;
  }

  async function refresh(token: string): Promise<Refreshed> {
    const forms = storedForms(token);
    return sql.begin(async (via): Promise<Refreshed> => {
      const [named] = await via<{ sessionId: string | null }[]>`
        select session_id as "sessionId" from auth.refresh_tokens where token = any (${forms})`;
      // Refreshes of one session wait here for each other, and for a request that ends the session.
      const [session] = await via<(Session & { isOver: boolean })[]>`
        select id, user_id as "userId", coalesce(not_after <= now(), false) as "isOver"
        from auth.sessions where id = ${named?.sessionId ?? null} for no key update`;
      if (!session) return { refusal: notFound() };
      if (session.isOver) return { refusal: expired() };
      const [used] = await via<{ id: string; revoked: boolean; isRecent: boolean }[]>`
        select id, revoked, updated_at > now() - make_interval(secs => ${REUSE_SECONDS}) as "isRecent"
        from auth.refresh_tokens where token = any (${forms}) and session_id = ${session.id} order by revoked limit 1`;
      if (!used) return { refusal: notFound() };
      let present: string | undefined;
      if (!used.revoked) present = await rotate(via, { id: used.id, token }, session);
      else if (used.isRecent) present = await presentToken(via, session);
      if (!present) {
        await via`
          update auth.refresh_tokens set revoked = true, updated_at = now()
          where session_id = ${session.id} and not revoked`;
        await via`delete from lite_host.sealed_refresh_tokens where session_id = ${session.id}`;
        return { refusal: alreadyUsed() };
      }
      return { ...(await signAccessToken(via, session.id)), refresh_token: present };
    }) as Promise<Refreshed>;
  }

  return (next) => async (call) => {
    if (!isRefresh(call)) return next(call);
    const token = call.body?.refresh_token;
    if (typeof token !== 'string' || token === '') {
      return authError(400, 'validation_failed', 'Refresh token is not valid');
    }
    const refreshed = await refresh(token);
    if ('refusal' in refreshed) return refreshed.refusal;
    await purgeSealedTokens(sql);
    const user = await readUser(next, withAccessToken(call, refreshed.access_token));
    return user.ok ? authAnswer({ ...refreshed, user: await user.json() }) : user;
  };
}

interface Session {
  id: string;
  userId: string;
}

function isRefresh(call: AuthCall): boolean {
  return isPost(call, '/token') && call.url.searchParams.get('grant_type') === 'refresh_token';
}

/** The call with another access token. */
export function withAccessToken(call: AuthCall, accessToken: string): AuthCall {
  const headers = new Headers(call.headers);
  headers.set('authorization', `Bearer ${accessToken}`);
  return { ...call, headers };
}
