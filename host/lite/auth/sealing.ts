/**
 * Encrypts what the database keeps and the host must read again: AES-256-GCM, with a key for each purpose that is
 * derived from JWT_SECRET, so that every host on one database has it.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Seal {
  /** @param owner the row that the text belongs to; for another row, the text cannot be opened */
  close(text: string, owner: string): string;
  /** @throws Error when the text was sealed for another owner, with another secret, or was changed */
  open(sealed: string, owner: string): string;
}

export function createSeal(jwtSecret: string, purpose: string): Seal {
  const key = new Uint8Array(hkdfSync('sha256', jwtSecret, '', `point-0 ${purpose}`, 32));
  return {
    close(text, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner));
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64url');
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
  };
}
