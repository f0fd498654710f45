/**
 * Library behaviour (0.10.0): while the database is away, Auth answers with 500 and Storage with an uncaught error.
 * Either may also report a wrong session.
 *
 * Correction: a request that failed because the database could not be reached is answered with 503 and `retry-after`,
 * in the form of its API: the request is right, and will succeed when it is repeated later.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { functionErrors } from '#copy/shell/functions.ts';
import { authError } from './auth/auth-call.ts';
import { storageError } from './storage/storage-request.ts';

const RETRY_AFTER_SECONDS = '2';

/** The codes of lost connections in postgres.js and Node; 57P01 to 57P03 mean that the server stops or starts. */
const AWAY =
  /^(CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|57P0[123])$/;

const current = new AsyncLocalStorage<{ isAway: boolean }>();

/** Whether the error says that the database could not be reached; if so, notes it for the current request. */
export function noteWhetherAway(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  const isSocketGone = error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  const isAway = isSocketGone || AWAY.test(String(error.code));
  const request = current.getStore();
  if (isAway && request) request.isAway = true;
  return isAway;
}

/** The answer, or 503 where it failed because the database was away. */
export async function answerWhenAway(pathname: string, answer: () => Promise<Response>): Promise<Response> {
  const request = { isAway: false };
  try {
    const given = await current.run(request, answer);
    if (given.status < 400 || (!request.isAway && given.status !== 503)) return given;
    if (given.status !== 503) await given.body?.cancel();
    return askAgain(given.status === 503 ? given : unavailable(pathname));
  } catch (error) {
    if (noteWhetherAway(error) || request.isAway) return askAgain(unavailable(pathname));
    throw error;
  }
}

function askAgain(answer: Response): Response {
  const { status, headers, body } = answer;
  const again = new Headers(headers);
  again.set('retry-after', again.get('retry-after') ?? RETRY_AFTER_SECONDS);
  again.set('cache-control', 'no-store');
  return new Response(body, { status, headers: again });
}

function unavailable(pathname: string): Response {
  const message = functionErrors.unavailable;
  if (pathname.startsWith('/auth/v1/')) return authError(503, 'unexpected_failure', message);
  if (pathname.startsWith('/storage/v1/')) return storageError(503, 'ServiceUnavailable', message, 503);
  const headers = { 'access-control-allow-origin': '*' };
  return Response.json({ code: 'PGRST001', message, details: null, hint: null }, { status: 503, headers });
}
