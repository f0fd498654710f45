/** E-mails about sessions, to the founder and to the mentor. Names and notes in them are single lines by then. */

interface Names {
  /** The other side: to the founder the mentor, to the mentor the founder. */
  name: string;
  /** "Tue 24 Nov". */
  date: string;
  /** "10:00 AM". */
  time: string;
  /** "₹7,000"; null where nothing was paid online. */
  amount: string | null;
  /** By when our team answers: "Tue 24 Nov, 10:00 AM IST". */
  answerBy: string;
}

type Wording = { subject: (names: Names) => string; title: string; lead: (names: Names) => string };

const founder = {
  submitted: {
    subject: ({ name, date }) => `Booking received: your session with ${name} on ${date}`,
    title: 'We have your booking',
    lead: ({ name, answerBy }) =>
      `Thank you. Your session with ${name} is with our team for review. We will reply by ${answerBy}. ` +
      'Until then the slot is held for you.',
  },
  confirmed: {
    subject: ({ name, date }) => `Approved: your session with ${name} on ${date}`,
    title: 'Your session is approved',
    lead: ({ name }) => `Good news: your session with ${name} is confirmed.`,
  },
  rescheduled: {
    subject: ({ name, date }) => `New time: your session with ${name} is on ${date}`,
    title: 'Your session has a new time',
    lead: ({ name }) => `Your session with ${name} was moved and is approved. This is the new time.`,
  },
  rejected: {
    subject: ({ name, date }) => `Not approved: your session with ${name} on ${date}`,
    title: 'Your session was not approved',
    lead: ({ name }) => `We are sorry: your session with ${name} could not be approved, so it will not happen.`,
  },
  unanswered: {
    subject: () => 'Your booking was not confirmed in time',
    title: 'Your booking was not confirmed in time',
    lead: ({ name, amount }) =>
      `We did not confirm your session with ${name} in time. That is our fault, not yours.` +
      (amount === null ? '' : ` We will refund ${amount} in full.`),
  },
  cancelled: {
    subject: ({ name, date }) => `Cancelled: your session with ${name} on ${date}`,
    title: 'Your session is cancelled',
    lead: ({ name }) => `Your session with ${name} has been cancelled.`,
  },
  reminder24: {
    subject: ({ name, date }) => `Reminder: your session with ${name} is on ${date}`,
    title: 'Your session is coming up',
    lead: ({ name }) =>
      `You meet ${name} soon. Two or three questions written down beforehand make the most of the time.`,
  },
  reminder1: {
    subject: ({ name, time }) => `Starting soon: your session with ${name} at ${time} IST`,
    title: 'Your session starts soon',
    lead: ({ name }) => `You meet ${name} within the hour.`,
  },
} satisfies Record<string, Wording>;

const mentor: Record<keyof typeof founder, Wording> = {
  submitted: {
    subject: ({ name, date }) => `New booking request: ${name} on ${date}`,
    title: 'A founder asked for a session',
    lead: ({ name, answerBy }) =>
      `${name} has paid for a session with you. Can you take this session? Please answer by ${answerBy}.`,
  },
  confirmed: {
    subject: ({ name, date }) => `Confirmed: your session with ${name} on ${date}`,
    title: 'A session with you is confirmed',
    lead: ({ name }) => `Your session with ${name} is confirmed.`,
  },
  rescheduled: {
    subject: ({ name, date }) => `New time: your session with ${name} is on ${date}`,
    title: 'A session with you has a new time',
    lead: ({ name }) => `Your session with ${name} was moved. This is the new time.`,
  },
  rejected: {
    subject: ({ name, date }) => `Not approved: the session with ${name} on ${date}`,
    title: 'A session will not happen',
    lead: ({ name }) => `The session with ${name} was not approved. The time is free again.`,
  },
  unanswered: {
    subject: ({ name, date }) => `Not confirmed: the session with ${name} on ${date}`,
    title: 'A session will not happen',
    lead: ({ name }) => `The session with ${name} was not confirmed in time. The time is free again.`,
  },
  cancelled: {
    subject: ({ name, date }) => `Cancelled: the session with ${name} on ${date}`,
    title: 'A session was cancelled',
    lead: ({ name }) => `The session with ${name} was cancelled. The time is free again.`,
  },
  reminder24: {
    subject: ({ name, date }) => `Reminder: your session with ${name} is on ${date}`,
    title: 'A session is coming up',
    lead: ({ name }) => `You meet ${name} soon.`,
  },
  reminder1: {
    subject: ({ name, time }) => `Starting soon: your session with ${name} at ${time} IST`,
    title: 'A session starts soon',
    lead: ({ name }) => `You meet ${name} within the hour.`,
  },
};

export const mail = {
  wording: { founder, mentor },
  aFounder: 'A founder',
  yourMentor: 'your mentor',
  facts: {
    mentor: 'Mentor',
    founder: 'Founder',
    date: 'Date',
    time: 'Time',
    ownTime: 'On your clock',
    reason: 'Reason',
    code: 'Booking code',
    paid: 'You paid',
  },
  /** To a founder whose request about an approved session was not granted. */
  request: {
    subject: (name: string) => `Your request about your session with ${name}`,
    declined: { cancel: 'We could not cancel it for you', move: 'We could not move it for you' },
    declinedLead: (name: string) => `Your session with ${name} goes ahead as agreed.`,
    expired: 'We did not answer your request in time',
    expiredLead: (name: string) =>
      `We did not answer your request before your session with ${name} started. That is our fault, not yours. ` +
      'Please write to us and we will fix it.',
    writeToUs: 'Write to us',
  },
  /** Other times, after a booking that was rejected or not confirmed in time. */
  suggestions: { title: 'Times that are free', time: (name: string, when: string) => `${name}: ${when}` },
  refundSteps: (minDays: number, maxDays: number) => [
    'We ask the payment provider to refund it today.',
    `It reaches the card or account that you paid from in ${minDays} to ${maxDays} working days.`,
    'Your dashboard shows how far it is.',
  ],
  /** To the mentor of a paid request: both lead to a page that asks once more. */
  answer: {
    accept: 'Accept',
    decline: 'Decline',
    hint: 'You do not need to log in. Nothing happens until you confirm on the page that opens.',
  },
  /** To the mentor, where nobody is asked. */
  notAsked: (name: string) => `${name} has paid for a session with you. Our team looks at it first.`,
  ownMoment: (own: string, india: string) => `${own} (${india})`,
  ist: (range: string) => `${range} IST`,
  join: 'Join the meeting',
  joinAddress: 'Or open this address in your browser:',
  linkFollows: 'We will send the meeting link separately, well before the session.',
  fileAttached: 'A file for your calendar is attached.',
  fileRemoves: 'Open the attached file to take the session out of your calendar.',
  refund: (amount: string, minDays: number, maxDays: number) =>
    `Your payment of ${amount} is being refunded in full, to the card or account that you paid from. Banks take ` +
    `${minDays} to ${maxDays} working days to show it.`,
  /** To who paid for a time that could not become their session. */
  paymentReturned: {
    subject: (mentor: string) => `Refunded: your payment for a session with ${mentor}`,
    title: 'Your money is on its way back',
    noSession: 'You have no session at this time.',
    arrival: (minDays: number, maxDays: number) =>
      `It goes back to the card or account that you paid from. Banks take ${minDays} to ${maxDays} working days to show it.`,
    open: 'See your refund and other times',
    footer: 'You get this message because you paid for a session on Point 0.',
  },
  noRefund: 'We cannot refund this one: it was under 12 hours to the start. Your mentor may still offer a new time.',
  openSession: 'Open session',
  /** To the mentor, ten minutes after the founder changed it. */
  briefChanged: {
    subject: (founder: string) => `${founder} changed what they want to leave with`,
    lead: (founder: string) => `${founder} has a session with you and wrote a new text.`,
  },
  /** What the mentor wrote down of a session, to both sides. */
  summary: {
    subject: (name: string, date: string) => `Summary of your session with ${name} on ${date}`,
    title: 'Summary of your session',
    lead: (mentor: string) => `${mentor} wrote down what you agreed on.`,
    ownLead: (founder: string) => `This is your copy of what ${founder} reads.`,
    items: 'Action items',
    item: (text: string, who: string) => `${text} (${who})`,
    itemBy: (text: string, who: string, date: string) => `${text} (${who}, by ${date})`,
  },
  /** To a mentor who has shared no summary a day after the session. */
  summaryWanted: {
    subject: (founder: string) => `Two minutes for ${founder}: what did you agree on?`,
    lead: (founder: string) => `A short summary helps ${founder} to act on your session.`,
    write: 'Write the summary',
  },
  /** To a founder, 7, 30 and 90 days after the session. */
  checkIn: {
    subject: (mentor: string) => `Did your session with ${mentor} help?`,
    lead: (mentor: string, days: number) => `You met ${mentor} ${days} days ago.`,
    ask: 'Your answer helps us, and the next founder, to find the right mentors.',
    answers: { yes: 'Yes', partly: 'Partly', no: 'No' },
    items: 'Open action items',
    why: 'You get this message because you booked a session on Point 0. ',
  },
  stop: 'Stop these e-mails',
  stopWhy: 'You get this message because you are a mentor on Point 0. ',
  receipt: 'See the receipt for your payment',
  sessions: 'See your sessions',
  findMentor: 'Find another mentor',
  footer: {
    founder: 'You get this message because you booked a session on Point 0.',
    mentor: 'You get this message because you are a mentor on Point 0.',
    invited: 'You get this message because our team invited this address to Point 0.',
    claimant: 'You get this message because you asked for a mentor account on Point 0.',
  },
  /** The event in the calendar, which both guests see. */
  event: {
    summary: (mentorName: string, founderName: string) => `Mentoring session: ${mentorName} and ${founderName}`,
  },
  /** What an administrator reads about an event that is not there. */
  calendar: {
    off: 'No calendar is connected.',
    revoked: 'Google no longer accepts the calendar permission. Authorise the calendar again.',
    unreadable: 'The stored calendar permission cannot be read. Authorise the calendar again.',
    waiting: 'The invitations wait ten seconds, so that the approval can be taken back.',
    noRoom: 'Google made the event, but not its video call.',
    down: (reason: string) => `The calendar cannot be reached: ${reason}`,
    refused: (reason: string) => `Google refused the event: ${reason}`,
    bookingNotFound: 'This booking does not exist.',
    notApproved: 'Only an approved booking has a meeting.',
    changing: 'The booking is being changed right now. Please try again.',
  },
} as const;

type IncidentNames = Pick<Names, 'name' | 'date'>;

interface IncidentWording {
  /** Where the ordinary e-mail's subject and title would not be true. */
  subject?: (names: IncidentNames) => string;
  title?: string;
  lead: (names: IncidentNames) => string;
}

const anotherTime = 'If the new time does not suit you, please tell us early.';

const notHeldFounder = {
  subject: ({ name, date }: IncidentNames) => `Did not happen: your session with ${name} on ${date}`,
  title: 'Your session did not happen',
};
const notHeldMentor = {
  subject: ({ name, date }: IncidentNames) => `Did not happen: the session with ${name} on ${date}`,
  title: 'A session did not happen',
};

const founderCancelled: Record<string, IncidentWording> = {
  founder_cancels: { lead: ({ name }) => `As you asked, your session with ${name} is cancelled.` },
  mentor_cancels: { lead: ({ name }) => `We are sorry: ${name} cannot keep this time, so your session is cancelled.` },
  technical_issue: {
    lead: ({ name }) =>
      `We are sorry: a technical problem on our side stopped your session with ${name}, so it is cancelled.`,
  },
  mentor_no_show: { ...notHeldFounder, lead: ({ name }) => `We are sorry: ${name} did not join your session.` },
};

const mentorCancelled: Record<string, IncidentWording> = {
  founder_cancels: { lead: ({ name }) => `${name} asked us to cancel the session. The time is free again.` },
  mentor_cancels: {
    lead: ({ name }) =>
      `As you told us, the session with ${name} is cancelled. Others can book the time again: tell ` +
      'us if you are away then.',
  },
  technical_issue: {
    lead: ({ name }) =>
      `A technical problem on our side stopped the session with ${name}, so it is cancelled. We are sorry.`,
  },
  mentor_no_show: {
    ...notHeldMentor,
    lead: ({ name }) =>
      `Our records say that you did not join the session with ${name}, so it is closed. If that ` +
      'is wrong, please tell us.',
  },
};

const founderMoved: Record<string, IncidentWording> = {
  founder_cancels: {
    lead: ({ name }) =>
      `As you asked, your session with ${name} has a new time. Your payment covers it: there ` +
      'is nothing more to pay.',
  },
  mentor_cancels: {
    lead: ({ name }) =>
      `We are sorry: ${name} could not keep the time of your session. It has a new one, free of ` +
      `charge: there is nothing more to pay. ${anotherTime}`,
  },
  technical_issue: {
    lead: ({ name }) =>
      `We are sorry: a technical problem on our side stopped your session with ${name}. ` +
      `It has a new time, free of charge: there is nothing more to pay. ${anotherTime}`,
  },
  mentor_no_show: {
    lead: ({ name }) =>
      `We are sorry: ${name} did not join your session. It has a new time, free of charge: ` +
      `there is nothing more to pay. ${anotherTime}`,
  },
  founder_no_show: {
    lead: ({ name }) =>
      `You missed your session with ${name}, who has given you another time. There is nothing ` +
      `more to pay. ${anotherTime}`,
  },
};

const mentorMoved: Record<string, IncidentWording> = {
  founder_cancels: { lead: ({ name }) => `${name} asked for another time. This is the new time of the session.` },
  mentor_cancels: { lead: ({ name }) => `As you told us, the session with ${name} was moved. This is the new time.` },
  technical_issue: {
    lead: ({ name }) =>
      `A technical problem on our side stopped the session with ${name}. This is the new time. We are sorry.`,
  },
  mentor_no_show: {
    lead: ({ name }) => `The session with ${name} did not happen at its first time. This is the new time.`,
  },
  founder_no_show: {
    lead: ({ name }) => `${name} did not join the session, and you gave another time. This is the new time.`,
  },
};

/** E-mails about sessions that did not take place as agreed. */
export const incidentMail = {
  founder: { cancelled: founderCancelled, rescheduled: founderMoved },
  mentor: { cancelled: mentorCancelled, rescheduled: mentorMoved },
  /** The founder did not come: the session stays as held. */
  missed: {
    founder: {
      subject: ({ name, date }: IncidentNames) => `Missed: your session with ${name} on ${date}`,
      title: 'You missed your session',
      lead: ({ name }: IncidentNames) =>
        `${name} was there for your session, and our records say that you were not. If you were there, tell us within ` +
        '72 hours. If something kept you away, please write to us as well.',
    },
    mentor: {
      ...notHeldMentor,
      lead: ({ name }: IncidentNames) =>
        `We have noted that ${name} did not join the session with you. You do not need to do anything else.`,
    },
  },
  missedPayment:
    'We cannot refund this one: a session that you miss counts as held. Your mentor may still offer a new time.',
  writeToUs: 'Write to us',
} as const;
