import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a given text is the secret, in a time that tells nothing of either. */
export function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
