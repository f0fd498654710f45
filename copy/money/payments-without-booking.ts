const refunding = 'Your payment is being refunded in full.';

/** A payment that became no session: why, where the money is, what else can be had. */
export const paymentsWithoutBooking = {
  title: 'Your money is on its way back',
  titleDone: 'Your payment was refunded',
  /** Why, by the reason that the payment was settled with. */
  reasons: {
    slot_taken: 'This slot was taken while you were paying.',
    slot_in_past: 'This slot started before your payment arrived.',
    order_already_paid: 'This session was already paid for.',
    amount_mismatch: 'The paid amount does not match this order.',
    booking_id_taken: 'This booking already exists.',
    mentor_gone: 'This mentor is no longer available.',
  } as Readonly<Record<string, string>>,
  otherReason: 'Your payment could not be turned into a booking.',
  refunding,
  /** Of two payments for one session, the one that goes back. */
  refundingSecond: 'Your second payment is being refunded in full.',
  refunded: 'Your payment was refunded in full.',
  refund: {
    title: 'Your refund',
    amount: 'Amount',
    session: 'Session you paid for',
    paymentId: 'Payment ID',
    paid: (when: string) => `You paid on ${when} IST.`,
    /** The steps, and where each of them stands. */
    steps: { received: 'Payment received', sent: 'Refund sent', arrived: 'Refund complete' },
    done: 'done',
    underWay: 'under way',
    toCome: 'to come',
    queued: 'We are sending it to the payment provider. You do not need to do anything.',
    failed:
      'The payment provider could not send it yet. We are handling it by hand: your money is safe, and ' +
      'you do not need to do anything.',
    sent: (when: string) => `Sent to your bank on ${when}.`,
    sentSome: 'Sent to your bank.',
    between: (from: string, by: string) =>
      `Expected between ${from} and ${by}, on the card or account that you paid from.`,
    expected: 'Expected within some working days, on the card or account that you paid from.',
    late: (by: string) =>
      `It should have arrived by ${by}. Write to us with the payment ID and we will trace it with the bank.`,
    arrived: (when: string) => `Refunded on ${when}, to the card or account that you paid from.`,
    arrivedOutside: (when: string, reference: string) =>
      `Sent to your bank account on ${when}. The bank’s reference is ${reference}.`,
    arrivedHint: (by: string) =>
      `Banks show it by ${by} at the latest. If it is not on your statement then, write to us with the payment ID.`,
    contact: 'Contact Us',
    failedToLoad: 'We could not load the status of your refund. The refund itself continues.',
    loading: 'Checking your refund...',
  },
  other: {
    title: (name: string) => `The nearest free times of ${name}`,
    hint: 'Choose one to book it instead. It is a new booking with its own payment.',
    none: (name: string) => `${name} has no other free times right now.`,
    failed: 'Other times could not be loaded.',
    looking: 'Looking for other times...',
    mentors: 'Find a Mentor',
    all: (name: string) => `All times of ${name}`,
  },
  toDashboard: 'Go to My Dashboard',
  entry: {
    title: 'Payments without a session',
    looking: 'Checking for refunds to you...',
    failed: 'We could not load your refunds. They continue as before.',
    see: 'See your refund and other times',
    seeOf: (name: string) => `See your refund and other times: session with ${name}`,
    underWay: (amount: string) => `${amount} on its way back`,
    done: (amount: string) => `${amount} refunded`,
  },
} as const;
