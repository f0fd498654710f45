/**
 * `tel:` with the digits of a phone number as it was typed, and its leading plus; null where there are no digits to
 * dial.
 */
export function phoneLink(phone: string): string | null {
  const digits = phone.replace(/\D/g, '');
  if (digits === '') return null;
  return `tel:${phone.trim().startsWith('+') ? '+' : ''}${digits}`;
}

/** `mailto:` for one address, whatever stands in it: what could add a header to the message is encoded. */
export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(email.trim()).replace('%40', '@')}`;
}
