/**
 * Library behaviour (0.10.0): a sign-in has no second step.
 *
 * Correction: Auth's routes for authenticator apps, with its shapes and codes. Beyond Auth: a code works once, wrong
 * codes are counted for the account and not for an address alone, setting up the first factor and removing one need a
 * session that was just made or confirmed, and administrators cannot remove their last one while the platform needs it.
 */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { twoStepRefusals } from '#copy/people/two-step-refusals.ts';
import { recordMethod, type SignAccessToken } from './access-tokens.ts';
import { type AuthCall, type AuthCorrection, addressOf, authAnswer, authError, readClaims } from './auth-call.ts';
import { proofNeeded, readUser } from './caller.ts';
import { countWrongCode, forgetWrongCodes, isLocked, makeSecret, spendStep, stepOf } from './factor-codes.ts';
import { logForAccount, replaceTokens, withAccessToken } from './refresh-tokens.ts';
import { createSeal } from './sealing.ts';

/** As `[auth.mfa] max_enrolled_factors` in supabase/config.toml. */
const FACTORS_AT_MOST = 3;
const NAME_LENGTH = 40;
const ISSUER_LENGTH = 64;
const CHALLENGE_MINUTES = 5;
const UNVERIFIED_HOURS = 24;
/** Stored when the listener knows no address, since the column is not null. */
const NO_ADDRESS = '0.0.0.0';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ROUTE = /^\/factors\/([^/]+)(\/challenge|\/verify)?$/;

/** The methods of a route below `/factors`; undefined for another route. */
export function methodsOfFactorRoute(path: string): readonly string[] | undefined {
  if (path === '/factors') return ['POST'];
  const [known, , act] = ROUTE.exec(path) ?? [];
  if (!known) return undefined;
  return act ? ['POST'] : ['DELETE'];
}

/* The caller -------------------------------------------------------------------------------------------------------*/

interface Caller {
  userId: string;
  email: string;
  sessionId: string;
  /** By the token; the session's row must say the same. */
  hasTokenAal2: boolean;
}

interface LockedSession {
  isAal2: boolean;
  hasProof: boolean;
}

interface Factor {
  id: string;
  isVerified: boolean;
  sealedSecret: string;
}

const sessionNotFound = () =>
  authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
const levelNeeded = (message: string) => authError(403, 'insufficient_aal', message);
const factorNotFound = () => authError(404, 'mfa_factor_not_found', 'Factor not found');

/** One change of an account's factors at a time, and none while its session ends. */
async function lockSession(via: postgres.ISql, caller: Caller): Promise<LockedSession | undefined> {
  await via`select pg_advisory_xact_lock(hashtextextended(${`factors of ${caller.userId}`}, 0))`;
  const [session] = await via<LockedSession[]>`
    select coalesce(s.aal = 'aal2', false) and ${caller.hasTokenAal2} as "isAal2",
      private.session_has_proof(s.id) as "hasProof"
    from auth.sessions s
    where s.id = ${caller.sessionId} and s.user_id = ${caller.userId}
      and (s.not_after is null or s.not_after > now())
    for no key update`;
  return session;
}

async function findFactor(via: postgres.ISql, caller: Caller, factorId: string): Promise<Factor | undefined> {
  const [factor] = await via<Factor[]>`
    select id, status = 'verified' as "isVerified", coalesce(secret, '') as "sealedSecret"
    from auth.mfa_factors where id = ${factorId} and user_id = ${caller.userId} and factor_type = 'totp'`;
  return factor;
}

/* The routes -------------------------------------------------------------------------------------------------------*/

export function answerFactors(options: {
  sql: postgres.Sql;
  siteUrl: string;
  jwtSecret: string;
  signAccessToken: SignAccessToken;
}): AuthCorrection {
  const { sql, siteUrl, signAccessToken } = options;
  const seal = createSeal(options.jwtSecret, 'secrets of authenticator apps');

  function enroll(call: AuthCall, caller: Caller): Promise<Response> {
    const { factor_type: type, friendly_name: name = '', issuer = '' } = (call.body ?? {}) as Record<string, string>;
    if (type === 'phone' || type === 'webauthn') {
      return Promise.resolve(authError(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${type}`));
    }
    if (type !== 'totp') return Promise.resolve(invalid('factor_type needs to be totp, phone, or webauthn'));
    if ([...name].length > NAME_LENGTH) {
      return Promise.resolve(invalid(`friendly_name cannot be longer than ${NAME_LENGTH} characters`));
    }
    if (issuer.length > ISSUER_LENGTH) {
      return Promise.resolve(invalid(`issuer cannot be longer than ${ISSUER_LENGTH} characters`));
    }
    return inTransaction(sql, async (via) => {
      const session = await lockSession(via, caller);
      if (!session) return sessionNotFound();
      await via`
        delete from auth.mfa_factors where user_id = ${caller.userId} and status = 'unverified'
          and created_at < now() - make_interval(hours => ${UNVERIFIED_HOURS})`;
      const factors = await via<{ name: string; isVerified: boolean }[]>`
        select coalesce(friendly_name, '') as name, status = 'verified' as "isVerified"
        from auth.mfa_factors where user_id = ${caller.userId}`;
      const isFirst = !factors.some((factor) => factor.isVerified);
      if (!isFirst && !session.isAal2) {
        return levelNeeded('AAL2 required to enroll a new factor');
      }
      if (isFirst && !session.hasProof) return proofNeeded();
      if (factors.some((factor) => factor.name === name)) {
        const message = `A factor with the friendly name "${name}" for this user already exists`;
        return authError(422, 'mfa_factor_name_conflict', message);
      }
      if (factors.length >= FACTORS_AT_MOST) {
        const message = 'Maximum number of verified factors reached, unenroll to continue';
        return authError(422, 'too_many_enrolled_mfa_factors', message);
      }
      const id = randomUUID();
      const totp = makeSecret(issuer || new URL(siteUrl).host, caller.email);
      await via`
        insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
        values (${id}, ${caller.userId}, ${name}, 'totp', 'unverified', ${seal.close(totp.secret, id)})`;
      await logForAccount(via, caller.userId, { factor_in_progress: 'factor' });
      return authAnswer({ id, type, friendly_name: name, totp });
    });
  }

  function challenge(call: AuthCall, caller: Caller, factorId: string): Promise<Response> {
    return inTransaction(sql, async (via) => {
      const factor = await findFactor(via, caller, factorId);
      if (!factor) return factorNotFound();
      // The factor first: its unique column changes. After the challenge, whose foreign key shares the factor's lock, two
      // calls at once would wait for each other.
      await via`update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = ${factor.id}`;
      const [made] = await via<{ id: string; expires_at: number }[]>`
        insert into auth.mfa_challenges (id, factor_id, ip_address)
        values (${randomUUID()}, ${factor.id}, ${addressOf(call) ?? NO_ADDRESS}::inet)
        returning id,
          extract(epoch from created_at + make_interval(mins => ${CHALLENGE_MINUTES}))::float8::int as expires_at`;
      return authAnswer({ ...made, type: 'totp' });
    });
  }

  function openSecret(factor: Factor): string {
    try {
      return seal.open(factor.sealedSecret, factor.id);
    } catch (cause) {
      throw new Error('The secret of an authenticator app was encrypted with another JWT_SECRET.', { cause });
    }
  }

  /** The session with its tokens, or the refusal. */
  function verifyCode(call: AuthCall, caller: Caller, factorId: string, code: string) {
    return inTransaction(sql, async (via) => {
      const session = await lockSession(via, caller);
      if (!session) return sessionNotFound();
      const factor = await findFactor(via, caller, factorId);
      if (!factor) return factorNotFound();
      if (await isLocked(via, caller.userId)) {
        return authError(429, 'over_request_rate_limit', 'Too many wrong codes, please wait 15 minutes');
      }
      // A device that is being added does not prove a second step yet.
      const [other] = await via`
        select from auth.mfa_factors
        where user_id = ${caller.userId} and status = 'verified' and id <> ${factor.id} limit 1`;
      if (!factor.isVerified && other && !session.isAal2) return levelNeeded('AAL2 required to verify a new factor');
      const refusal = await refuseChallenge(via, call, factor);
      if (refusal) return refusal;
      const step = stepOf(openSecret(factor), code);
      if (step === null || !(await spendStep(via, factor.id, step))) {
        await countWrongCode(via, caller.userId);
        return authError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
      }
      await forgetWrongCodes(via, caller.userId);
      await via`update auth.mfa_challenges set verified_at = now() where id = ${String(call.body?.challenge_id)}`;
      return raiseSession(via, caller, factor);
    });
  }

  async function raiseSession(via: postgres.TransactionSql, caller: Caller, factor: Factor) {
    const { userId, sessionId } = caller;
    if (!factor.isVerified) {
      await via`update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${factor.id}`;
    }
    await via`
      update auth.sessions set aal = 'aal2', factor_id = ${factor.id}, updated_at = now() where id = ${sessionId}`;
    await recordMethod(via, sessionId, 'totp');
    // As Auth: sessions that have not passed the second step end, and unfinished factors are deleted.
    await via`
      delete from auth.sessions where user_id = ${userId} and id <> ${sessionId} and aal is distinct from 'aal2'`;
    await via`delete from auth.mfa_factors where user_id = ${userId} and status = 'unverified'`;
    await logForAccount(via, userId, { verification_attempted: 'factor', login: 'account' });
    // A refresh token that a thief copied before the code was entered must not give the new level.
    const refreshToken = await replaceTokens(via, { id: sessionId, userId });
    return { ...(await signAccessToken(via, sessionId)), refresh_token: refreshToken };
  }

  function unenroll(caller: Caller, factorId: string): Promise<Response> {
    return inTransaction(sql, async (via) => {
      const session = await lockSession(via, caller);
      if (!session) return sessionNotFound();
      const factor = await findFactor(via, caller, factorId);
      if (!factor) return factorNotFound();
      if (factor.isVerified) {
        if (!session.isAal2) return authError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
        if (!session.hasProof) return proofNeeded();
        const [kept] = await via`select private.must_keep_factor(${factor.id}) as is_kept`;
        if (kept?.is_kept) return authError(403, 'two_step_required', twoStepRefusals.administratorsKeepIt);
      }
      await via`
        delete from auth.mfa_amr_claims m using auth.sessions s
        where s.id = m.session_id and s.user_id = ${caller.userId} and s.factor_id = ${factor.id}
          and m.authentication_method = 'totp'`;
      await via`
        update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
        where user_id = ${caller.userId} and factor_id = ${factor.id}`;
      await via`delete from auth.mfa_factors where id = ${factor.id}`;
      await logForAccount(via, caller.userId, { factor_unenrolled: 'factor' });
      return authAnswer({ id: factor.id });
    });
  }

  return (next) => async (call) => {
    if (!methodsOfFactorRoute(call.path)) return next(call);
    const answer = await readUser(next, call);
    if (!answer.ok) return answer;
    const user = (await answer.json()) as { id: string; email: string };
    const claims = readClaims(bearerOf(call));
    if (!claims.session_id) return sessionNotFound();
    const caller: Caller = {
      userId: user.id,
      email: user.email,
      sessionId: claims.session_id,
      hasTokenAal2: claims.aal === 'aal2',
    };
    const [, factorId, act] = ROUTE.exec(call.path) ?? [];
    if (!factorId) return enroll(call, caller);
    if (!UUID.test(factorId)) return authError(404, 'validation_failed', 'factor_id must be an UUID');
    if (call.method === 'DELETE') return unenroll(caller, factorId);
    if (act === '/challenge') return challenge(call, caller, factorId);

    const code = call.body?.code;
    if (typeof code !== 'string' || code === '') return invalid('Code needs to be non-empty');
    const verified = await verifyCode(call, caller, factorId, code);
    if (verified instanceof Response) return verified;
    const account = await readUser(next, withAccessToken(call, verified.access_token));
    return account.ok ? authAnswer({ ...verified, user: await account.json() }) : account;
  };
}

/** The refusal of a challenge that belongs to another factor or another address, was used, or is too old. */
async function refuseChallenge(via: postgres.ISql, call: AuthCall, factor: Factor): Promise<Response | undefined> {
  const id = String(call.body?.challenge_id);
  const [challenge] = await via<{ isUsed: boolean; isSameAddress: boolean; isOver: boolean }[]>`
    select verified_at is not null as "isUsed", ip_address = ${addressOf(call) ?? NO_ADDRESS}::inet as "isSameAddress",
      created_at < now() - make_interval(mins => ${CHALLENGE_MINUTES}) as "isOver"
    from auth.mfa_challenges where id = ${UUID.test(id) ? id : null} and factor_id = ${factor.id}`;
  if (!challenge) {
    return authError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  }
  if (challenge.isUsed || !challenge.isSameAddress) {
    return authError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  }
  if (challenge.isOver) {
    await via`delete from auth.mfa_challenges where id = ${id}`;
    const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`;
    return authError(422, 'mfa_challenge_expired', message);
  }
  return undefined;
}

function invalid(reason: string): Response {
  return authError(400, 'validation_failed', reason);
}

function bearerOf(call: AuthCall): string {
  return (call.headers.get('authorization') ?? '').replace(/^Bearer\s+/i, '');
}

/** Refusals are committed as well, so that a wrong code is counted. */
function inTransaction<T>(sql: postgres.Sql, act: (via: postgres.TransactionSql) => Promise<T>): Promise<T> {
  return sql.begin(act) as Promise<T>;
}

/* Accounts that name their factors ---------------------------------------------------------------------------------*/

/** As Auth: adds the factors to the account of an answer, and no field where there are none. */
export async function withFactors<T extends { id?: string }>(sql: postgres.Sql, user: T): Promise<T> {
  const factors = await sql`
    select id, created_at, updated_at, status, friendly_name, factor_type, last_challenged_at
    from auth.mfa_factors where user_id = ${user.id ?? null} order by created_at`;
  return factors.length === 0 ? user : { ...user, factors };
}

export function nameFactors(sql: postgres.Sql): AuthCorrection {
  return (next) => async (call) => {
    const answer = await next(call);
    if (call.path !== '/user' || !answer.ok) return answer;
    const user = (await answer.json()) as { id?: string };
    const headers = new Headers(answer.headers);
    headers.delete('content-length');
    return Response.json(await withFactors(sql, user), { status: answer.status, headers });
  };
}

/** Deletes factors that were never finished, and wrong codes that no longer count. */
export async function purgeFactors(sql: postgres.Sql): Promise<void> {
  await sql`
    delete from auth.mfa_factors where status = 'unverified'
      and created_at < now() - make_interval(hours => ${UNVERIFIED_HOURS})`;
  await sql`delete from auth.mfa_challenges where created_at < now() - interval '1 day'`;
  await sql`delete from lite_host.wrong_codes where now() - interval '1 day' > all (entered_at)`;
}
