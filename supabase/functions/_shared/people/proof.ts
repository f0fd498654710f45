import { functionErrors, functionsCopy } from '#copy/shell/functions.ts';
import { type DatabaseCall, queryWithSentences, type userClient } from '#functions/_shared/database.ts';
import { callersClient } from './auth.ts';

/** Sentences for the database's refusals of an incomplete or unproven session. */
const REFUSALS: Readonly<Record<string, string>> = {
  proof_needed: functionErrors.proofNeeded,
  code_needed: functionsCopy.codeNeeded,
  session_ended: functionsCopy.sessionInvalid,
};

/**
 * The person behind a request who signed in, or confirmed the password, in the last 5 minutes
 * (docs/product/accounts.md#proof), with their client. Refuses as requireUser, and with 403 `proof_needed`.
 */
export async function requireProof(request: Request): Promise<{ id: string; client: ReturnType<typeof userClient> }> {
  const client = callersClient(request);
  return { id: await queryAsOwner(client.rpc('require_my_proof')), client };
}

/**
 * As query, for a function of the database that is called with the caller's own token and asks for a complete session or
 * a proof. `refusals` has the sentences of its own refusals.
 */
export async function queryAsOwner<T>(
  call: DatabaseCall<T>,
  refusals: Readonly<Record<string, string>> = {},
): Promise<T> {
  const response = Promise.resolve(call).then((answered) => {
    const { error, status } = answered;
    // A token that is forged, has expired or names no account is refused before the function is called.
    if (error && (status === 401 || status === 403) && !error.code.startsWith('PT')) {
      Object.assign(error, { code: 'PT401', message: 'session_ended' });
    }
    return answered;
  });
  return queryWithSentences(response, { ...REFUSALS, ...refusals });
}
