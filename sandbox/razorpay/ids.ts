import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An id in Razorpay's shape: a kind and 14 letters or digits, such as `order_9A33XWu170gUtm`. */
export function makeId(kind: 'order' | 'pay' | 'rfnd' | 'evt'): string {
  const characters = Array.from({ length: 14 }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${kind}_${characters.join('')}`;
}
