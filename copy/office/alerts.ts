const count = (n: number, one: string, many: string) => `${n.toLocaleString('en-IN')} ${n === 1 ? one : many}`;

/**
 * E-mails to administrators about what waits, came in and failed, and the choice of them
 * (docs/product/notifications.md#alerts-to-administrators).
 */
export const alertsCopy = {
  title: 'Notifications',
  lead: 'Choose which e-mails you get. Your choice applies at once, and only to you.',
  loading: 'Loading your notifications',
  loadFailed: 'Your notifications could not be loaded.',
  saved: 'Saved',
  failed: 'Your choice was not saved. Please try again.',
  choices: {
    each: { label: 'Each', hint: 'An e-mail at once' },
    digest: { label: 'Hourly digest', hint: 'One e-mail an hour, if there was any' },
    never: { label: 'Never', hint: 'No e-mail' },
  },
  waitingChoices: {
    each: { label: 'On', hint: 'When half and when four fifths of the time have passed' },
    never: { label: 'Off', hint: 'No e-mail' },
  },
  kinds: {
    new_booking: { title: 'New paid booking', about: 'A founder has paid for a session and needs an answer.' },
    waiting_booking: {
      title: 'Bookings to answer',
      about:
        'A booking that nobody answers in time is rejected and refunded by itself. A request to cancel or move a session ' +
        'ends when the session starts.',
    },
    new_application: { title: 'New mentor application', about: 'Somebody wants to become a mentor.' },
    new_story: { title: 'New impact story', about: 'Somebody has sent a story for the Wall of Impact.' },
    new_help_request: {
      title: 'New help request',
      about: 'Somebody has found no mentor and asks us. We answer within 24 hours, Monday to Saturday.',
    },
  },
  always: {
    title: 'Always on',
    about:
      'Every administrator gets these, because money or a promise to somebody depends on them: refunds, e-mails and ' +
      'calendar events that failed for good, differences with the payment provider, and broken promises about money.',
  },

  /** The e-mail that an administrator sends to themselves. */
  mailCheck: {
    subject: 'Your test e-mail from Point 0',
    title: 'Your e-mails arrive',
    lead: 'You asked for this e-mail in the back office. It reached you, so founders and mentors get theirs too.',
  },
  mail: {
    waiting: {
      subject: (n: number) =>
        n === 1 ? 'A booking needs your answer' : `${count(n, 'booking needs', 'bookings need')} your answer`,
      lead: (n: number) =>
        n === 1
          ? 'If nobody answers in time, it is rejected and the founder gets everything back.'
          : 'If nobody answers in time, they are rejected and the founders get everything back.',
      timeLeft: (span: string, moment: string) => `${span} left, until ${moment} IST`,
    },
    changeRequest: {
      subject: (who: string) => `A founder asks to cancel or move a session: ${who}`,
      title: (n: number) => count(n, 'request to cancel or move a session', 'requests to cancel or move a session'),
      lead: 'Please answer before the session starts. After that the founder gets no refund and no other time.',
    },
    booking: (founder: string, mentor: string) => `${founder} with ${mentor}`,
    somebody: 'A founder',
    session: (range: string) => `${range} IST`,
    answerBy: (moment: string) => `Answer by ${moment} IST`,
    newBooking: {
      subject: (who: string) => `New paid booking: ${who}`,
      title: (n: number) => count(n, 'new paid booking', 'new paid bookings'),
    },
    mentorDeclined: {
      subject: (mentor: string) => `${mentor} cannot take a booking`,
      title: (n: number) => count(n, 'booking that its mentor cannot take', 'bookings that their mentors cannot take'),
    },
    newApplication: {
      subject: (name: string) => `New mentor application: ${name}`,
      title: (n: number) => count(n, 'new mentor application', 'new mentor applications'),
    },
    newStory: {
      subject: (name: string) => `New impact story: ${name}`,
      title: (n: number) => count(n, 'new impact story', 'new impact stories'),
    },
    newHelpRequest: {
      subject: (email: string) => `New help request: ${email}`,
      title: (n: number) => (n === 1 ? '1 new help request' : `${n.toLocaleString('en-IN')} new help requests`),
    },
    digest: { subject: (what: string) => `In the last hour: ${what}`, title: 'What came in within the last hour' },
    failures: {
      subject: (n: number) =>
        n === 1 ? 'A failure needs your attention' : `${count(n, 'failure', 'failures')} need your attention`,
      lead: 'None of these is tried again until somebody starts it.',
      job: (what: string) => `Given up after all tries: ${what}`,
      refund: (amount: string, payment: string) => `A refund of ${amount} failed (${payment})`,
      discrepancy: (what: string) => `A difference with the payment provider or the calendar: ${what}`,
      promise: (what: string) => `A promise about money is broken: ${what}`,
    },
    chain: {
      subject: 'The audit log needs attention',
      text: (entry: string) => `The nightly check found a change in entry ${entry}.`,
    },
    more: (n: number) => `And ${n.toLocaleString('en-IN')} more.`,
    open: {
      booking: 'Open the booking',
      bookings: 'Open the bookings to answer',
      applications: 'Open the applications',
      stories: 'Open the impact stories',
      helpRequests: 'Open the help requests',
      overview: 'Open the back office',
      payments: 'Open the payments',
      health: 'Open System Health',
    },
    footer: 'You get this message because you are an administrator of Point 0.',
    choose: 'Choose your notifications',
  },
} as const;
