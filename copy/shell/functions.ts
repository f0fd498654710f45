/** What server functions and the calls to them say; of payments see docs/product/payments.md#failures. */
export const functionsCopy = {
  sessionInvalid: 'Authentication session invalid. Please login again.',
  codeNeeded: 'Please enter your sign-in code first.',
  authenticationError: 'Authentication error. Please login again.',
  loginRequired: 'Please login to continue.',
  timedOut: (fn: string) => `${fn} request timed out. Please try again.`,
  networkError: (fn: string) => `Network error calling ${fn}. Please check your connection.`,
  http: (status: number, body: string) => `HTTP ${status}: ${body}`,
} as const;

/** What administrators read of a job that failed. */
export const jobsCopy = { stopped: 'This took too long and was stopped.' } as const;

/** Sentences of the `error` field that functions answer with. */
export const functionErrors = {
  methodNotAllowed: 'This address answers POST requests only.',
  getOnly: 'This address answers GET requests only.',
  notJson: 'The request is not valid JSON.',
  tooLarge: 'The request is too large.',
  invalidField: (field: string) => `The request is not valid: please check ${field}.`,
  invalidRequest: 'The request is not valid.',
  serviceOnly: 'This address is for the system itself.',
  proofNeeded: 'Please confirm that it is you first.',
  internal: 'Something went wrong on our side. Please try again.',
  tookTooLong: 'This took too long and was stopped. Please try again.',
  unavailable: 'The service is busy right now. Please try again in a moment.',

  slotTaken: 'This slot was just taken. Please choose another time.',
  slotInPast: 'This slot has already started. Please choose another time.',
  slotNotOffered: 'This mentor does not offer this slot. Please choose another time.',
  slotTooSoon: 'This time is too close to book. Please choose a later one.',
  mentorPaused: (name: string) => `${name} is not taking bookings right now.`,
  slotBusy: 'This mentor is busy at this time. Please choose another time.',
  slotBuffered: 'This time is too close to another session. Please choose another time.',
  mentorDayFull: 'This mentor takes no more sessions on this day. Please choose another day.',
  mentorWeekFull: 'This mentor takes no more sessions in this week. Please choose another week.',
  mentorNotFound: 'The mentor you are looking for does not exist.',
  ownSession: 'You cannot book a session with yourself.',
  accountNotFound: 'Your account no longer exists.',
  mentorHasNoPrice: 'This mentor cannot be booked yet.',
  tooManyHolds: 'You are already paying for other slots. Finish or leave those payments first.',
  tooManyOrders: 'You started many bookings in a short time. Please wait an hour and try again.',
  bookingIdTaken: 'This booking was already started. Please choose the slot again.',
  priceChanged: (price: string) =>
    `The price of this session has changed to ${price}. Nothing has been charged. To book at the new price, proceed again.`,
  currencyUnsupported: 'Sessions are paid in Indian rupees (INR).',
  providerUnreachable: 'The payment provider cannot be reached right now. Please try again in a moment.',
  providerRefusedOrder: 'The payment provider refused this order. Please try again later.',

  orderNotFound: 'This payment order does not exist.',
  orderOfAnother: 'This payment order belongs to another account.',
  orderOfAnotherBooking: 'This payment belongs to another booking.',
  signatureMismatch: 'The payment could not be verified.',
  paymentNotFound: 'This payment does not exist.',
  paymentOfAnotherOrder: 'This payment belongs to another order.',
  paymentNotCompleted: 'This payment was not completed. No money was taken.',
  paymentPending: 'Your bank is still confirming the payment. We will check again in a moment.',
  unknownMail: 'This site sends no such e-mail.',
  webhookSignature: 'The signature does not fit this message.',
  alreadyRefunded: 'This payment was refunded in full.',
  refunded: 'Your payment could not be turned into a booking. It is being refunded in full.',
  refundReasons: {
    slot_taken: 'This slot was taken while you were paying. Your payment is being refunded in full.',
    slot_in_past: 'This slot started before your payment arrived. Your payment is being refunded in full.',
    order_already_paid: 'This session was already paid for. Your second payment is being refunded in full.',
    amount_mismatch: 'The paid amount does not match this order. Your payment is being refunded in full.',
    user_gone: 'This account no longer exists. The payment is being refunded in full.',
    booking_id_taken: 'This booking already exists. Your payment is being refunded in full.',
    order_unknown: 'This payment belongs to no order of ours. It is being refunded in full.',
    mentor_gone: 'This mentor is no longer available. Your payment is being refunded in full.',
  } as Readonly<Record<string, string>>,
} as const;
