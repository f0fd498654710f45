/** Below every page of a demonstration. */
export const sandboxBar = {
  label: 'About this site',
  notice: 'Demonstration site: payments and e-mails stay on this machine.',
} as const;

/** What the payment sandbox says. Its error sentences imitate the provider's and are in sandbox/razorpay/errors.ts. */
export const sandboxCopy = {
  ribbon: 'Sandbox: no money moves',
  payTo: (name: string) => `Payment to ${name}`,
  amount: 'Amount to pay',
  order: 'Order',
  receiptTo: 'Receipt to',
  methodsTitle: 'Pay with',
  methods: {
    upi: { name: 'UPI', hint: 'success@razorpay' },
    card: { name: 'Card', hint: '4100 2800 0000 1007' },
    netbanking: { name: 'Netbanking', hint: 'Any bank' },
  },
  pay: (amount: string) => `Pay ${amount}`,
  fail: 'Fail',
  close: 'Close',
  paying: 'Paying...',
  loading: 'Loading the order...',
  paid: 'Payment successful',
  paidDetail: 'Taking you back to Point 0.',
  failedTitle: 'Payment failed',
  failedHint: 'You can try again.',
  alreadyPaid: 'This order is already paid.',
  unreachable: 'The payment sandbox did not answer. Please try again.',
  leaveTitle: 'Leave this payment?',
  leaveHint: 'Nothing has been paid yet.',
  stay: 'Stay',
  leave: 'Leave',
} as const;
