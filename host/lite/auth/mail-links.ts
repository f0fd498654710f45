import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { type AuthCorrection, authError, isPost, readClaims } from './auth-call.ts';

/* What a request asked for that concerns the mail it may send; the library's mailer interface has no place for it. */

export interface MailContext {
  /** Called before anything is sent, where nothing may be; throws. */
  refuseMail?: () => never;
  /** Where the mailed link leads after it was confirmed; already checked. */
  redirectTo?: string;
  /** Present when the client asked for the PKCE flow. */
  codeChallenge?: { challenge: string; method: 's256' | 'plain' };
}

const current = new AsyncLocalStorage<MailContext>();

export function withMailContext<T>(context: MailContext, answer: () => Promise<T>): Promise<T> {
  return current.run({ ...current.getStore(), ...context }, answer);
}

export function mailContext(): MailContext {
  return current.getStore() ?? {};
}

/*
 * Library behaviour (0.10.0): mailed links ignore `emailRedirectTo` and `redirectTo`; the check of targets lets any
 * loopback address through, even `javascript:…//127.0.0.1`, and falls back to the `Referer` header.
 *
 * Correction: a target is kept when its origin is the site's or one of those allowed besides; anything else becomes
 * the site's address. What was asked for is remembered while the request is answered, for the mail that it may send.
 */

export interface RedirectOptions {
  siteUrl: string;
  /** Further origins, such as `https://preview.example`. */
  redirectOrigins: readonly string[];
}

export function safeRedirect(target: string | null, { siteUrl, redirectOrigins }: RedirectOptions): string {
  if (!target || !URL.canParse(target)) return siteUrl;
  const url = new URL(target);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return siteUrl;
  const allowed = [siteUrl, ...redirectOrigins].some((one) => new URL(one).origin === url.origin);
  return allowed ? url.href : siteUrl;
}

export function checkRedirectTargets(options: RedirectOptions): AuthCorrection {
  return (next) => (call) => {
    const redirectTo = safeRedirect(call.url.searchParams.get('redirect_to'), options);
    const url = new URL(call.url);
    url.searchParams.set('redirect_to', redirectTo);
    return withMailContext({ redirectTo }, () => next({ ...call, url }));
  };
}

/*
 * Library behaviour (0.10.0): sign-up and recovery ignore `code_challenge`. Their links always come back with the
 * session in the address's fragment, which a client of the PKCE flow refuses ("Not a valid PKCE flow url").
 *
 * Correction: such a link comes back with `?code=…`, which the library's own `grant_type=pkce` takes for the session.
 * The token in the link names the flow, `pkce_<flow>_<token>`, where GoTrue looks the flow up by person. A page that
 * is given the token itself (`token_hash` in a template) posts it and is answered with the session, whichever client
 * asked for the mail, as by GoTrue.
 */

type CodeChallenge = NonNullable<MailContext['codeChallenge']>;

/** The token of a link of that flow: which flow, and what the link would carry without it. */
export const PKCE_TOKEN = /^pkce_([0-9a-f-]{36})_(.+)$/;

/** Remembers the client's challenge; returns the token for the link. */
export async function preparePkceLink(
  sql: postgres.Sql,
  token: string,
  type: string,
  { challenge, method }: CodeChallenge,
): Promise<string> {
  const flow = randomUUID();
  await sql`
    insert into auth.flow_state (id, auth_code, code_challenge, code_challenge_method, authentication_method,
      provider_type)
    values (${flow}, ${randomUUID()}, ${challenge}, ${method}, ${type === 'signup' ? 'email/signup' : type}, 'email')`;
  return `pkce_${flow}_${token}`;
}

/** Sign-up, recovery, resending and a changed address remember a `code_challenge` for the mails that they send. */
export const rememberCodeChallenge: AuthCorrection = (next) => async (call) => {
  const challenge = call.body?.code_challenge;
  const isMailing = isPost(call, '/signup', '/recover', '/resend') || (call.method === 'PUT' && call.path === '/user');
  if (!isMailing || typeof challenge !== 'string' || challenge === '') return next(call);
  const method = String(call.body?.code_challenge_method).toLowerCase();
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge) || (method !== 's256' && method !== 'plain')) {
    return authError(400, 'validation_failed', 'code challenge does not match the rules of PKCE');
  }
  return withMailContext({ codeChallenge: { challenge, method } }, () => next(call));
};

/** Turns the session of a confirmed PKCE link into a code. */
export function answerPkceLinks(sql: postgres.Sql): AuthCorrection {
  return (next) => async (call) => {
    if (isPost(call, '/verify')) {
      const [, , posted] = PKCE_TOKEN.exec(String(call.body?.token_hash)) ?? [];
      return next(posted ? { ...call, body: { ...call.body, token_hash: posted } } : call);
    }
    const [, flow, token] = PKCE_TOKEN.exec(call.url.searchParams.get('token') ?? '') ?? [];
    if (call.path !== '/verify' || call.method !== 'GET' || !flow || !token) return next(call);
    const url = new URL(call.url);
    url.searchParams.set('token', token);
    const answer = await next({ ...call, url });
    const location = answer.headers.get('location');
    const target = location ? new URL(location) : undefined;
    const fragment = new URLSearchParams(target?.hash.slice(1));
    const [accessToken, message] = [fragment.get('access_token'), fragment.get('message')];
    if (!target || !(accessToken || message)) return answer;
    // The first of two links: as GoTrue, a client of this flow is told in the query as well.
    if (!accessToken) {
      target.searchParams.set('message', message ?? '');
      return seeOther(target);
    }

    const { sub, session_id } = readClaims(accessToken);
    await sql`delete from auth.sessions where id = ${session_id ?? null}`;
    // The library counts a flow's five minutes from its creation; for a mailed link they begin when it is opened.
    const [started] = await sql<{ code: string }[]>`
      update auth.flow_state set user_id = ${sub ?? null}, auth_code_issued_at = now(), created_at = now(),
        updated_at = now()
      where id = ${flow} and user_id is null returning auth_code as code`;
    target.hash = '';
    if (started) target.searchParams.set('code', started.code);
    return seeOther(target);
  };
}

export function seeOther(target: URL): Response {
  return new Response(null, { status: 303, headers: { location: target.href, 'cache-control': 'no-store' } });
}
