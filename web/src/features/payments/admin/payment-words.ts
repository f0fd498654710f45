import { paymentsCopy as copy } from '#copy/admin/payments.ts';
import { CURRENCY, formatInr } from '#rules/money.ts';
import type { Payment } from './payments.data.ts';

/** "₹7,000"; another currency than ours, which the provider should not have taken, under its own code. */
export function amountOf({ amount_paise, currency }: Pick<Payment, 'amount_paise' | 'currency'>): string {
  return currency === CURRENCY ? formatInr(amount_paise / 100) : `${currency} ${(amount_paise / 100).toFixed(2)}`;
}

/** The founder, by the best name that is known. */
export function founderOf({ founder_name, founder_email }: Payment): string {
  return founder_name?.trim() || founder_email || copy.unknown;
}
