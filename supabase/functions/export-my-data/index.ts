import { dataExport } from '#copy/people/data-export.ts';
import { BusinessRuleError } from '#functions/_shared/database.ts';
import { createHandler, HttpError } from '#functions/_shared/http.ts';
import { requireUserClient } from '#functions/_shared/people/auth.ts';
import { queryAsOwner } from '#functions/_shared/people/proof.ts';

/**
 * Everything that is held about the caller's account, as one JSON document (docs/product/privacy.md#data-export). Needs
 * a proof; 429 after five in 24 hours. It is read as the caller, so that the database decides whose it is.
 */
export default createHandler('export-my-data', async (request) => {
  const client = await requireUserClient(request);
  try {
    return (await queryAsOwner(client.rpc('export_my_data'))) as object;
  } catch (error) {
    if (error instanceof BusinessRuleError && error.message === 'too_many_exports') {
      throw new HttpError(error.status, dataExport.tooMany, { fields: { code: error.message } });
    }
    throw error;
  }
});
