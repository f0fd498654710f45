/** Reads an e-mail as nodemailer sends it: headers, and parts in any of the usual encodings. */

export interface ReceivedMail {
  /** Of its Message-ID, before the `@`. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** With their content in Base64, or as text where they were sent as such. */
  attachments: { filename: string; contentType: string; content: string }[];
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

/** @param source as SMTP's DATA had it, up to the final dot */
export function readReceivedMail(source: string): ReceivedMail {
  const whole = readPart(source.replace(/\r\n\.\r\n$/, '\r\n').replace(/^\.\./gm, '.'));
  const leaves = leavesOf(whole);
  const textOf = (type: string) =>
    decode(leaves.find(({ headers }) => headers.get('content-type')?.startsWith(type) && !isAttached(headers)));
  return {
    id: /<([^@>]+)@/.exec(whole.headers.get('message-id') ?? '')?.[1] ?? '',
    to: (whole.headers.get('to') ?? '').replace(/^.*<|>.*$/g, ''),
    subject: decodeWords(whole.headers.get('subject') ?? ''),
    text: textOf('text/plain'),
    html: textOf('text/html'),
    attachments: leaves
      .filter(({ headers }) => isAttached(headers))
      .map((part) => ({
        filename: parameter(part.headers.get('content-disposition'), 'filename'),
        contentType: part.headers.get('content-type')?.replace(/; name=\S+/, '') ?? '',
        content: decode(part),
      })),
  };
}

function isAttached(headers: Part['headers']): boolean {
  return /^attachment/i.test(headers.get('content-disposition') ?? '');
}

function readPart(source: string): Part {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), body: source.slice(end + 4) };
}

function leavesOf(part: Part): Part[] {
  const type = part.headers.get('content-type') ?? '';
  if (!type.startsWith('multipart/')) return [part];
  const pieces = part.body.split(`--${parameter(type, 'boundary')}`).slice(1, -1);
  return pieces.flatMap((piece) => leavesOf(readPart(piece.replace(/^\r\n/, '').replace(/\r\n$/, ''))));
}

function parameter(header: string | undefined, name: string): string {
  return new RegExp(`${name}="?([^";]+)"?`).exec(header ?? '')?.[1] ?? '';
}

function decode(part: Part | undefined): string {
  if (!part) return '';
  const encoding = part.headers.get('content-transfer-encoding')?.toLowerCase();
  const text = part.body.replaceAll('\r\n', '\n');
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString();
  return encoding === 'quoted-printable' ? decodeQuoted(text.replace(/=\n/g, '')) : text;
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=` of a header. */
function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : decodeQuoted(text.replaceAll('_', ' ')),
    );
}
