import { CURRENCY, formatInr } from '#rules/money/rupees.ts';

/** "₹7,000"; another currency than ours, which the provider should not have taken, under its own code. */
export function paidAmount(paise: number, currency: string): string {
  return currency === CURRENCY ? formatInr(paise / 100) : `${currency} ${(paise / 100).toFixed(2)}`;
}
