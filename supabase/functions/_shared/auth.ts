import type { PostgrestSingleResponse } from '@supabase/supabase-js';
import { adminAccess } from '#copy/admin/access.ts';
import { functionsCopy } from '#copy/functions.ts';
import { userClient } from './database.ts';
import { HttpError, serviceUnavailable } from './http.ts';
import { bearerToken } from './keys.ts';
import { logProblem } from './log.ts';

/** What the database says of the session behind a token (function my_account_state). */
interface AccountState {
  user_id: string | null;
  is_signed_in: boolean;
  is_code_needed: boolean;
  admin_state: 'not_admin' | 'code_needed' | 'sign_in_again' | 'set_up_needed' | 'ok';
}

/**
 * The signed-in person behind a request, asked of the database with the caller's own token, so that the token of a
 * session that has ended, or whose second step is still to come, is refused before it expires
 * (docs/product/accounts.md#sessions). Refuses with 401, or 403 before the second step; 503 when the database does not
 * answer.
 */
export async function requireUser(request: Request): Promise<{ id: string }> {
  const { user_id: id } = await requireCompleteSession(request);
  return { id };
}

/** The client of the signed-in person behind a request, for whom the database decides. Refuses as requireUser. */
export async function requireUserClient(request: Request): Promise<ReturnType<typeof userClient>> {
  await requireCompleteSession(request);
  return userClient(bearerToken(request) ?? '');
}

/**
 * The signed-in administrator behind a request. Asks at each call, so a flag that is taken away ends access with the
 * next request. Refuses as requireUser, with 403 where the person is no administrator or has no two-step sign-in though
 * it is required, and with 401 where the session is older than administrators' may be.
 */
export async function requireAdministrator(request: Request): Promise<{ id: string }> {
  const { user_id: id, admin_state: state } = await requireCompleteSession(request);
  if (state === 'set_up_needed') throw new HttpError(403, adminAccess.setUpNeeded, { fields: { code: state } });
  if (state === 'sign_in_again') throw new HttpError(401, functionsCopy.sessionInvalid, { fields: { code: state } });
  if (state !== 'ok') throw new HttpError(403, adminAccess.privilegesRequired);
  return { id };
}

/** A question of the caller's own, whose answer says how the session stands and something more. */
type StateQuestion = (client: ReturnType<typeof userClient>) => PromiseLike<PostgrestSingleResponse<unknown>>;

/** As requireUser, with a question that answers more than `my_account_state` does: one call instead of two. */
export async function requireUserAnd<T extends object>(
  request: Request,
  ask: StateQuestion,
): Promise<T & { id: string }> {
  const { user_id: id, ...more } = await requireCompleteSession(request, ask);
  return { ...(more as unknown as T), id };
}

async function requireCompleteSession(
  request: Request,
  ask: StateQuestion = (client) => client.rpc('my_account_state'),
): Promise<AccountState & { user_id: string }> {
  const token = bearerToken(request);
  if (!token) throw new HttpError(401, functionsCopy.loginRequired);
  const { data, error, status } = await ask(userClient(token));
  if (error) {
    // The token is no person's, forged, or has run out.
    if (status === 401 || status === 403) throw sessionInvalid();
    logProblem('warn', 'The database did not say how a session stands', { status, error: error.message });
    throw serviceUnavailable();
  }
  const { user_id, ...state } = data as unknown as AccountState;
  if (state.is_code_needed) {
    throw new HttpError(403, functionsCopy.codeNeeded, { fields: { code: 'code_needed' } });
  }
  if (user_id === null) throw sessionInvalid();
  return { ...state, user_id };
}

function sessionInvalid(): HttpError {
  return new HttpError(401, functionsCopy.sessionInvalid, { fields: { code: 'session_ended' } });
}
