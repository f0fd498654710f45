/**
 * Library behaviour (0.10.0): a number or an object where a text belongs is a TypeError and HTTP 500; so is an address longer
 * than its column. The 72 bytes that bcrypt reads are not checked when a password is changed, nor counted in bytes.
 *
 * Correction: the types and lengths of what people send, with GoTrue's errors.
 */
import { type AuthCorrection, authError } from './auth-call.ts';

const TEXTS = [
  'email',
  'password',
  'token',
  'token_hash',
  'type',
  'refresh_token',
  'auth_code',
  'code_verifier',
  'code_challenge',
  'code_challenge_method',
];

const BCRYPT_BYTES = 72;
const EMAIL_CHARACTERS = 254;

export const checkBodies: AuthCorrection = (next) => async (call) => {
  const { body } = call;
  if (!body) return next(call);
  const wrong = TEXTS.find(
    (name) => body[name] !== undefined && body[name] !== null && typeof body[name] !== 'string',
  );
  if (wrong) return badJson(`${wrong} must be a string`);
  if (body.data !== undefined && body.data !== null && !isObject(body.data)) {
    return badJson('data must be an object');
  }
  if (typeof body.email === 'string' && body.email.length > EMAIL_CHARACTERS) {
    return authError(400, 'validation_failed', 'Unable to validate email address: invalid format');
  }
  if (typeof body.password === 'string' && Buffer.byteLength(body.password) > BCRYPT_BYTES) {
    return authError(400, 'validation_failed', `Password cannot be longer than ${BCRYPT_BYTES} characters`);
  }
  return next(call);
};

export function badJson(reason: string): Response {
  return authError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
