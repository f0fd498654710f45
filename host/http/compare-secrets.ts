import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a given text is the secret. The time that it takes tells nothing about either text. */
export function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
