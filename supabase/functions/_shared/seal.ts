import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts with AES-256-GCM, under a key made of `secret` for this purpose alone.
 *
 * @param purpose binds the cipher text: what was sealed for another purpose does not open
 */
export function seal(text: string, { secret, purpose }: { secret: string; purpose: string }): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret, purpose), iv, { authTagLength: TAG_BYTES });
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
  const decipher = createDecipheriv(CIPHER, keyOf(secret, purpose), bytes(iv), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes(tag));
  return Buffer.concat([decipher.update(bytes(encrypted)), decipher.final()]).toString('utf8');
}

/**
 * As unseal, with the first of these secrets that opens, and which one that was.
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

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'point-0', purpose, 32));
}
