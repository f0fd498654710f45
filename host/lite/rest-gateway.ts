import type postgres from 'postgres';
import { readBody } from './request-body.ts';

/*
 * `/rest/v1`: the library, behind limits for bodies (see `request-body.ts`), for embedding, for counts and for hints.
 */

type Answer = (request: Request, context: { peerAddress: string | null }) => Promise<Response>;

const BODY_BYTES = 1024 * 1024;
/** The largest answer to a person or a visitor. A thousand mentors with all their texts are a third of it. */
const ANSWER_BYTES = 8 * 1024 * 1024;

export function createRestGateway(library: Answer, secretKey: string, sql: postgres.Sql): Answer {
  return async (given, context) => {
    const refused = refuseEmbedding(given, secretKey);
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
    // A request whose body is complete can no longer be stopped by its sender.
    const more = read ? { body: read.bytes } : { signal };
    const answer = await library(new Request(url, { method, headers, ...more }), context);
    if (!isPersons) return answer;
    if (answer.status >= 300) return nameOnlyWhatMayBeUsed(answer, given, sql);
    return read ? answer : refuseLargeAnswer(answer);
  };
}

/** The answer to a read, unless it is too large: embedded rows have no limit of their own. */
async function refuseLargeAnswer(answer: Response): Promise<Response> {
  const body = await answer.arrayBuffer();
  if (body.byteLength <= ANSWER_BYTES) return new Response(body.byteLength > 0 ? body : null, answer);
  const details = `At most ${ANSWER_BYTES / 1024 / 1024} MiB: ask for fewer rows or columns.`;
  return refusal('The answer is too large', details);
}

function refusal(message: string, details: string): Response {
  return Response.json(
    { code: 'PT400', message, details, hint: null },
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
 * Correction: only a few embedded tables, two levels deep, none in an RPC; the product's own queries need less.
 * Requests with the server's key have no limit.
 */
const MOST_LEVELS = 2;
const MOST_EMBEDDED = 6;

/** The answer that refuses the request; undefined where nothing is wrong with it. */
function refuseEmbedding(request: Request, secretKey: string): Response | undefined {
  if (request.headers.get('apikey') === secretKey) return undefined;
  const { pathname, searchParams } = new URL(request.url);
  // `/rest/v1/%72pc/…` is an RPC too; no table's name holds a slash.
  const isRpc = pathname.split('/').length > 4;
  const isFew = (select: string) => {
    const { levels, count } = measure(select);
    return levels <= (isRpc ? 0 : MOST_LEVELS) && count <= MOST_EMBEDDED;
  };
  if (searchParams.getAll('select').every(isFew)) return undefined;
  return refusal(
    'The query embeds too many tables',
    isRpc
      ? 'Nothing can be embedded in the result of a function.'
      : `At most ${MOST_EMBEDDED} tables, ${MOST_LEVELS} levels deep.`,
  );
}

/**
 * Counts the brackets that embed, as the library reads them. Brackets in a quoted name and in a path into JSON are
 * letters; a quoted name ends at the next quote, whatever comes before that quote. A quote in any other place than the
 * beginning of a name is ambiguous, and counts as too much.
 */
function measure(select: string): { levels: number; count: number } {
  const unquoted = select.replace(/(^|[,(:])\s*"[^"]*"/g, '$1').replace(/->>?\s*[^,.:\s]*/g, '');
  let level = 0;
  let levels = unquoted.includes('"') ? Number.POSITIVE_INFINITY : 0;
  let count = 0;
  for (const character of unquoted) {
    if (character === '(') {
      level += 1;
      count += 1;
      levels = Math.max(levels, level);
    } else if (character === ')') {
      level = Math.max(level - 1, 0);
    }
  }
  return { levels, count };
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
