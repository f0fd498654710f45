/** A link that opens a new e-mail in the visitor's mail program. Lines end with CRLF, as mail requires. */
export function mailLink(address: string, mail: { subject: string; body?: string }): string {
  const fields = [`subject=${encodeURIComponent(mail.subject)}`];
  if (mail.body) fields.push(`body=${encodeURIComponent(mail.body.replaceAll('\n', '\r\n'))}`);
  return `mailto:${address}?${fields.join('&')}`;
}
