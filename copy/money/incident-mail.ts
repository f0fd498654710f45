/** E-mails about sessions that did not take place as agreed. `name` is the other side, `date` "November 24, 2026". */

type Names = { name: string; date: string };

interface IncidentWording {
  /** Where the ordinary e-mail's subject and title would not be true. */
  subject?: (names: Names) => string;
  title?: string;
  lead: (names: Names) => string;
}

const anotherTime = 'If the new time does not suit you, tell us in good time before it.';

const notHeldFounder = {
  subject: ({ name, date }: Names) => `Did not take place: your session with ${name} on ${date}`,
  title: 'Your session did not take place',
};
const notHeldMentor = {
  subject: ({ name, date }: Names) => `Did not take place: the session with ${name} on ${date}`,
  title: 'A session did not take place',
};

const founderCancelled: Record<string, IncidentWording> = {
  founder_cancels: {
    lead: ({ name }) => `As you asked, your session with ${name} is cancelled, and does not take place.`,
  },
  mentor_cancels: {
    lead: ({ name }) => `We are sorry: ${name} cannot keep this time, so your session does not take place.`,
  },
  technical_issue: {
    lead: ({ name }) =>
      `We are sorry: a technical problem on our side came in the way of your session with ${name}, so it is cancelled.`,
  },
  mentor_no_show: { ...notHeldFounder, lead: ({ name }) => `We are sorry: ${name} did not come to your session.` },
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
      `A technical problem on our side came in the way of the session with ${name}, so it is cancelled. We are sorry.`,
  },
  mentor_no_show: {
    ...notHeldMentor,
    lead: ({ name }) =>
      `We have noted that you did not come to the session with ${name}, so it is closed. If that ` +
      'is not so, please tell us.',
  },
};

const founderMoved: Record<string, IncidentWording> = {
  founder_cancels: {
    lead: ({ name }) =>
      `As you asked, your session with ${name} has a new time. What you paid holds for it: there ` +
      'is nothing more to pay.',
  },
  mentor_cancels: {
    lead: ({ name }) =>
      `We are sorry: ${name} could not keep the time of your session. It has a new one, free of ` +
      `charge: there is nothing more to pay. ${anotherTime}`,
  },
  technical_issue: {
    lead: ({ name }) =>
      `We are sorry: a technical problem on our side came in the way of your session with ${name}. ` +
      `It has a new time, free of charge: there is nothing more to pay. ${anotherTime}`,
  },
  mentor_no_show: {
    lead: ({ name }) =>
      `We are sorry: ${name} did not come to your session. It has a new time, free of charge: ` +
      `there is nothing more to pay. ${anotherTime}`,
  },
  founder_no_show: {
    lead: ({ name }) =>
      `You were not in your session with ${name}, who gives you another time. There is nothing ` +
      `more to pay. ${anotherTime}`,
  },
};

const mentorMoved: Record<string, IncidentWording> = {
  founder_cancels: { lead: ({ name }) => `${name} asked for another time. This is when the session takes place now.` },
  mentor_cancels: {
    lead: ({ name }) => `As you told us, the session with ${name} was moved. This is when it takes place now.`,
  },
  technical_issue: {
    lead: ({ name }) =>
      `A technical problem on our side came in the way of the session with ${name}. This is when ` +
      'it takes place now. We are sorry.',
  },
  mentor_no_show: {
    lead: ({ name }) =>
      `The session with ${name} did not take place at its first time. This is when it takes place now.`,
  },
  founder_no_show: {
    lead: ({ name }) =>
      `${name} did not come to the session, and you gave another time. This is when it takes place now.`,
  },
};

export const incidentMail = {
  founder: { cancelled: founderCancelled, rescheduled: founderMoved },
  mentor: { cancelled: mentorCancelled, rescheduled: mentorMoved },
  /** The founder did not come: the session stays as held. */
  missed: {
    founder: {
      subject: ({ name, date }: Names) => `Missed: your session with ${name} on ${date}`,
      title: 'You were not in your session',
      lead: ({ name }: Names) =>
        `${name} was there for your session, and we have noted that you were not. If that is not ` +
        'so, or something kept you away, please write to us.',
    },
    mentor: {
      ...notHeldMentor,
      lead: ({ name }: Names) =>
        `We have noted that ${name} did not come to the session with you. There is nothing else to do.`,
    },
  },
  missedPayment:
    'What you paid is not refunded: a session that its founder does not come to counts as held, and ' +
    'another time is at the mentor’s discretion.',
  writeToUs: 'Write to us',
} as const;
