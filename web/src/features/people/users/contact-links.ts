import { findPhoneNumbersInText } from 'libphonenumber-js/min';

/**
 * `tel:` with the first telephone number of a text, for any country's network: one without a country code is India's. Of a
 * text that holds no number of a known form it has the digits; null where there are none to dial.
 */
export function phoneLink(phone: string): string | null {
  const [found] = findPhoneNumbersInText(phone, 'IN');
  if (found) return `tel:${found.number.number}`;
  const digits = phone.replace(/\D/g, '');
  return digits === '' ? null : `tel:${/^\W*\+/.test(phone) ? '+' : ''}${digits}`;
}

/** `mailto:` for one address, whatever stands in it: what could add a header to the message is encoded. */
export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(email.trim()).replace('%40', '@')}`;
}
