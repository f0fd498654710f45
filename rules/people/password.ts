import { PASSWORD_MIN_LENGTH } from './account-limits.ts';

/** The product's own names with up to four digits, which people choose as passwords for it. */
const PRODUCT_NAMES = /^(point0|pointzero|mentor)\d{0,4}$/;

/**
 * Whether an attacker would try this password early: it is on the list of common ones (`rules/people/passwords/`), or is made
 * of the person's own address or name, or of the product's name. Capital letters make no difference. See
 * docs/product/accounts.md#passwords.
 */
export function isCommonPassword(
  password: string,
  person: { email?: string | null | undefined; name?: string | null | undefined },
  list: ReadonlySet<string>,
): boolean {
  const lower = password.toLowerCase();
  const email = person.email?.trim().toLowerCase() ?? '';
  const name = person.name?.toLowerCase().replace(/\s/g, '') ?? '';
  if (list.has(lower) || PRODUCT_NAMES.test(lower)) return true;
  return lower !== '' && [email, email.split('@')[0], name].includes(lower);
}

export type PasswordStrength = 'weak' | 'fair' | 'good' | 'strong';

/** From how many points on a password has a strength. Six random characters of all kinds have 9. */
const FAIR_POINTS = 10;
const GOOD_POINTS = 13;
const STRONG_POINTS = 16;

/**
 * A hint, which refuses nothing. One point for the first character and for each further one that makes a pair with the
 * character before it that did not occur yet, is no repetition ("aa") and no step ("ab", "21"); so `passwordpassword`
 * is no better than `password`. One point more for each further kind of character: capital letters, digits, others. It
 * knows no words: `isCommonPassword` says whether a password is common.
 */
export function passwordStrength(password: string): PasswordStrength {
  if (password.length < PASSWORD_MIN_LENGTH) return 'weak';
  const points = 1 + countNewPairs([...password.toLowerCase()]) + countKinds(password) - 1;
  if (points < FAIR_POINTS) return 'weak';
  if (points < GOOD_POINTS) return 'fair';
  return points < STRONG_POINTS ? 'good' : 'strong';
}

function countNewPairs(characters: readonly string[]): number {
  const pairs = new Set<string>();
  characters.forEach((character, at) => {
    const before = characters[at - 1];
    if (before === undefined) return;
    const step = (character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
    if (Math.abs(step) > 1) pairs.add(before + character);
  });
  return pairs.size;
}

function countKinds(password: string): number {
  return [/\p{Ll}|\p{Lo}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) => kind.test(password)).length;
}
