import { failures } from '#copy/shell/failures.ts';
import { functionsCopy } from '#copy/shell/functions.ts';
import { site } from '#copy/shell/site.ts';
import { type CallFailure, functionTimeoutMs, isRetryable, isSessionExpiring } from '#rules/money/payment.ts';
import { ApiError } from '../api-error.ts';

/** What the caller needs to know of the stored session. */
export interface SessionFacts {
  access_token: string;
  /** Unix seconds. */
  expires_at?: number | undefined;
}

export interface SessionSource {
  /** The stored session or null. Throws when it cannot be read, AuthUnreachable where only the network fails. */
  current: () => Promise<SessionFacts | null>;
  /** Renews an expiring session; null when refused. Throws AuthUnreachable when Auth cannot be reached. */
  refresh: () => Promise<SessionFacts | null>;
}

/** Thrown by a SessionSource that could not reach Auth: the session may still be valid. */
export class AuthUnreachable extends Error {
  constructor(cause: unknown) {
    super('The authentication service could not be reached', { cause });
    this.name = 'AuthUnreachable';
  }
}

/** A call that gave no result. `message` is a sentence for the person. */
export class FunctionError extends Error {
  readonly failure: CallFailure;
  /** What the server answered, where it answered JSON. */
  readonly body: Readonly<Record<string, unknown>>;
  /** What a gateway answered instead of the function, for people who want to read it or send it to support. */
  readonly details: string | undefined;

  constructor(
    message: string,
    failure: CallFailure,
    { body = {}, details, cause }: { body?: Record<string, unknown>; details?: string; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'FunctionError';
    this.failure = failure;
    this.body = body;
    this.details = details;
  }
}

export interface VisitorCallerOptions {
  /** Address of the backend, without a slash at its end. */
  baseUrl: string;
  apiKey: string;
  isOnline: () => boolean;
  isMobile: () => boolean;
  fetch?: typeof fetch;
}

export interface FunctionCallerOptions extends VisitorCallerOptions {
  session: SessionSource;
  now?: () => Date;
}

/** `target` is the function's name, with a query where it takes one. A file is sent as it is, all else as JSON. */
export type FunctionCaller = (target: string, body: unknown) => Promise<unknown>;

/** Most characters of a body that `details` quotes. */
const QUOTED_BODY_MAX = 300;

/**
 * Makes the caller of server functions: POST /functions/v1/{name} with the anonymous key and the person's token, after
 * network and session were checked. Throws only FunctionError.
 */
export function createFunctionCaller(options: FunctionCallerOptions): FunctionCaller {
  const { session, now = () => new Date() } = options;
  return (target, body) =>
    call(options, target, body, async (name) => {
      const { access_token } = await validSession(name, session, now());
      return { authorization: `Bearer ${access_token}` };
    });
}

/** Makes the caller of functions that need no login: as above, without a session. Throws only FunctionError. */
export function createVisitorCaller(options: VisitorCallerOptions): FunctionCaller {
  return (target, body) => call(options, target, body, async () => ({}));
}

async function call(
  options: VisitorCallerOptions,
  target: string,
  body: unknown,
  identify: (name: string) => Promise<Record<string, string>>,
): Promise<unknown> {
  const { baseUrl, apiKey, isOnline, isMobile } = options;
  const [name = ''] = target.split('?');
  if (!isOnline()) throw new FunctionError(site.offline, { kind: 'network' });
  const identity = await identify(name);
  const { response, text } = await post(name, functionTimeoutMs(name, isMobile()), (signal) =>
    (options.fetch ?? fetch)(`${baseUrl}/functions/v1/${target}`, {
      method: 'POST',
      headers: {
        apikey: apiKey,
        ...identity,
        'content-type': body instanceof Blob ? body.type : 'application/json',
        'x-application-name': 'point-0',
      },
      body: body instanceof Blob ? body : JSON.stringify(body),
      signal,
    }),
  );
  if (!response.ok) throw httpError(response.status, text);
  const answer = parseJson(text);
  // Every function answers an object. A Wi-Fi that waits for a log-in answers with a page of its own, and the call did not arrive.
  if (!answer) throw unreachable(name, text);
  return answer;
}

/** Repeats a call after failures that may be temporary, `delayMs` apart. Throws the last failure. */
export async function withRetries<T>(
  call: () => Promise<T>,
  { retries, delayMs }: { retries: number; delayMs: number },
): Promise<T> {
  for (let left = retries; ; left -= 1) {
    try {
      return await call();
    } catch (error) {
      if (left <= 0 || !(error instanceof FunctionError) || !isRetryable(error.failure)) throw error;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
}

/**
 * The sentence that a person reads about any failure, and its technical details. `otherwise` is for failures that have
 * no sentence from the server or from us.
 */
export function explain(
  error: unknown,
  otherwise: string = failures.unexpected,
): { sentence: string; details: string | undefined } {
  if (error instanceof FunctionError) return { sentence: error.message, details: error.details };
  if (error instanceof ApiError) return { sentence: error.sentence ?? otherwise, details: error.details };
  const { message }: { message?: unknown } = Object(error);
  const details = typeof message === 'string' ? message : String(error);
  // Each browser has its own message for a server that does not answer.
  return { sentence: /fetch|network|load failed|timed out/i.test(details) ? failures.unreachable : otherwise, details };
}

async function validSession(name: string, source: SessionSource, now: Date): Promise<SessionFacts> {
  let session: SessionFacts | null;
  try {
    session = await source.current();
  } catch (cause) {
    if (cause instanceof AuthUnreachable) throw unreachable(name, cause);
    throw new FunctionError(functionsCopy.authenticationError, { kind: 'authentication' }, { cause });
  }
  if (!session) throw new FunctionError(functionsCopy.loginRequired, { kind: 'session' });
  if (!isSessionExpiring(session.expires_at, now)) return session;
  let renewed: SessionFacts | null;
  try {
    renewed = await source.refresh();
  } catch (cause) {
    if (cause instanceof AuthUnreachable) throw unreachable(name, cause);
    throw new FunctionError(functionsCopy.sessionInvalid, { kind: 'session' }, { cause });
  }
  if (!renewed || isSessionExpiring(renewed.expires_at, now)) {
    throw new FunctionError(functionsCopy.sessionInvalid, { kind: 'session' });
  }
  return renewed;
}

/** Sends and reads the whole answer within the time limit: a body that never ends is a timeout too. */
async function post(
  name: string,
  timeoutMs: number,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<{ response: Response; text: string }> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const response = await send(controller.signal);
    return { response, text: await response.text() };
  } catch (cause) {
    throw controller.signal.aborted
      ? new FunctionError(functionsCopy.timedOut(name), { kind: 'timeout' }, { cause })
      : unreachable(name, cause);
  } finally {
    clearTimeout(timer);
  }
}

function unreachable(name: string, cause: unknown): FunctionError {
  return new FunctionError(functionsCopy.networkError(name), { kind: 'network' }, { cause });
}

/** The error with the function's own sentence; without one, with our sentence, and the answer in `details`. */
export function httpError(status: number, text: string): FunctionError {
  const parsed = parseJson(text);
  const body = parsed && typeof parsed === 'object' ? (parsed as Record<string, unknown>) : {};
  const own = typeof body.error === 'string' ? body.error : '';
  // The refused token may have been renewed since then: the next call reads the session again.
  const failure: CallFailure = status === 401 ? { kind: 'authentication' } : { kind: 'http', status };
  if (own) return new FunctionError(own, failure, { body });
  const details = functionsCopy.http(status, text.slice(0, QUOTED_BODY_MAX));
  return new FunctionError(site.serverError, failure, { body, details });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
