import { earningsCopy } from '#copy/money/earnings.ts';
import { inertCell, writeCsv } from '#lib/csv.ts';
import { istToday } from '#rules/shell/ist.ts';
import type { Statement } from './earnings.data.ts';

const { statement: copy } = earningsCopy;

/** The lines of a month as a table; amounts in rupees with two decimals (docs/product/earnings.md#statements). */
export function statementCsv({ lines }: Statement): string {
  const head = [copy.date, copy.session, copy.founder, copy.kind, copy.gross, copy.fee, copy.net, copy.reference];
  const rows = lines.map((line) => [
    istToday(new Date(line.at)),
    inertCell(line.code ?? ''),
    inertCell(line.founder_name ?? copy.aFounder),
    copy.kinds[line.kind],
    amount(line.gross_paise),
    amount(line.fee_paise),
    amount(line.net_paise),
    inertCell(line.payout_reference ?? ''),
  ]);
  return writeCsv([head, ...rows]);
}

/** A number for a spreadsheet: what is taken back is negative, and no formula. */
function amount(paise: number): string {
  return (paise / 100).toFixed(2);
}
