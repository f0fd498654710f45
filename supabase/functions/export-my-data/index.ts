import { dataExport } from '#copy/people/data-export.ts';
import { createHandler } from '#functions/_shared/http.ts';
import { callersClient } from '#functions/_shared/people/auth.ts';
import { queryAsOwner } from '#functions/_shared/people/proof.ts';

/**
 * Everything that is held about the caller's account, as one JSON document (docs/product/privacy.md#data-export). Needs
 * a proof; 429 after five in 24 hours. It is read as the caller, so that the database decides whose it is.
 */
export default createHandler('export-my-data', async (request) => {
  const call = callersClient(request).rpc('export_my_data');
  return (await queryAsOwner(call, { too_many_exports: dataExport.tooMany })) as object;
});
