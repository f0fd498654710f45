import { paymentsCopy as copy } from '#copy/money/admin-payments.ts';
import { paymentMethod } from '#copy/money/payment-methods.ts';
import { inertCell, writeCsv } from '#lib/csv.ts';
import { istTimeOfDay, istToday } from '#rules/shell/ist.ts';
import type { Payment } from './payments.data.ts';

/** The payments' export as a file's text. */
export function paymentsCsv(payments: readonly Payment[]): string {
  return writeCsv(paymentsTable(payments));
}

/** The payments' export as cells. Times are India's; amounts are numbers that a spreadsheet can add up. */
export function paymentsTable(payments: readonly Payment[]): string[][] {
  return [[...copy.csv.columns], ...payments.map(cellsOf)];
}

function cellsOf(payment: Payment): string[] {
  const at = new Date(payment.captured_at);
  return [
    `${istToday(at)} ${istTimeOfDay(at)}`,
    payment.founder_name,
    payment.founder_email,
    payment.mentor_name,
    payment.code,
    (payment.amount_paise / 100).toFixed(2),
    ...(['refunded', 'refunding', 'refund_failed'] as const).map((state) =>
      payment.state === state ? (payment.refund_paise / 100).toFixed(2) : '',
    ),
    payment.currency,
    copy.states[payment.state],
    payment.method && paymentMethod(payment.method),
    payment.id,
    payment.order_id,
  ].map((cell) => inertCell(cell ?? ''));
}
