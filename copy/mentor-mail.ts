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
  /** Google does not accept the permission any more. */
  calendarLost: {
    subject: 'Google Calendar is disconnected',
    lead: 'Your hours still apply, but we no longer see when you are busy.',
    account: (email: string) => `It was connected as ${email}. Connect it again, or go on without it.`,
    action: 'Connect again',
  },
} as const;
