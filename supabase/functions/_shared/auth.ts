import { createHash, timingSafeEqual } from 'node:crypto';
import { adminAccess } from '#copy/admin/access.ts';
import { functionErrors, functionsCopy } from '#copy/functions.ts';
import { query, serviceClient, userClient } from './database.ts';
import { readEnv } from './env.ts';
import { HttpError, serviceUnavailable } from './http.ts';
import { logProblem } from './log.ts';

/**
 * The signed-in person behind a request, asked of the authentication service, so that a signed-out or deleted
 * account's token is refused before it expires. Refuses with 401; 503 when the service does not answer.
 */
export async function requireUser(request: Request): Promise<{ id: string }> {
  const token = bearerToken(request);
  if (!token) throw new HttpError(401, functionsCopy.loginRequired);
  const { data, error } = await serviceClient().auth.getUser(token);
  if (data.user) return { id: data.user.id };
  const status = error?.status ?? 0;
  if (status >= 400 && status < 500 && status !== 429) throw new HttpError(401, functionsCopy.sessionInvalid);
  logProblem('warn', 'The authentication service did not answer', { status, error: error?.message });
  throw serviceUnavailable();
}

/** The client of the signed-in person behind a request, for whom the database decides. Refuses as requireUser. */
export async function requireUserClient(request: Request): Promise<ReturnType<typeof userClient>> {
  await requireUser(request);
  return userClient(bearerToken(request) ?? '');
}

/**
 * The signed-in administrator behind a request. Asks the profile at each call, so a flag that is taken away ends
 * access with the next request. Refuses as requireUser, and with 403 where the person is no administrator.
 */
export async function requireAdministrator(request: Request): Promise<{ id: string }> {
  const user = await requireUser(request);
  const profile = await query(serviceClient().from('profiles').select('is_admin').eq('id', user.id).maybeSingle());
  if (!profile?.is_admin) throw new HttpError(403, adminAccess.privilegesRequired);
  return user;
}

/** Accepts only the service role's key as bearer. Refuses with 403. */
export function requireService(request: Request): void {
  const token = bearerToken(request);
  if (!token || !isSame(token, readEnv('SUPABASE_SERVICE_ROLE_KEY'))) {
    throw new HttpError(403, functionErrors.serviceOnly);
  }
}

/** The token that a request carries; nothing is checked here. */
export function bearerToken(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
