import { createClient, type PostgrestSingleResponse, type SupabaseClient } from '@supabase/supabase-js';
import type { Database, Json } from './database.types.ts';
import { readEnv } from './env.ts';
import { HttpError, serviceUnavailable } from './http.ts';
import { isOpaque, readPublishableKey, readSecretKey } from './keys.ts';
import { describeError, logProblem } from './log.ts';
import { untilJobStops } from './office/job-limit.ts';

const TIMEOUT_MS = 10_000;

/** By address and key: to make one costs as much as two calls of it. */
const clients = new Map<string, SupabaseClient<Database>>();

function sharedClient(key: string): SupabaseClient<Database> {
  const url = readEnv('SUPABASE_URL');
  const client = clients.get(`${url} ${key}`) ?? openClient(url, key);
  clients.set(`${url} ${key}`, client);
  return client;
}

/** The Supabase client of the service role, which no policy limits: each query must say whose rows it wants. */
export function serviceClient(): SupabaseClient<Database> {
  return sharedClient(readSecretKey());
}

/** The Supabase client of a visitor; a call becomes a person's by `setHeader('authorization', …)`. */
export function visitorClient(): SupabaseClient<Database> {
  return sharedClient(readPublishableKey());
}

/** The Supabase client of the person with this session token: it reads what the policies allow that person. */
export function userClient(token: string): SupabaseClient<Database> {
  return openClient(readEnv('SUPABASE_URL'), readPublishableKey(), { authorization: `Bearer ${token}` });
}

function openClient(url: string, key: string, headers: Record<string, string> = {}): SupabaseClient<Database> {
  return createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      headers: { 'x-application-name': 'point-0-functions', ...headers },
      fetch: (input, init) =>
        fetch(input, { ...init, headers: withoutKeyAsToken(init?.headers, key), signal: withTimeout(init?.signal) }),
    },
  });
}

export type DatabaseCall<T> = PromiseLike<PostgrestSingleResponse<T>>;

/** A business rule of the database refused. `message` is its machine-readable code, such as `slot_taken`. */
export class BusinessRuleError extends Error {
  override readonly name = 'BusinessRuleError';
  readonly status: number;
  readonly detail: string;

  constructor(status: number, code: string, detail = '') {
    super(code);
    this.status = status;
    this.detail = detail;
  }
}

/**
 * The rows of a database call.
 * @throws BusinessRuleError when the database raised PT4nn
 * @throws HttpError with status 503 when the database did not answer or failed
 */
export async function query<T>(call: DatabaseCall<T>): Promise<T> {
  let response: PostgrestSingleResponse<T>;
  try {
    response = await call;
  } catch (error) {
    logProblem('warn', 'The database did not answer', { error: describeError(error) });
    throw serviceUnavailable();
  }
  if (!response.error) return response.data;
  const { code, message, details } = response.error;
  if (/^PT4\d\d$/.test(code)) throw new BusinessRuleError(Number(code.slice(2)), message, details ?? '');
  logProblem('warn', 'The database failed', { status: response.status, code, error: message });
  throw serviceUnavailable();
}

/** As query; refusals of the database that have a sentence become the answer, with their word as `code`. */
export async function queryWithSentences<T>(
  call: DatabaseCall<T>,
  sentences: Readonly<Record<string, string>>,
): Promise<T> {
  try {
    return await query(call);
  } catch (error) {
    const sentence = error instanceof BusinessRuleError ? sentences[error.message] : undefined;
    if (error instanceof BusinessRuleError && sentence) {
      throw new HttpError(error.status, sentence, { fields: { code: error.message } });
    }
    throw error;
  }
}

/**
 * Enqueues a job of the outbox, once for its key, also after it was done. Throws as `query`.
 * @param runAt not before this time
 */
export async function enqueueJob(kind: string, payload: object, key: string, runAt?: Date): Promise<void> {
  await query(
    serviceClient().rpc('enqueue_job', {
      p_kind: kind,
      p_payload: payload as Json,
      p_key: key,
      ...(runAt && { p_run_at: runAt.toISOString() }),
    }),
  );
}

/** Without a person's token the library also sends its key as bearer token. Removes a key that is no JWT from there. */
function withoutKeyAsToken(given: HeadersInit | undefined, key: string): Headers {
  const headers = new Headers(given);
  if (isOpaque(key) && headers.get('authorization') === `Bearer ${key}`) headers.delete('authorization');
  return headers;
}

function withTimeout(signal: AbortSignal | null | undefined): AbortSignal {
  const timeout = untilJobStops(AbortSignal.timeout(TIMEOUT_MS));
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}
