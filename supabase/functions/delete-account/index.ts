import { accountDeletion } from '#copy/people/account-deletion.ts';
import { functionsCopy } from '#copy/shell/functions.ts';
import { BusinessRuleError, query, serviceClient } from '#functions/_shared/database.ts';
import { findEnv } from '#functions/_shared/env.ts';
import { createHandler, HttpError } from '#functions/_shared/http.ts';
import { readSecretKey } from '#functions/_shared/keys.ts';
import { logProblem } from '#functions/_shared/log.ts';
import { sealAccount } from '#functions/_shared/people/closed-accounts.ts';
import { requireProof } from '#functions/_shared/people/proof.ts';

/** The database's codes and their sentences. */
const REFUSALS: Readonly<Record<string, string>> = accountDeletion.refusals;

/**
 * Deletes the caller's own account (docs/product/privacy.md#deletion); needs a proof. Address and name are sealed for
 * as long as KEEP_CLOSED_ACCOUNTS_DAYS says. 409 with a code while sessions, payments or refunds need the account.
 */
export default createHandler('delete-account', async (request) => {
  const { id, client } = await requireProof(request);
  const profile = await query(client.from('profiles').select('email, name').eq('id', id).maybeSingle());
  const isKept = Number(findEnv('KEEP_CLOSED_ACCOUNTS_DAYS') ?? 365) > 0;
  const sealed = isKept && profile ? sealAccount(id, profile, privacyKey()) : undefined;
  try {
    await query(serviceClient().rpc('delete_account', { p_user_id: id, ...(sealed && { p_sealed: sealed }) }));
  } catch (error) {
    if (!(error instanceof BusinessRuleError)) throw error;
    // The same call a moment ago was quicker.
    if (error.message === 'account_not_found') throw new HttpError(401, functionsCopy.sessionInvalid);
    const sentence = REFUSALS[error.message];
    if (sentence) throw new HttpError(error.status, sentence, { fields: { code: error.message } });
    throw error;
  }
  return { deleted: true };
});

/** The host always gives one. Without it a change of the secret key would close the account for good. */
function privacyKey(): string {
  const key = findEnv('PRIVACY_KEY');
  if (key === undefined) logProblem('warn', 'PRIVACY_KEY is not set: a deleted account is sealed with the secret key');
  return key ?? readSecretKey();
}
