/** What paying says: toasts of the booking flow and the payment dialog (spec sections 2 and 8). */
export const paymentCopy = {
  toast: {
    createOrderFailed: 'Failed to create payment order. Please try again.',
    createOrderFailedBecause: (msg: string) => `Failed to create payment order: ${msg}`,
    initializationFailed: 'Payment initialization error. Please try again later.',
    initializationFailedBecause: (msg: string) => `Failed to initialize payment: ${msg}`,
    windowFailed: 'The payment window could not be opened. Please reload the page and try again.',
    gatewayLoadFailed: 'Failed to load payment gateway',
    gatewayMissing: 'Payment gateway could not be loaded',
    orderMissing: 'Payment order not created. Please try again.',
    invalidResponse: 'Invalid payment response. Please contact support.',
    verificationFailed: (id: string) => `Payment verification failed. Please contact support with payment ID: ${id}`,
    verificationError: 'Payment verification error. Please contact support.',
    failed: 'Payment failed. Please try again.',
    verifying: 'Verifying payment and creating booking...',
    verified: 'Payment verified! Redirecting to confirmation...',
  },
  dialog: {
    title: 'Complete your booking payment',
    description: 'You pay on the payment provider’s page. We never see your card.',
    amount: 'Session fee',
    pay: (amount: string) => `Pay ${amount}`,
    processing: 'Opening checkout...',
    verifying: 'Verifying payment...',
    cancel: 'Cancel',
  },
  checkout: { name: 'Point 0', description: (name: string) => `Mentoring Session with ${name}` },
} as const;
