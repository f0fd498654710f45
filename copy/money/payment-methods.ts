/** How a payment was made, by the provider's word. */
const methods: Readonly<Record<string, string>> = {
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Netbanking',
  wallet: 'Wallet',
  emi: 'EMI',
  cardless_emi: 'Cardless EMI',
  paylater: 'Pay later',
  bank_transfer: 'Bank transfer',
};

/** For people; a word of the provider that is new to us is better than none. */
export function paymentMethod(method: string | null): string {
  if (method === null) return 'Not known';
  return methods[method] ?? method.replaceAll('_', ' ');
}
