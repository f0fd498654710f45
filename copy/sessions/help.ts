/** How a founder reaches people about a booking under review, or about a session that went wrong. */
export const bookingHelp = {
  pendingAction: 'Something changed?',
  problemAction: 'Something went wrong?',
  pendingTitle: 'Has something changed?',
  problemTitle: 'Did something go wrong?',
  cancelling: 'If you want to cancel',
  moving: 'If you want another time',
  notHeld: 'If your mentor did not come, or our platform failed',
  ownAbsence: 'If you could not come',
  pending: (amount: string) =>
    `Your ${amount} is refunded in full, as long as our team has not approved the booking. The 4 ` +
    'hours in which you can cancel it here yourself are over, so please write to us.',
  pendingUnpaid: 'The 4 hours in which you can cancel it here yourself are over, so please write to us.',
  movePending: 'Once your booking is approved, you can choose another time here, at least 24 hours before the start.',
  answered: 'Your booking was answered in the meantime. Close this to see the answer.',
  problemChoice: (amount: string) =>
    `You get your ${amount} back in full or another time free of charge, as you choose.`,
  problemChoiceUnpaid: 'You get another time, free of charge.',
  absence: 'There is no refund then. Tell us what happened: your mentor may still offer a new time.',
  asking: 'How to ask',
  how:
    'Write to us from the e-mail of your account. ' +
    'A person answers within 24 hours, Monday–Saturday 10 AM–6 PM IST.',
  howUrgent:
    'Time is short, so the e-mail has URGENT in its subject: we read these first, Monday–Saturday 10 AM–6 PM IST.',
  to: 'To',
  close: 'Close',
  subject: (isUrgent: boolean, mentor: string, date: string) =>
    `${isUrgent ? 'URGENT: ' : ''}My session with ${mentor} on ${date}`,
  body: (code: string) =>
    `Booking code: ${code}\n\nWhat I would like (a refund, or two or three times that suit me):\n`,
  problemBody: (code: string) =>
    `Booking code: ${code}\n\nWhat happened:\n\nWhat I would like (a refund, or times that suit me):\n`,
} as const;
