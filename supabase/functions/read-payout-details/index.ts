import { z } from 'zod';
import { bankFileCopy } from '#copy/money/payout-details.ts';
import { createHandler, HttpError, readBody } from '#functions/_shared/http.ts';
import { openDestination } from '#functions/_shared/money/payout-details.ts';
import { callersClient, requireAdministrator } from '#functions/_shared/people/auth.ts';
import { queryAsOwner } from '#functions/_shared/people/proof.ts';

const { refusals } = bankFileCopy;

const bodyShape = z.discriminatedUnion('action', [
  z.object({ action: z.literal('show'), mentor_id: z.guid() }),
  z.object({
    action: z.literal('bank-file'),
    /** The first day of the month. */
    month: z.iso.date(),
    /** As the screen showed them; another amount is left out. */
    payouts: z.array(z.object({ mentor_id: z.guid(), net_paise: z.int() })).max(1_000),
  }),
]);

const sealedShape = z.object({ user_id: z.guid(), sealed: z.string() });
const rowShape = z.union([
  sealedShape.extend({ mentor_name: z.string(), amount_paise: z.int(), reference: z.string() }),
  z.object({ mentor_name: z.string() }),
]);

/**
 * Opens where mentors are paid, for administrators with a proof; each reading is in the audit log before it is answered
 * (docs/product/earnings.md#bank-file). By `action`: `show` {mentor_id}; `bank-file` {month, payouts} answers `rows`, and
 * in `left_out` the names of mentors who are not in it. The database is asked with the caller's own token, and decides.
 */
export default createHandler('read-payout-details', async (request) => {
  await requireAdministrator(request);
  const client = callersClient(request);
  const body = await readBody(request, bodyShape);
  if (body.action === 'show') {
    const call = client.rpc('open_payout_details', { p_mentor_id: body.mentor_id });
    const { user_id, sealed } = sealedShape.parse(await queryAsOwner(call, refusals));
    const details = await openDestination(user_id, sealed);
    if (details === null) throw new HttpError(409, refusals.unreadable, { fields: { code: 'unreadable' } });
    return { details };
  }
  const call = client.rpc('open_bank_file', { p_month: body.month, p_payouts: body.payouts });
  const rows: object[] = [];
  const leftOut: string[] = [];
  for (const row of rowShape.array().parse(await queryAsOwner(call, refusals))) {
    const details = 'sealed' in row ? await openDestination(row.user_id, row.sealed) : null;
    if (details === null || !('sealed' in row)) leftOut.push(row.mentor_name);
    else {
      const { holder, account, ifsc } = details;
      rows.push({ holder, account, ifsc, amount_paise: row.amount_paise, reference: row.reference });
    }
  }
  return { rows, left_out: leftOut };
});
