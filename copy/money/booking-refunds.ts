/** What became of a session that ended early or did not go as agreed, and of the money paid for it. */
export const bookingRefunds = {
  /** Why, in one sentence; then the money. */
  outcome: {
    rejected: 'This booking was not approved. There is nothing for you to do.',
    cancelled: 'This booking was cancelled before our team had answered it.',
    founder_cancels: 'This session was cancelled at your request.',
    mentor_cancels: 'Your mentor had to cancel this session. We are sorry.',
    technical_issue: 'A technical issue on our side stopped this session. We are sorry.',
    mentor_no_show: 'Your mentor did not join this session. We are sorry.',
    founder_no_show:
      'Our records say that you did not join this session. Our policy gives no refund for this. If you were there, ' +
      'please write to us. Your mentor may still offer a new time.',
  },
  moved: {
    founder_cancels: 'You have a new time, as you asked. There is nothing to pay for it.',
    mentor_cancels: 'Your mentor could not keep the first time. The new one is free of charge.',
    technical_issue: 'A technical issue on our side took your first time. The new one is free of charge.',
    mentor_no_show: 'Your mentor did not join the first time. We are sorry. The new time is free of charge.',
    founder_no_show: 'Your mentor has given you another time. There is nothing to pay for it.',
  },
  reason: (text: string) => `From our team: ${text}`,
  steps: { label: 'Progress of your refund', decided: 'Decided', sending: 'Being sent', bank: 'At your bank' },
  underWay: (amount: string) => `Refund of ${amount} on its way`,
  isLate: (amount: string) => `Refund of ${amount} is late`,
  done: (amount: string) => `${amount} refunded`,
  none: (amount: string) => `${amount} not refunded`,
  noneHint:
    'We cannot refund a session under 12 hours before its start. Your mentor may still offer a new time: write to ' +
    'us and we will ask.',
  queued: (by: string) =>
    `We are handing it to Razorpay, who took your payment. Expect it by ${by}, on the card or ` +
    'account that you paid from.',
  pending: (sent: string, from: string, by: string) =>
    `Sent to your bank on ${sent}. Expect it between ${from} and ${by}, on the card or account that you paid from.`,
  processed: (paid: string, by: string) =>
    `Razorpay paid it out on ${paid}. Banks usually show it by ${by}, on the card or account that you paid from.`,
  outside: (paid: string, reference: string) =>
    `We sent it to your bank account on ${paid}. The bank’s reference is ${reference}.`,
  late: (by: string) =>
    `It was expected by ${by} and is late. We are sorry. Your money is not lost: write to us, and ` +
    'we find out where it is.',
  notSeen: (paid: string) =>
    `Razorpay paid it out on ${paid}. If your statement does not show it, write to us: with the ` +
    'payment ID your bank can trace it.',
  paymentId: 'Payment ID',
  ask: 'Ask about this refund',
  write: 'Write to us',
  askSubject: (reference: string) => `Where is my refund? Booking ${reference}`,
  sessionSubject: (reference: string) => `About my session, booking ${reference}`,
  loading: 'Looking up your refund...',
  loadFailed: 'Your refunds could not be loaded',
  loadFailedHint: 'They continue as before. Please try again.',
} as const;
