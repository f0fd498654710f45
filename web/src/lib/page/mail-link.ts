/** A link that opens the visitor's own mail program with an e-mail begun. Lines end as mail asks for. */
export function mailLink(address: string, mail: { subject: string; body?: string }): string {
  const fields = [`subject=${encodeURIComponent(mail.subject)}`];
  if (mail.body) fields.push(`body=${encodeURIComponent(mail.body.replaceAll('\n', '\r\n'))}`);
  return `mailto:${address}?${fields.join('&')}`;
}
