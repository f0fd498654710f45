/** How a founder cancels, moves or reports a session that the dashboard cannot change, and what the policy gives. */
export const bookingChanges = {
  action: 'Change or cancel',
  problemAction: 'Something went wrong?',
  about: (name: string) => `the session with ${name}`,
  title: 'Change or cancel this session',
  problemTitle: 'Did something go wrong?',
  asOf: (when: string) => `What our policy gives, as of ${when}:`,
  cancelling: 'If you cancel',
  moving: 'If you want another time',
  notHeld: 'If your mentor did not come, or our platform failed',
  ownAbsence: 'If you could not come',
  asking: 'How to ask',
  pending: (amount: string) =>
    `Your ${amount} is refunded in full, as long as our team has not approved the booking. The 4 ` +
    'hours in which you can cancel it here yourself are over, so please write to us.',
  early: (amount: string, until: string) =>
    `Your ${amount} is refunded in full if your message reaches us by ${until}.`,
  agreement: (amount: string, until: string) =>
    `Your ${amount} is refunded in full if your message reaches us by ${until} and your mentor ` +
    'agrees. We ask your mentor for you, but cannot promise a yes.',
  late: (amount: string) =>
    `Your ${amount} is not refunded: under 12 hours before its start a session is not refundable.`,
  counts: 'What counts is when your message arrives, not when we answer it.',
  unpaid: 'Nothing was paid online for this session, so nothing goes back.',
  moveEarly: (until: string) =>
    `You get a new time if your message reaches us by ${until}. There is nothing to pay for it.`,
  movePending: 'Write to us with two or three times that suit you, and our team looks for one.',
  moveLate: 'A new time is at the mentor’s discretion. Write to us at once: we ask for you.',
  begun: 'This session has begun, so it cannot be cancelled or moved any more.',
  problemChoice: (amount: string) =>
    `You get your ${amount} back in full or another time free of charge, as you choose.`,
  problemChoiceUnpaid: 'You get another time, free of charge.',
  absence: 'There is no refund then. Tell us what happened: your mentor may offer another time, at their discretion.',
  how:
    'Write to us from the e-mail of your account. ' +
    'A person answers within 24 hours, Monday–Saturday 10 AM–6 PM IST.',
  howUrgent:
    'Time is short, so the e-mail has URGENT in its subject: we read these first, Monday–Saturday 10 AM–6 PM IST.',
  write: 'Write to us',
  to: 'To',
  /** How long a refund takes on its way. */
  bankDays: (min: number, max: number) => `Banks take ${min} to ${max} working days to show it.`,
  reference: 'Booking reference',
  policy: 'Cancellations & Refunds',
  close: 'Keep it as it is',
  closeProblem: 'Close',
  subject: (isUrgent: boolean, mentor: string, date: string) =>
    `${isUrgent ? 'URGENT: ' : ''}My session with ${mentor} on ${date}`,
  body: (reference: string) =>
    `Booking reference: ${reference}\n\nWhat I would like (a refund, or two or three times that suit me):\n`,
  problemBody: (reference: string) =>
    `Booking reference: ${reference}\n\nWhat happened:\n\nWhat I would like (a refund, or times that suit me):\n`,
  loading: 'Looking up what our policy gives...',
  loadFailed: 'What our policy gives could not be loaded.',
  gone: 'This session cannot be found any more.',
} as const;
