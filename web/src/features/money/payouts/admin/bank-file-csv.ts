import { bankFileCopy as copy } from '#copy/money/payout-details.ts';
import { inertCell, writeCsv } from '#lib/csv.ts';
import type { BankFile } from './read-payout-details.data.ts';

/**
 * The table for a bank's bulk upload (docs/product/earnings.md#bank-file): amounts in rupees with two decimals. Without a
 * byte order mark, which a bank reads as part of the first heading.
 */
export function bankFileCsv(rows: BankFile['rows']): string {
  return writeCsv(
    [
      copy.columns,
      ...rows.map(({ holder, account, ifsc, amount_paise, reference }) =>
        [holder, account, ifsc, (amount_paise / 100).toFixed(2), reference].map(inertCell),
      ),
    ],
    { bom: false },
  );
}
