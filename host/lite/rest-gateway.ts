import type postgres from 'postgres';
import { decodeEscapes } from '../http/decode-escapes.ts';
import { ANSWER_BYTES, ANSWER_TOO_LARGE } from './database-errors.ts';
import { readBody } from './request-body.ts';

/*
 * `/rest/v1`: the library, behind limits for bodies (see `request-body.ts`), for embedding, for nesting, for counts, for
 * hints and for words.
 */

type Answer = (request: Request, context: { peerAddress: string | null }) => Promise<Response>;

const BODY_BYTES = 1024 * 1024;

export function createRestGateway(library: Answer, secretKey: string, sql: postgres.Sql): Answer {
  return async (given, context) => {
    const hasSecretKey = given.headers.get('apikey') === secretKey;
    const refused = hasSecretKey ? undefined : (refuseEmbedding(given) ?? refuseNesting(given));
    if (refused) return refused;
    const headers = new Headers(given.headers);
    const isPersons = !isServers(given, secretKey);
    if (isPersons) countExactly(headers);
    leaveSessionToDatabase(headers);
    const { url, method, signal } = given;
    const read = given.body && (await readBody(given, BODY_BYTES));
    if (read?.problem) {
      const { status, message } = read.problem;
      return Response.json({ code: `PT${status}`, message, details: null, hint: null }, { status });
    }
    const heavy = read && !hasSecretKey ? refuseHeavyBody(given, read.bytes) : undefined;
    if (heavy) return heavy;
    // A request whose body is complete can no longer be stopped by its sender.
    const more = read ? { body: read.bytes } : { signal };
    const answer = await library(new Request(quoteWords(url), { method, headers, ...more }), context);
    if (!isPersons) return answer;
    if (answer.status >= 300) return nameOnlyWhatMayBeUsed(answer, given, sql);
    return read ? answer : refuseLargeAnswer(answer);
  };
}

/** The answer to a read, unless it is too large: as JSON it is longer than as the database sent it. */
async function refuseLargeAnswer(answer: Response): Promise<Response> {
  const body = await answer.arrayBuffer();
  if (body.byteLength <= ANSWER_BYTES) return new Response(body.byteLength > 0 ? body : null, answer);
  return refusal(ANSWER_TOO_LARGE);
}

function refusal(problem: { message: string; details: string | null }): Response {
  return Response.json(
    { code: 'PT400', hint: null, ...problem },
    { status: 400, headers: { 'access-control-allow-origin': '*' } },
  );
}

/**
 * Library behaviour (0.10.0), as PostgREST and Postgres: for an unknown name, the answer suggests a similar one; for
 * two tables with several relations, it lists them all. So it names functions, tables and columns that the caller may
 * not use.
 *
 * Correction: a hint with a name that the caller's role may not call or read is left out, and so is the list of
 * relations.
 */
async function nameOnlyWhatMayBeUsed(answer: Response, request: Request, sql: postgres.Sql): Promise<Response> {
  const text = await answer.text();
  if (!/"hint":"Perhaps you meant|"code":"PGRST20[13]"/.test(text)) return new Response(text || null, answer);
  const body: { code: string; hint: string | null; details: unknown } = JSON.parse(text);
  const isList = /^PGRST20[13]$/.test(body.code);
  if (isList) body.details = null;
  if (isList || !(await mayUse(roleOf(request), body.hint ?? '', sql))) body.hint = null;
  const headers = new Headers(answer.headers);
  // That of the longer answer: a client would wait for the rest.
  headers.delete('content-length');
  return Response.json(body, { status: answer.status, headers });
}

async function mayUse(role: string, hint: string, sql: postgres.Sql): Promise<boolean> {
  // "… the function public.a(b)", "… the table 'public.a'", "… 'a' instead of 'x'", `… the column "a.b" or the column
  // "c.d"`
  const named = hint.split(' instead of ')[0] ?? '';
  const names = [...named.matchAll(/(?:public\.|['"])(?!public\.)(\w+(?:\.\w+)?)/g)].map(([, name]) => name ?? '');
  const [row] = await sql<{ allowed: number }[]>`
    select count(*)::int as allowed from unnest(${names}::text[]) as named (name)
    where exists (
      select from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proname = name
        and has_function_privilege(${role}, p.oid, 'execute')
    ) or exists (
      select from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and name in (c.relname, c.relname || '.' || a.attname)
        and has_column_privilege(${role}, c.oid, a.attnum, 'select')
    )`;
  return row?.allowed === names.length && names.length > 0;
}

/** The role of a request without the server's key, for hints only: the library has checked the token. */
function roleOf({ headers }: Request): string {
  return /^bearer\s+ey/i.test(headers.get('authorization') ?? '') ? 'authenticated' : 'anon';
}

/**
 * Library behaviour (0.10.0), as PostgREST: a query may embed tables in tables without limit, and each level multiplies
 * the rows. One such request keeps the database busy until its timeout, and ten keep everyone else out. And the rows of
 * an RPC can be embedded with unrelated tables: then each row carries the whole table.
 *
 * Correction: as many embedded tables as the product's own queries need, each once, none in another or in itself, none
 * in an RPC. So the rows are not multiplied. Requests with the server's key have no limit.
 */
const MOST_LEVELS = 1;
const MOST_EMBEDDED = 2;

/** The answer that refuses the request; undefined where nothing is wrong with it. */
function refuseEmbedding(request: Request): Response | undefined {
  const { pathname, searchParams } = new URL(request.url);
  // `/rest/v1/%72pc/…` is an RPC too; no table's name holds a slash.
  const [, , , table = '', ...others] = pathname.split('/');
  const isRpc = others.length > 0;
  const isFew = (select: string) => {
    const { levels, tables } = measure(select);
    const isEachOnce = new Set([...tables, decodeEscapes(table)]).size > tables.length;
    return levels <= (isRpc ? 0 : MOST_LEVELS) && tables.length <= MOST_EMBEDDED && isEachOnce;
  };
  if (searchParams.getAll('select').every(isFew)) return undefined;
  return refusal({
    message: 'The query embeds too many tables',
    details: isRpc
      ? 'Nothing can be embedded in the result of a function.'
      : `At most ${MOST_EMBEDDED} tables, each once, ${MOST_LEVELS} level deep.`,
  });
}

/**
 * Finds the brackets that embed, as the library reads them, and the table before each. Brackets in a quoted name and in
 * a path into JSON are letters; a quoted name ends at the next quote, whatever comes before that quote. A quote in any
 * other place than the beginning of a name is ambiguous, and counts as too much.
 */
function measure(select: string): { levels: number; tables: string[] } {
  const unquoted = select
    .replace(/(^|[,(:])\s*"([^"]*)"/g, (_, before: string, name: string) => before + name.replace(/\W/g, '_'))
    .replace(/->>?\s*[^,.:\s]*/g, '');
  let level = 0;
  let levels = unquoted.includes('"') ? Number.POSITIVE_INFINITY : 0;
  for (const character of unquoted) {
    if (character === '(') {
      level += 1;
      levels = Math.max(levels, level);
    } else if (character === ')') {
      level = Math.max(level - 1, 0);
    }
  }
  // "alias:table!hint(", "...table("
  const tables = [...unquoted.matchAll(/([^,:()]*)\(/g)].map(([, name = '']) => name.replace(/!.*|[.\s]/gs, ''));
  return { levels, tables };
}

/**
 * Library behaviour (0.10.0): it reads conditions and bodies with functions that call themselves, so that a thousand
 * brackets in each other are a RangeError. Each row of a body, and each value of a list, is a parameter of a statement,
 * which can have 65,534. Both are answered with 500, as a fault of the host.
 *
 * Correction: 400, before the library reads them. The product's own requests have less than ten levels.
 */
const MOST_BRACKETS = 64;
const MOST_ENTRIES = 1000;

/** Counts each bracket of a condition: a closing one may be a letter to the library. */
function refuseNesting(request: Request): Response | undefined {
  const { searchParams } = new URL(request.url);
  const isFlat = ([name, value]: [string, string]) =>
    !/(^|\.)(and|or)$/.test(name) || value.split('(').length <= MOST_BRACKETS;
  if ([...searchParams].every(isFlat)) return undefined;
  return refusal({ message: 'The query has too many conditions', details: `At most ${MOST_BRACKETS} brackets.` });
}

function refuseHeavyBody({ headers }: Request, body: Uint8Array): Response | undefined {
  const isJson = !/csv|urlencoded/i.test(headers.get('content-type') ?? '');
  const { levels, entries } = isJson ? measureJson(body) : { levels: 0, entries: countParts(body) };
  if (levels <= MOST_BRACKETS && entries <= MOST_ENTRIES) return undefined;
  const details = `At most ${MOST_ENTRIES} rows or names, ${MOST_BRACKETS} levels deep.`;
  return refusal({ message: 'The body has too many parts', details });
}

/** How deep a JSON text is, and how many entries its outermost list or object has. */
function measureJson(json: Uint8Array): { levels: number; entries: number } {
  let isText = false;
  let level = 0;
  let levels = 0;
  let entries = 1;
  for (let at = 0; at < json.length; at += 1) {
    const character = String.fromCharCode(json[at] ?? 0);
    if (isText && character === '\\') at += 1;
    else if (character === '"') isText = !isText;
    else if (isText) continue;
    else if (character === '[' || character === '{') levels = Math.max(levels, ++level);
    else if (character === ']' || character === '}') level -= 1;
    else if (character === ',' && level === 1) entries += 1;
  }
  return { levels, entries };
}

/** The lines of a table, or the fields of a form. */
function countParts(body: Uint8Array): number {
  return Buffer.from(body)
    .toString('latin1')
    .split(/[\r\n&]/).length;
}

function isServers({ headers }: Request, secretKey: string): boolean {
  const authorization = headers.get('authorization');
  return headers.get('apikey') === secretKey && (authorization === null || authorization === `Bearer ${secretKey}`);
}

/**
 * Library behaviour (0.10.0), as PostgREST: `Prefer: count=planned` and `count=estimated` answer with the planner's
 * estimate, which is made from all rows of a table and not only from those that the caller may see.
 *
 * Correction: people get the exact count of their own rows instead. Under PostgREST the database refuses such requests
 * (`private.refuse_row_estimates`).
 */
function countExactly(headers: Headers): void {
  const preferences = headers.get('prefer')?.split(',') ?? [];
  if (!preferences.some((one) => ESTIMATE.test(one))) return;
  headers.set('prefer', preferences.map((one) => (ESTIMATE.test(one) ? 'count=exact' : one.trim())).join(', '));
}

/** Matches every spelling that a parser of the header could accept. */
const ESTIMATE = /^\s*count\s*=\s*"?\s*(planned|estimated)\b/i;

/**
 * Library behaviour (0.10.0): before the token is read for the data API, it is read for Auth, with two queries for its
 * account and its session. Their result is not used: the data API uses the token, and the database checks the session
 * at each statement (docs/decisions/023-a-session-decides-at-each-statement.md).
 *
 * Correction: those two queries are left out; they take a third of the time of a signed-in person's read. For this the
 * token is put behind two spaces: only the data API's part accepts that.
 */
function leaveSessionToDatabase(headers: Headers): void {
  const authorization = headers.get('authorization');
  if (authorization?.startsWith('Bearer ')) headers.set('authorization', `Bearer  ${authorization.slice(7).trim()}`);
}

/**
 * Library behaviour (0.10.0): an argument of a function that stands in the address as "null", "not_null" or "unknown" is
 * no text. So a search for a mentor named Null found everybody, and the short address of that profile nobody.
 *
 * Correction, as PostgREST: it is the word. In quotes, which the library takes away, it is.
 */
function quoteWords(url: string): string {
  const address = new URL(url);
  const words = [...address.searchParams].filter(([, value]) => /^\s*(null|not_null|unknown)\s*$/i.test(value));
  if (words.length === 0 || !address.pathname.includes('/rpc/')) return url;
  for (const [name, value] of words) address.searchParams.set(name, `"${value}"`);
  return address.href;
}
