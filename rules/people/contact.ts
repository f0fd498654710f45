import { z } from 'zod';
import { contact as copy } from '#copy/shell/contact.ts';
import { parseUrl } from '#rules/shell/parse-url.ts';
import { cleanLine, countCharacters } from '#rules/shell/text.ts';
import { EMAIL_MAX_LENGTH } from './account-limits.ts';

/** Digits of a telephone number; the tables profiles and mentor_applications have the same. */
const PHONE_MIN_DIGITS = 10;
/** Most characters, including those between the digits. */
const PHONE_MAX_LENGTH = 60;
const NO_PHONE = /[^\d +(),./;\u2010-\u2015\u2212-]/;

/**
 * A telephone number as it was typed. Its digits are counted, not what people write between them. `isOptional` allows an
 * empty field.
 */
export function phoneField(
  mostDigits: number,
  {
    tooLong,
    tooShort = copy.phoneTooShort,
    isOptional = false,
  }: { tooLong: string; tooShort?: string; isOptional?: boolean },
) {
  return z
    .string(tooShort)
    .transform(cleanLine)
    .superRefine((phone, { addIssue }) => {
      if (isOptional && phone === '') return;
      const digits = phone.replace(/\D/g, '').length;
      const say = (message: string) => addIssue({ code: 'custom', message });
      const hasDigits = /\p{Nd}/u.test(phone);
      if (hasDigits && NO_PHONE.test(phone)) say(copy.phoneOnlyDigits);
      else if (!hasDigits || phone.length < PHONE_MIN_DIGITS) say(tooShort);
      else if (digits < PHONE_MIN_DIGITS) say(copy.phoneTooShort);
      else if (digits > mostDigits || countCharacters(phone) > PHONE_MAX_LENGTH) say(tooLong);
    });
}

/** The text that a search compares; for a telephone number its last ten digits, as private.people_filter() does. */
export function phoneOrTerm(typed: string): string {
  const term = cleanLine(typed);
  const digits = term.replace(/\D/g, '');
  return digits.length < 6 || NO_PHONE.test(term) ? term : digits.slice(-PHONE_MIN_DIGITS);
}

/** A local part as HTML's e-mail field takes it, and a host of at least two names, of any script. */
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9\u00a1-\u{10ffff}](?:[a-z0-9\u00a1-\u{10ffff}-]{0,61}[a-z0-9\u00a1-\u{10ffff}])?\.)+[a-z\u00a1-\u{10ffff}](?:[a-z0-9\u00a1-\u{10ffff}-]{0,61}[a-z0-9\u00a1-\u{10ffff}])$/iu;

/**
 * An e-mail address as it is stored: in lower case, without "mailto:", and with the ASCII form of its host. All mail
 * servers and Auth accept that form, and so both forms are one account.
 */
export function cleanEmail(typed: string): string {
  const text = cleanLine(typed)
    .replace(/^mailto:\s*/i, '')
    .toLowerCase();
  const host = text.slice(text.lastIndexOf('@') + 1);
  const foreign = /[^\0-\x7f]/.test(host) && EMAIL.test(text) ? parseUrl(`https://${host}`) : null;
  return foreign ? text.slice(0, -host.length) + foreign.hostname : text;
}

/** What is wrong with the form of a clean address; null if nothing is. */
function emailProblem(email: string, invalid: string): string | null {
  if (email.length > EMAIL_MAX_LENGTH) return copy.emailTooLong;
  if (!/[^\0-\x7f]/.test(email) && EMAIL.test(email)) return null;
  if (/@.*@/.test(email)) return copy.emailOnlyOne;
  return /\s/.test(email) ? copy.emailNoSpaces : invalid;
}

/** A field for one e-mail address; `missing` is the sentence for an empty field; null allows an empty field. */
export function emailField(invalid: string, missing: string | null = invalid) {
  return z
    .string(missing ?? invalid)
    .transform(cleanEmail)
    .superRefine((email, { addIssue }) => {
      const message = email === '' ? missing : emailProblem(email, invalid);
      if (message !== null) addIssue({ code: 'custom', message });
    });
}
