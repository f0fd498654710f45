import { EMAIL_MAX_LENGTH, PASSWORD_MAX_BYTES } from '#rules/people/account-limits.ts';
import { type AuthCorrection, authError, isPost } from './auth-call.ts';
import { methodsOfFactorRoute } from './factors.ts';

/*
 * Library behaviour (0.10.0): an unexpected error, also that of an unreachable database, is
 * `{"error":"server_error", …}`, in which supabase-js finds no message.
 *
 * Correction: GoTrue's shape.
 */

export const shapeFailures: AuthCorrection = (next) => async (call) => {
  const answer = await next(call);
  if (answer.status < 500 || answer.headers.has('x-sb-error-code')) return answer;
  return authError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information');
};

/*
 * Library behaviour (0.10.0): `POST /otp` and `POST /magiclink` with an unknown address make an account that counts as
 * confirmed, so anyone may own an account in a stranger's name. `GET /verify` and `HEAD /verify` use up a link, so that
 * mail scanners, which open links before people do, make it invalid.
 *
 * Correction: only the routes that the product uses exist, and no mailed link leads to one of them. HEAD has no effect.
 */

const ROUTES: Record<string, readonly string[]> = {
  '/signup': ['POST'],
  '/token': ['POST'],
  '/recover': ['POST'],
  '/resend': ['POST'],
  '/logout': ['POST'],
  '/user': ['GET', 'PUT'],
  '/verify': ['POST'],
  '/authorize': ['GET'],
  '/callback': ['GET', 'POST'],
  '/settings': ['GET'],
  '/health': ['GET'],
  '/.well-known/jwks.json': ['GET'],
};

export const allowOnlyKnownRoutes: AuthCorrection = (next) => async (call) => {
  const methods = ROUTES[call.path] ?? methodsOfFactorRoute(call.path);
  if (!methods) return authError(404, 'not_found', 'Not found');
  if (call.method === 'HEAD') return new Response(null);
  if (!methods.includes(call.method)) {
    return new Response(null, { status: 405, headers: { allow: methods.join(', ') } });
  }
  return next(call);
};

/*
 * Library behaviour (0.10.0): a number or an object in place of a text is a TypeError and HTTP 500. So is an address
 * that is longer than its column, and a text that Postgres cannot store. An address in brackets (`<a@b.test>`) is
 * accepted as another address, but mail servers deliver to the one inside. bcrypt reads 72 bytes: the limit is not
 * checked when a password is changed, and elsewhere it counts characters.
 *
 * Correction: the types and lengths of what people send, with GoTrue's errors.
 */

const TEXTS = [
  'email',
  'password',
  'current_password',
  'token',
  'token_hash',
  'type',
  'refresh_token',
  'auth_code',
  'code_verifier',
  'code_challenge',
  'code_challenge_method',
  'factor_type',
  'friendly_name',
  'issuer',
  'challenge_id',
  'code',
];

/** One bare address, without the characters with which a header writes several addresses or adds a name. */
const BARE_ADDRESS = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+$/u;

export const checkBodies: AuthCorrection = (next) => async (call) => {
  const { body } = call;
  if (!body) return next(call);
  const wrong = TEXTS.find((name) => body[name] !== undefined && body[name] !== null && typeof body[name] !== 'string');
  if (wrong) return badJson(`${wrong} must be a string`);
  if (body.data !== undefined && body.data !== null && !isObject(body.data)) {
    return badJson('data must be an object');
  }
  if (holdsUnstorable(body)) return badJson('a text holds a character that cannot be kept');
  const isNewAddress = isPost(call, '/signup') || call.method === 'PUT';
  const isWrong = (email: string) => email.length > EMAIL_MAX_LENGTH || (isNewAddress && !BARE_ADDRESS.test(email));
  if (typeof body.email === 'string' && body.email !== '' && isWrong(body.email)) {
    return authError(400, 'validation_failed', 'Unable to validate email address: invalid format');
  }
  if (typeof body.password === 'string' && Buffer.byteLength(body.password) > PASSWORD_MAX_BYTES) {
    return authError(400, 'validation_failed', `Password cannot be longer than ${PASSWORD_MAX_BYTES} characters`);
  }
  return next(call);
};

/** Whether a text in the body holds U+0000 or half a surrogate pair, which Postgres refuses. */
function holdsUnstorable(body: object): boolean {
  const open: unknown[] = [body];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return true;
    if (typeof value === 'object' && value !== null) open.push(...Object.keys(value), ...Object.values(value));
  }
  return false;
}

export function badJson(reason: string): Response {
  return authError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/*
 * Library behaviour (0.10.0), as on hosted Supabase: everything that a client sends in `data` becomes user metadata,
 * `is_admin` included, and each call adds to what is there.
 *
 * Correction: only the name is kept. None of our rules can read another claim by mistake, and metadata, which every
 * sign-in and every read of the account carries, does not grow without end.
 */

/** In characters; the form takes far fewer (NAME_MAX_LENGTH). */
const NAME_MOST = 500;

export const keepOnlyName: AuthCorrection = (next) => (call) => {
  if (!call.body || !isObject(call.body.data)) return next(call);
  const data = Object.fromEntries(
    Object.entries(call.body.data).flatMap(([key, value]) =>
      (key === 'name' || key === 'full_name') && typeof value === 'string' ? [[key, value.slice(0, NAME_MOST)]] : [],
    ),
  );
  return next({ ...call, body: { ...call.body, data } });
};
