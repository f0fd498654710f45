import { paymentsCopy as copy } from '#copy/money/admin-payments.ts';
import { paidAmount } from '#rules/money/rupees.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import type { Payment } from './payments.data.ts';

export function amountOf({ amount_paise, currency }: Pick<Payment, 'amount_paise' | 'currency'>): string {
  return paidAmount(amount_paise, currency);
}

/** The founder, by the best name that is known. */
export function founderOf({ founder_name, founder_email }: Payment): string {
  return founder_name?.trim() || founder_email || copy.unknown;
}

/** "Tue 24 Nov, 7:22 AM", the time in India; with its year where that is not this one. */
export function whenOf({ captured_at }: Pick<Payment, 'captured_at'>, now: Date): string {
  return formatMoment(new Date(captured_at), now);
}
