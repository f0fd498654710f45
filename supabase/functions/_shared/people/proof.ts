import { functionErrors, functionsCopy } from '#copy/shell/functions.ts';
import { BusinessRuleError, query, type userClient } from '#functions/_shared/database.ts';
import { HttpError } from '#functions/_shared/http.ts';
import { requireUserClient } from './auth.ts';

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
  const client = await requireUserClient(request);
  return { id: await queryAsOwner(client.rpc('require_my_proof')), client };
}

/**
 * As query, for a function of the database that asks for a complete session or a proof. `refusals` has the sentences of
 * its own refusals.
 */
export async function queryAsOwner<T>(
  call: Parameters<typeof query<T>>[0],
  refusals: Readonly<Record<string, string>> = {},
): Promise<T> {
  try {
    return await query(call);
  } catch (error) {
    const sentence =
      error instanceof BusinessRuleError ? (REFUSALS[error.message] ?? refusals[error.message]) : undefined;
    if (error instanceof BusinessRuleError && sentence) {
      throw new HttpError(error.status, sentence, { fields: { code: error.message } });
    }
    throw error;
  }
}
