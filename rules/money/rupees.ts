/** The only currency that Point 0 sells in (docs/product/payments.md#price). */
export const CURRENCY = 'INR';

let rupees: Intl.NumberFormat | undefined;

/** Paise for a price in rupees, rounded. RangeError unless the price is finite and at least 0. */
export function toPaise(price: number): number {
  if (!Number.isFinite(price) || price < 0) throw new RangeError(`Not a price in rupees: ${price}`);
  return Math.round(price * 100);
}

/** Rupees with the sign and Indian grouping: 7000 is "₹7,000", 125000.5 is "₹1,25,000.50". */
export function formatInr(price: number): string {
  // Made at its first use: a page without a price does not wait for it.
  rupees ??= new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: CURRENCY,
    trailingZeroDisplay: 'stripIfInteger',
  });
  return rupees.format(price);
}

/** Integer paise as `formatInr` has rupees, also negative: -52550 is "−₹525.50". */
export function formatPaise(paise: number): string {
  return paise < 0 ? `−${formatInr(-paise / 100)}` : formatInr(paise / 100);
}

/** "₹7,000"; another currency than ours, which the provider should not have taken, under its own code. */
export function paidAmount(paise: number, currency: string): string {
  return currency === CURRENCY ? formatInr(paise / 100) : `${currency} ${(paise / 100).toFixed(2)}`;
}

/** The largest share of the marketplace in a session, in basis points (docs/product/earnings.md#marketplace-share). */
export const MOST_FEE_BPS = 5000;

/** Basis points of a typed percentage, "12.5" or "12,5"; null for what is no share. */
export function readFeeBps(percent: string): number | null {
  if (!/^\d{1,2}([.,]\d{1,2})?$/.test(percent.trim())) return null;
  const bps = Math.round(Number(percent.trim().replace(',', '.')) * 100);
  return bps <= MOST_FEE_BPS ? bps : null;
}
