import { payoutDetailsCopy } from '#copy/money/payout-details.ts';
import { queryWithSentences, serviceClient } from '#functions/_shared/database.ts';
import { createHandler, readForm } from '#functions/_shared/http.ts';
import { sealDestination } from '#functions/_shared/money/payout-details.ts';
import { requireProof } from '#functions/_shared/people/proof.ts';
import { maskedDestination, payoutDetailsSchema } from '#rules/money/payout-details.ts';

/**
 * Replaces where the calling mentor is paid (docs/product/earnings.md#where-we-pay-you); needs a proof. It is sealed here:
 * the database gets the sealed text and the mask. 403 mentor_only, 409 email_not_confirmed, 422 with `problems`.
 */
export default createHandler('save-payout-details', async (request) => {
  const { id } = await requireProof(request);
  const { accountAgain: _, ...details } = await readForm(request, payoutDetailsSchema);
  const store = serviceClient().rpc('store_payout_details', {
    p_user_id: id,
    p_kind: details.kind,
    p_sealed: sealDestination(id, details),
    p_masked: maskedDestination(details),
    p_has_pan: details.pan !== '',
  });
  return { details: await queryWithSentences(store, payoutDetailsCopy.refusals) };
});
