/** E-mails to mentors and about mentors (mentor side, section 13). Names and notes in them are single lines by then. */
export const mentorMail = {
  aFounder: 'A founder',
  footer: {
    mentor: 'You get this message because you are a mentor on Point 0.',
    founder: 'You get this message because you booked a session on Point 0.',
    admin: 'You get this message because you are an administrator of Point 0.',
    site: 'Point 0',
    about: 'Mentors for early-stage founders in India: ',
  },
  /** A mentor's offer of other times that ended without an answer. */
  offerEnded: {
    subject: 'Your offer has ended',
    lead: (founder: string) => `${founder} did not choose one of your times.`,
    stays: (time: string) => `The session stays as it is: ${time}.`,
    ended: 'The booking has ended as well, and its time is free again.',
    sessions: 'See your sessions',
  },
  statement: {
    subject: (month: string) => `Your statement for ${month}`,
    lead: (month: string) => `What you earned in ${month}, and what was paid.`,
    opening: (amount: string) => `Opening balance: ${amount}`,
    closing: (amount: string) => `Closing balance: ${amount}`,
    open: 'See the statement',
    transfer: 'Our team pays by bank transfer.',
  },
  payout: {
    subject: (amount: string) => `${amount} was paid to you`,
    lead: (amount: string, month: string) => `We transferred ${amount} to you: your balance up to the end of ${month}.`,
    reference: (utr: string, day: string) => `Bank reference (UTR) ${utr}, ${day}.`,
    open: 'See your earnings',
  },
} as const;
