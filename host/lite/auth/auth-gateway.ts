/** `/auth/v1`: the corrections of this folder in their order, around the library. */
import type postgres from 'postgres';
import { noteWhetherAway } from '../database-away.ts';
import { readBody } from '../request-body.ts';
import { createAccessTokens } from './access-tokens.ts';
import { type AuthCall, type AuthCorrection, type AuthHandler, authError } from './auth-call.ts';
import { takeUnprovenPasswords } from './contested-accounts.ts';
import { changeEmail, confirmBothAddresses } from './email-change.ts';
import { answerFactors, nameFactors } from './factors.ts';
import { cleanUnprovenAccount, demandProvenAddress, keepKnownParameters } from './google-sign-in.ts';
import { checkRedirectTargets, type RedirectOptions } from './mail-links.ts';
import { hashMailedSecrets } from './mailed-secrets.ts';
import type { AuthMailer } from './mailer.ts';
import { createPasswordGuesses, limitPasswordGuesses, rememberAddresses } from './password-guesses.ts';
import {
  checkPasswordFirst,
  demandPresentPassword,
  endOtherSessions,
  noticeEasyPasswords,
  refuseCommonPasswords,
} from './passwords.ts';
import { answerRefreshes } from './refresh-tokens.ts';
import { allowOnlyKnownRoutes, badJson, checkBodies, isObject, keepOnlyName, shapeFailures } from './request-checks.ts';
import { limitRequests, type RequestLimits } from './request-limits.ts';
import { completeSessions } from './session-answers.ts';
import { answerRepeatedSignUp, answerResend, createSendAgain, limitRecoveryMails } from './sign-up.ts';

const BODY_BYTES = 32 * 1024;
const PREFIX = '/auth/v1';

/** Routes without a key: other sites call some of them, and the library demands none. The corrections still apply. */
const WITHOUT_KEY = ['/verify', '/authorize', '/callback', '/.well-known/jwks.json'];

export type Answer = (request: Request, context: { peerAddress: string | null }) => Promise<Response>;

export function createAuthGateway(options: {
  library: Answer;
  sql: postgres.Sql;
  mailer: AuthMailer;
  redirects: RedirectOptions;
  limits: RequestLimits;
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
}): Answer {
  const { sql, library, mailer, secretKey } = options;
  /** The keys that the library accepts. */
  const keys = [options.publishableKey, secretKey];
  const guesses = createPasswordGuesses(sql, options.jwtSecret);
  const sendAgain = createSendAgain(sql, mailer);
  const signAccessToken = createAccessTokens(options.jwtSecret);
  const askLibrary: AuthHandler = (call) =>
    library(
      new Request(call.url, {
        method: call.method,
        headers: withoutLength(call.headers),
        body: call.body === undefined ? null : JSON.stringify(call.body),
      }),
      { peerAddress: call.peerAddress },
    );

  /** Our own answers need a key as well; without one, the library answers with its error. */
  const demandKey: AuthCorrection = (next) => (call) => {
    const key = call.headers.get('apikey') ?? call.url.searchParams.get('apikey') ?? '';
    return keys.includes(key) || WITHOUT_KEY.includes(call.path) ? next(call) : askLibrary(call);
  };

  const handle = [
    shapeFailures,
    allowOnlyKnownRoutes,
    limitRequests(sql, options.limits, secretKey),
    demandKey,
    checkBodies,
    keepOnlyName,
    answerRefreshes(sql, options.jwtSecret, signAccessToken),
    completeSessions(sql, signAccessToken),
    answerFactors({ sql, siteUrl: options.redirects.siteUrl, jwtSecret: options.jwtSecret, signAccessToken }),
    nameFactors(sql),
    checkRedirectTargets(options.redirects),
    keepKnownParameters,
    demandProvenAddress(sql),
    cleanUnprovenAccount(sql),
    refuseCommonPasswords,
    takeUnprovenPasswords(sql),
    hashMailedSecrets,
    confirmBothAddresses(sql),
    answerRepeatedSignUp(sql, sendAgain),
    answerResend(sql, sendAgain),
    limitRecoveryMails(sql),
    rememberAddresses(guesses, secretKey),
    limitPasswordGuesses(guesses, secretKey),
    checkPasswordFirst(sql),
    noticeEasyPasswords(sql),
    changeEmail(sql, mailer),
    demandPresentPassword(sql, guesses),
    endOtherSessions(sql),
  ].reduceRight<AuthHandler>((next, correction) => correction(next), askLibrary);

  return async (request, context) => {
    if (request.method === 'OPTIONS') return library(request, context);
    const url = new URL(request.url);
    const call: AuthCall = {
      method: request.method,
      path: url.pathname.slice(PREFIX.length),
      url,
      headers: request.headers,
      body: undefined,
      peerAddress: context.peerAddress,
    };
    if (request.body) {
      const read = await readBody(request, BODY_BYTES);
      if (read.problem) return authError(read.problem.status, 'validation_failed', read.problem.message);
      const parsed = parseObject(read.bytes);
      if (parsed === null) return badJson('an object is expected');
      call.body = parsed;
    }
    try {
      return await handle(call);
    } catch (error) {
      noteWhetherAway(error);
      console.error('Auth error:', error);
      return authError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information');
    }
  };
}

/** Undefined for an empty body, null for a body that is not a JSON object. */
function parseObject(bytes: Uint8Array): Record<string, unknown> | undefined | null {
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function withoutLength(headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.delete('content-length');
  copy.delete('transfer-encoding');
  return copy;
}
