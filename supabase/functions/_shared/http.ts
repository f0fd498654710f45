import { Buffer } from 'node:buffer';
import type { z } from 'zod';
import { functionErrors } from '#copy/shell/functions.ts';
import { RELEASE } from '#rules/office/release.ts';
import { describeError, logProblem, withFunctionName } from './log.ts';

/** A server function, as Supabase's edge runtime and the host mount it. */
export interface ServerFunction {
  fetch(request: Request): Promise<Response>;
}

/** Request bodies of our own pages are a few hundred bytes. */
const BODY_LIMIT_BYTES = 64 * 1024;
/** Of what a person without a session writes in one form. */
export const SMALL_BODY_BYTES = 8 * 1024;

const COMMON_HEADERS = {
  // Which release answers: `npm run doctor` reads it.
  'x-release': String(RELEASE),
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers':
    'authorization, apikey, content-type, x-application-name, x-client-info, x-request-id',
  'access-control-max-age': '86400',
};

/** An answer other than success: thrown from anywhere, sent as JSON with the sentence in `error`. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly fields: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    sentence: string,
    { fields = {}, headers = {} }: { fields?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(sentence);
    this.status = status;
    this.fields = fields;
    this.headers = headers;
  }
}

/** A dependency did not answer: the caller should try again. Status 503, `Retry-After` in seconds. */
export function serviceUnavailable(sentence: string = functionErrors.unavailable, retryAfter = 2): HttpError {
  return new HttpError(503, sentence, { headers: { 'retry-after': String(retryAfter) } });
}

/**
 * Wraps a handler for one method, by default POST. Answers preflights, checks the method, sends JSON, and shows no
 * stack trace. A Response is sent as it is. The header `x-release` tells which release answers.
 */
export function createHandler(
  name: string,
  handle: (request: Request) => Promise<object>,
  { method = 'POST' }: { method?: 'GET' | 'POST' } = {},
): ServerFunction {
  const answer = async (request: Request): Promise<Response> => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: COMMON_HEADERS });
    try {
      if (request.method !== method) {
        const sentence = method === 'GET' ? functionErrors.getOnly : functionErrors.methodNotAllowed;
        throw new HttpError(405, sentence, { headers: { allow: `${method}, OPTIONS` } });
      }
      const answered = await handle(request);
      return answered instanceof Response ? answered : json(200, answered);
    } catch (error) {
      if (error instanceof HttpError) {
        return json(error.status, { ...error.fields, error: error.message }, error.headers);
      }
      logProblem('error', `${name} failed`, { error: describeError(error) });
      return json(500, { error: functionErrors.internal });
    }
  };
  return {
    async fetch(request) {
      const response = await withFunctionName(name, () => answer(request));
      response.headers.set('x-release', String(RELEASE));
      return response;
    },
  };
}

/** The request's JSON body as `schema` reads it. Refuses with 413, or 400 and the name of the first wrong field. */
export async function readBody<S extends z.ZodType>(
  request: Request,
  schema: S,
  limitBytes = BODY_LIMIT_BYTES,
): Promise<z.output<S>> {
  const result = schema.safeParse(parseJson(await readText(request, limitBytes)));
  if (result.success) return result.data;
  const field = result.error.issues[0]?.path.join('.');
  throw new HttpError(400, field ? functionErrors.invalidField(field) : functionErrors.invalidRequest);
}

/**
 * As readBody, for forms: refuses with 422, the first problem's sentence, and `problems`, a sentence for each field.
 * The schema must have a sentence for every problem.
 */
export async function readForm<S extends z.ZodType>(
  request: Request,
  schema: S,
  limitBytes = BODY_LIMIT_BYTES,
): Promise<z.output<S>> {
  const result = schema.safeParse(parseJson(await readText(request, limitBytes)));
  if (result.success) return result.data;
  const problems: Record<string, string> = {};
  for (const { path, message } of result.error.issues) problems[path.join('.')] ??= message;
  const [first] = Object.values(problems);
  if (!first || problems['']) throw new HttpError(400, functionErrors.invalidRequest);
  throw new HttpError(422, first, { fields: { problems } });
}

/** The body's exact bytes. Refuses with 413 and the sentence `tooLarge`. */
export async function readBytes(
  request: Request,
  limitBytes: number = BODY_LIMIT_BYTES,
  tooLarge: string = functionErrors.tooLarge,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length')) > limitBytes) {
    await request.body?.cancel();
    throw new HttpError(413, tooLarge);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  // A chunked request names no length: it is counted as it arrives, and dropped when it is too long.
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limitBytes) throw new HttpError(413, tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

async function readText(request: Request, limitBytes = BODY_LIMIT_BYTES): Promise<string> {
  return new TextDecoder().decode(await readBytes(request, limitBytes));
}

/** Refuses with 400. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, functionErrors.notJson);
  }
}

function json(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...COMMON_HEADERS, 'cache-control': 'no-store', ...headers } });
}
