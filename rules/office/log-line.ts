/** What a line of any log may hold (docs/product/operations.md#logs); docs/operations/logs.md explains each field. */

export const LOG_FIELDS = [
  'time',
  'level',
  'pid',
  'release',
  'msg',
  'requestId',
  'route',
  'method',
  'path',
  'status',
  'ms',
  'function',
  'job',
  'kind',
  'attempt',
  'worker',
  'task',
  'part',
  'alarm',
  'reason',
  'err',
  // The law asks who signed in from where, and which account read what (docs/security/breach.md).
  'account',
  'address',
  'outcome',
  'grant',
  'rows',
  // The seals of the audit log, which show later whether the table was changed.
  'seal',
  'digest',
  'entry',
] as const;

const known: ReadonlySet<string> = new Set(LOG_FIELDS);

/** The properties of an error that a log shows; others may contain an SQL statement and its parameters. */
const ERROR_FIELDS = ['type', 'message', 'code', 'constraint', 'table', 'stack'] as const;

export type LoggedError = Partial<Record<(typeof ERROR_FIELDS)[number], string>>;

export function describeThrown(error: unknown): LoggedError {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const given: Record<string, unknown> = {
    ...Object.fromEntries(ERROR_FIELDS.map((field) => [field, Reflect.get(error, field)])),
    ...(error instanceof Error && { type: error.name }),
  };
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const message = [given.message, cause && `caused by ${cause.name}: ${cause.message}`].filter(Boolean).join('; ');
  const facts: Record<string, unknown> = { ...given, ...(message !== '' && { message }) };
  return Object.fromEntries(
    ERROR_FIELDS.filter((field) => facts[field] !== undefined).map((field) => [field, String(facts[field])]),
  );
}

/** The documented fields of a program's facts, and its message with the other facts in parentheses. */
export function sortFields(facts: Record<string, unknown>, message: string): { fields: object; msg: string } {
  const entries = Object.entries(facts).filter(([, value]) => value !== undefined);
  const rest = entries.filter(([name]) => !known.has(name)).map(([name, value]) => `${name} ${asText(value)}`);
  return {
    fields: Object.fromEntries(entries.filter(([name]) => known.has(name))),
    msg: rest.length === 0 ? message : `${message} (${rest.join(', ')})`,
  };
}

function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Texts that must never be in a log; an error of a library may quote them. The patterns have bounded lengths, so that a
 * long text is searched quickly.
 */
const SECRETS: [RegExp, string][] = [
  // The login in the address of a database or a mail server.
  [/(\b\w{1,20}:\/\/)[^\s/@"]{1,300}@/g, '$1'],
  [/[\w.+'-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63})+/g, '[e-mail address]'],
  [/\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g, '[token]'],
  [/\b(?:sb_(?:secret|publishable)|whsec|rzp_(?:test|live))_[\w+/=-]+/g, '[key]'],
  [/\b(bearer|basic) +[\w.~+/=-]{8,}/gi, '$1 [token]'],
  [/\b(?:ya29\.|1\/\/)[\w-]{10,}/g, '[token]'],
  // The query of an address.
  [/((?:"path":"|https?:\/\/)[^\s"?\\]*)\?[^\s"\\)]*/g, '$1'],
];

/** @param text of a line, as JSON or not */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((line, [pattern, instead]) => line.replace(pattern, instead), text);
}
