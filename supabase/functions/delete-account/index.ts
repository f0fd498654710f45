import { z } from 'zod';
import { accountDeletion } from '#copy/people/account-deletion.ts';
import { functionsCopy } from '#copy/shell/functions.ts';
import { BusinessRuleError, query, serviceClient } from '#functions/_shared/database.ts';
import { findEnv } from '#functions/_shared/env.ts';
import { createHandler, HttpError, readBody } from '#functions/_shared/http.ts';
import { readSecretKey } from '#functions/_shared/keys.ts';
import { logProblem } from '#functions/_shared/log.ts';
import { requireAdministrator } from '#functions/_shared/people/auth.ts';
import { sealAccount } from '#functions/_shared/people/closed-accounts.ts';
import { requireProof } from '#functions/_shared/people/proof.ts';

/** Empty for the own account. Nothing between the two, so that a half-filled body deletes nobody. */
const bodyShape = z.union([z.strictObject({}), z.strictObject({ user_id: z.guid(), reason: z.string() })]);

/**
 * Deletes the caller's own account (docs/product/privacy.md#deletion), or, for administrators, that of a person who asked
 * for it (docs/product/back-office.md#a-person); needs a proof. Address and name are sealed for as long as
 * KEEP_CLOSED_ACCOUNTS_DAYS says. 409 with a code while sessions, payments or refunds need the account.
 */
export default createHandler('delete-account', async (request) => {
  const caller = await requireProof(request);
  const body = await readBody(request, bodyShape);
  const isOther = 'user_id' in body;
  if (isOther) await requireAdministrator(request);
  const id = isOther ? body.user_id : caller.id;
  /** The database's codes and their sentences. */
  const refusals: Readonly<Record<string, string>> = accountDeletion[isOther ? 'refusalsOfAnother' : 'refusals'];
  const profile = await query(serviceClient().from('profiles').select('email, name').eq('id', id).maybeSingle());
  const isKept = Number(findEnv('KEEP_CLOSED_ACCOUNTS_DAYS') ?? 365) > 0;
  const sealed = isKept && profile ? sealAccount(id, profile, privacyKey()) : undefined;
  try {
    await query(
      serviceClient().rpc('delete_account', {
        p_user_id: id,
        ...(sealed && { p_sealed: sealed }),
        ...(isOther && { p_by: caller.id, p_reason: body.reason }),
      }),
    );
  } catch (error) {
    if (!(error instanceof BusinessRuleError)) throw error;
    const sentence = refusals[error.message];
    if (sentence) throw new HttpError(error.status, sentence, { fields: { code: error.message } });
    // The same call a moment ago was quicker.
    if (error.message === 'account_not_found') throw new HttpError(401, functionsCopy.sessionInvalid);
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
