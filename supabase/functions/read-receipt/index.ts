import { z } from 'zod';
import { receiptCopy } from '#copy/money/receipts.ts';
import { site } from '#copy/shell/site.ts';
import { findEnv } from '#functions/_shared/env.ts';
import { createHandler, HttpError, readBody } from '#functions/_shared/http.ts';
import { callersClient } from '#functions/_shared/people/auth.ts';
import { queryAsOwner } from '#functions/_shared/people/proof.ts';

const bodyShape = z.object({ bookingId: z.guid() });

/**
 * The receipt of a booking with the seller's data, for its founder and for administrators
 * (docs/product/payments.md#receipts). It is read as the caller, so that the database decides whose it is; 404 where
 * there is none for them.
 */
export default createHandler('read-receipt', async (request) => {
  const client = callersClient(request);
  const { bookingId } = await readBody(request, bodyShape);
  const receipt = await queryAsOwner(client.rpc('read_receipt', { p_booking_id: bookingId }).maybeSingle());
  if (!receipt) throw new HttpError(404, receiptCopy.notFound);
  return { receipt, seller: readSeller() };
});

/** Who took the money. Unset, the site stands for its owner, and no address is made up. */
function readSeller() {
  return {
    name: findEnv('SELLER_NAME') ?? site.productName,
    address: findEnv('SELLER_ADDRESS') ?? null,
    gstin: findEnv('SELLER_GSTIN') ?? null,
  };
}
