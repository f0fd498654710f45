import { callAdminFunction } from '#lib/functions/functions.data.ts';
import { isNumber, isText, listOf, readAs, type Shaped, shapeOf } from '#lib/shape.ts';

const FUNCTION = 'read-payout-details';

const isDestination = shapeOf({ holder: isText, account: isText, ifsc: isText, upi: isText, pan: isText });
export type Destination = Shaped<typeof isDestination>;

const isBankFile = shapeOf({
  rows: listOf(shapeOf({ holder: isText, account: isText, ifsc: isText, amount_paise: isNumber, reference: isText })),
  /** Names of mentors. */
  left_out: listOf(isText),
});
export type BankFile = Shaped<typeof isBankFile>;

/** Where a mentor is paid, in clear; the audit log gets an entry. Needs a proof. Throws FunctionError. */
export async function openPayoutDetails(mentorId: string): Promise<Destination> {
  const answer = await callAdminFunction(FUNCTION, { action: 'show', mentor_id: mentorId });
  return readAs(shapeOf({ details: isDestination }), FUNCTION, answer).details;
}

/**
 * The rows of a month's bank file, for payouts as the screen shows them; the audit log gets an entry for each. Needs a
 * proof. Throws FunctionError.
 * @param month 'yyyy-MM'
 */
export async function openBankFile(
  month: string,
  payouts: readonly { mentor_id: string; net_paise: number }[],
): Promise<BankFile> {
  const shown = payouts.map(({ mentor_id, net_paise }) => ({ mentor_id, net_paise }));
  const answer = await callAdminFunction(FUNCTION, { action: 'bank-file', month: `${month}-01`, payouts: shown });
  return readAs(isBankFile, FUNCTION, answer);
}
