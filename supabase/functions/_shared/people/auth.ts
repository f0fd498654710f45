import type { PostgrestSingleResponse } from '@supabase/supabase-js';
import { adminAccess } from '#copy/office/access.ts';
import { functionsCopy } from '#copy/shell/functions.ts';
import { userClient, visitorClient } from '#functions/_shared/database.ts';
import { HttpError, serviceUnavailable } from '#functions/_shared/http.ts';
import { bearerToken } from '#functions/_shared/keys.ts';
import { logProblem } from '#functions/_shared/log.ts';

/** What the database says of the session behind a token (function my_account_state). */
interface AccountState {
  user_id: string | null;
  is_signed_in: boolean;
  is_code_needed: boolean;
  admin_state: 'not_admin' | 'code_needed' | 'sign_in_again' | 'set_up_needed' | 'ok';
}

/**
 * The signed-in person behind a request. The database is asked with the caller's own token, so that the token of an
 * ended or incomplete session is refused before it expires (docs/product/accounts.md#sessions). Refuses with 401, with
 * 403 before the second step, and with 503 when the database does not answer.
 */
export async function requireUser(request: Request): Promise<{ id: string }> {
  const { user_id: id } = await requireCompleteSession(request);
  return { id };
}

/**
 * The data API with the rights of the person behind a request. Refuses a request without a token (401); an incomplete
 * session is refused by what it calls (`queryAsOwner`), so that the database is asked once and not twice.
 */
export function callersClient(request: Request): ReturnType<typeof userClient> {
  const token = bearerToken(request);
  if (!token) throw new HttpError(401, functionsCopy.loginRequired);
  return userClient(token);
}

/**
 * The signed-in administrator behind a request. The database is asked at each call, so that removed rights end access
 * with the next request. Refuses as requireUser; with 403 when the person is no administrator or lacks the required
 * two-step sign-in; with 401 when the session is too old for administrators.
 */
export async function requireAdministrator(request: Request): Promise<{ id: string }> {
  const { user_id: id, admin_state: state } = await requireCompleteSession(request);
  if (state === 'set_up_needed') throw new HttpError(403, adminAccess.setUpNeeded, { fields: { code: state } });
  if (state === 'sign_in_again') throw new HttpError(401, functionsCopy.sessionInvalid, { fields: { code: state } });
  if (state !== 'ok') throw new HttpError(403, adminAccess.privilegesRequired);
  return { id };
}

/** A call of the database, which gets the caller's token. Its answer has the session's state and more. */
type StateQuestion = (client: ReturnType<typeof visitorClient>) => {
  setHeader(name: string, value: string): PromiseLike<PostgrestSingleResponse<unknown>>;
};

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
  const { data, error, status } = await ask(visitorClient()).setHeader('authorization', `Bearer ${token}`);
  if (error) {
    // The token belongs to no person, is forged, or has expired.
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
