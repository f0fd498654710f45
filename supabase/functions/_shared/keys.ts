import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { functionErrors } from '#copy/shell/functions.ts';
import { findEnv } from './env.ts';
import { HttpError } from './http.ts';
import { logProblem } from './log.ts';

/**
 * The keys of the backend, as the platform hands them to functions. The only reader of their settings. Supabase gives
 * JSON objects, name to key, with the first name `default`; a host gives single keys.
 */

/** Bypasses row-level security. @throws Error when no setting holds one */
export function readSecretKey(): string {
  return demand(
    firstOf('SUPABASE_SECRET_KEYS') ?? findEnv('SUPABASE_SECRET_KEY') ?? findEnv('SUPABASE_SERVICE_ROLE_KEY'),
    'SUPABASE_SECRET_KEYS',
  );
}

/** Gives access only to what visitors may see. @throws Error when no setting holds one */
export function readPublishableKey(): string {
  return demand(
    firstOf('SUPABASE_PUBLISHABLE_KEYS') ?? findEnv('SUPABASE_PUBLISHABLE_KEY') ?? findEnv('SUPABASE_ANON_KEY'),
    'SUPABASE_PUBLISHABLE_KEYS',
  );
}

/** The secret key in the older form, if there is one: texts that were sealed with it must still open. */
export function findLegacyKey(): string | undefined {
  return findEnv('SUPABASE_SERVICE_ROLE_KEY');
}

/**
 * The headers with which a request to the backend carries a key. Only a legacy key, which is a JWT, is also a bearer
 * token. For other keys in `apikey` hosted Supabase adds its own token, and it refuses a bearer token that is no JWT.
 */
export function keyHeaders(key: string): Record<string, string> {
  return { apikey: key, ...(!isOpaque(key) && { authorization: `Bearer ${key}` }) };
}

/** Whether a key has the present form: a name that the gateway looks up, not a token. */
export function isOpaque(key: string): boolean {
  return key.startsWith('sb_');
}

/** Whether the request carries a secret key: any of them in `apikey`, or a single one as bearer. */
function hasSecretKey(request: Request): boolean {
  const single = [findEnv('SUPABASE_SECRET_KEY'), findEnv('SUPABASE_SERVICE_ROLE_KEY')];
  const every = [...Object.values(readKeys('SUPABASE_SECRET_KEYS')), ...single];
  return isOneOf(request.headers.get('apikey'), every) || isOneOf(bearerToken(request), single);
}

/** Whether the request carries `WORKER_KEY`, which starts work and opens no data. A shorter one counts as unset. */
function hasWorkerKey(request: Request): boolean {
  const key = findEnv('WORKER_KEY');
  return key !== undefined && key.length >= 32 && isOneOf(request.headers.get('x-worker-key'), [key]);
}

/** Whether the request carries `OPS_TOKEN`, which opens what monitoring reads. A shorter one counts as unset. */
export function hasOpsToken(request: Request): boolean {
  const token = findEnv('OPS_TOKEN');
  return token !== undefined && token.length >= 32 && isOneOf(bearerToken(request), [token]);
}

/** Accepts only a secret key of the backend. Refuses with 403. */
export function requireService(request: Request): void {
  if (!hasSecretKey(request)) throw new HttpError(403, functionErrors.serviceOnly);
}

/** Accepts a secret key or the key that only starts work. Refuses with 403. */
export function requireWorker(request: Request): void {
  if (!hasSecretKey(request) && !hasWorkerKey(request)) throw new HttpError(403, functionErrors.serviceOnly);
}

/** The token that a request carries; nothing is checked here. */
export function bearerToken(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}

/** Compares every key, each in constant time. */
function isOneOf(given: string | null | undefined, keys: (string | undefined)[]): boolean {
  if (!given) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const wanted = digest(given);
  return keys.filter((key) => key && timingSafeEqual(digest(key), wanted)).length > 0;
}

function demand(key: string | undefined, name: string): string {
  if (key === undefined) throw new Error(`The environment variable ${name} is not set.`);
  return key;
}

function firstOf(name: 'SUPABASE_SECRET_KEYS' | 'SUPABASE_PUBLISHABLE_KEYS'): string | undefined {
  const keys = readKeys(name);
  return keys.default ?? Object.values(keys)[0];
}

const reported = new Set<string>();

/** Text that is no JSON object of keys counts as unset. */
function readKeys(name: 'SUPABASE_SECRET_KEYS' | 'SUPABASE_PUBLISHABLE_KEYS'): Record<string, string> {
  const text = findEnv(name);
  if (text === undefined) return {};
  try {
    const keys: unknown = JSON.parse(text);
    if (typeof keys === 'object' && keys !== null && !Array.isArray(keys)) {
      return Object.fromEntries(
        Object.entries(keys).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
        ),
      );
    }
  } catch {
    // Reported below: the text itself may hold a key.
  }
  if (!reported.has(name)) logProblem('error', `${name} is no JSON object of keys and counts as unset`);
  reported.add(name);
  return {};
}

// Sealing with a key ----------------------------------------------------------------------------------------------------

/** Binds a mentor's token to its purpose: the marketplace's own token does not open as a mentor's. */
export const MENTOR_CALENDAR_PURPOSE = 'mentor calendar refresh token';

const CIPHER = 'aes-256-gcm';
const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts with AES-256-GCM, with a key derived from `secret` for this purpose only.
 *
 * @param purpose binds the cipher text: what was sealed for another purpose does not open
 */
export function seal(text: string, { secret, purpose }: { secret: string; purpose: string }): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, derivedKey(secret, purpose), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(purpose));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const parts = [iv, cipher.getAuthTag(), encrypted].map((part) => part.toString('base64url'));
  return [VERSION, ...parts].join('.');
}

/** @throws Error when the text was changed, or sealed with another secret or for another purpose */
function unseal(sealed: string, { secret, purpose }: { secret: string; purpose: string }): string {
  const [version, iv = '', tag = '', encrypted = ''] = sealed.split('.');
  if (version !== VERSION) throw new Error(`An unknown version of the cipher text: ${version}`);
  const bytes = (part: string) => Buffer.from(part, 'base64url');
  const decipher = createDecipheriv(CIPHER, derivedKey(secret, purpose), bytes(iv), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes(tag));
  return Buffer.concat([decipher.update(bytes(encrypted)), decipher.final()]).toString('utf8');
}

/**
 * As unseal, with the first of these secrets that works. Returns that secret as well.
 * @throws Error when none does
 */
export function unsealWithAny(
  sealed: string,
  { secrets, purpose }: { secrets: readonly string[]; purpose: string },
): { text: string; secret: string } {
  const failures: unknown[] = [];
  for (const secret of secrets) {
    try {
      return { text: unseal(sealed, { secret, purpose }), secret };
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0] ?? new Error('There is no key to open the cipher text with');
}

function derivedKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'point-0', purpose, 32));
}
