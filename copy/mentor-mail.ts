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
  /** Other times that a mentor offers: instead of a request, or of an approved session. */
  timesOffered: {
    subject: (mentor: string) => `${mentor} offers another time`,
    decline: (mentor: string, session: string) => `${mentor} cannot meet on ${session}, and offers:`,
    move: (mentor: string, session: string) => `${mentor} asks to move your session of ${session}, and offers:`,
    byWhen: {
      decline: (moment: string) =>
        `Please choose by ${moment}. You can also take none of them: then you get everything back.`,
      move: (moment: string) =>
        `Please choose by ${moment}. Until then, and if you choose none, your session stays as it is.`,
    },
    open: 'Choose a time',
  },
  timeKept: {
    subject: (founder: string) => `${founder} keeps the time`,
    lead: (founder: string, time: string) => `${founder} keeps the time of your session: ${time}.`,
  },
  /** A mentor's offer of other times that ended without an answer. */
  offerEnded: {
    subject: 'Your offer has ended',
    lead: (founder: string) => `${founder} did not choose one of your times.`,
    stays: (time: string) => `The session stays as it is: ${time}.`,
    sessions: 'See your sessions',
  },
  /** To administrators, from a mentor's third cancellation in 90 days on. */
  thirdCancellation: {
    subject: (mentor: string, count: number) =>
      `${mentor} cancelled ${count === 3 ? 'three' : count} sessions in 90 days`,
    lead: (mentor: string, count: number) => `${mentor} has cancelled ${count} approved sessions in the last 90 days.`,
    latest: (time: string, code: string) => `The latest: ${time} (${code}). Its founder gets the full refund.`,
    reason: (reason: string) => `Reason: ${reason}`,
    nothingHappens: 'Nothing is suspended by itself. Please talk with the mentor.',
    open: 'Open the mentor',
  },
  /** On Monday morning, to mentors who chose it. */
  weeklyOverview: {
    subject: 'Your week on Point 0',
    lead: (count: number) =>
      count === 0
        ? 'You have no sessions this week.'
        : `You have ${count} ${count === 1 ? 'session' : 'sessions'} this week.`,
    item: (time: string, founder: string) => `${time}: ${founder}`,
    requests: (count: number) =>
      count === 1 ? 'One request waits for your answer' : `${count} requests wait for your answer`,
    open: 'Open your dashboard',
    stop: 'Choose which e-mails you get',
  },
} as const;
