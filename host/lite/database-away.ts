/**
 * Library behaviour (0.10.0): Auth answers a database that is away with 500, Storage with an error that nothing catches,
 * and either may take it for a wrong session.
 *
 * Correction: a request that failed while the database could not be asked is answered with 503 and `retry-after`, in the
 * form of its API: nothing is wrong with the request, and the same again will do in a moment.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { functionErrors } from '#copy/functions.ts';
import { authError } from './auth/auth-call.ts';
import { storageError } from './storage/storage-request.ts';

const RETRY_AFTER_SECONDS = '2';

/** postgres.js and Node name lost connections thus; 57P01 to 57P03 are a server that stops or starts. */
const AWAY =
  /^(CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|57P0[123])$/;

const current = new AsyncLocalStorage<{ isAway: boolean }>();

/** Whether the error says that the database could not be asked; notes it for the request that is being answered. */
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
