const OFFER_CLOSED = 'This offer is no longer open.';
const LINK_UNKNOWN = 'This link is not valid.';

/**
 * Requests that mentors answer, by link or in their area (docs/product/requests.md#answering), and the times that they
 * offer instead (docs/product/requests.md#offered-times).
 */
export const mentorAnswer = {
  pageTitle: 'Answer a booking request',
  ask: 'Can you take this session?',
  answerBy: (moment: string) => `Answer by ${moment}`,
  timeLeft: (span: string) => `${span} left`,
  accept: 'Accept',
  decline: 'Decline',
  aFounder: 'A founder',
  minutes: (n: number) => `${n} min`,
  overlapsCalendar: 'Overlaps your calendar',
  code: 'Booking code',
  noBrief: (founder: string) => `No note from ${founder} yet.`,
  reasonTitle: 'Why can you not take this session?',
  reasons: {
    not_free: 'I am not free at this time',
    not_my_subject: 'Another mentor would be better for this',
    needs_more: 'I need to know more first',
    other: 'Another reason',
  },
  reasonText: 'Your reason',
  otherTimes: 'Other times that suit you',
  otherTimesHint: 'Optional, up to two. They are not held for you.',
  addTime: 'Add another time',
  removeTime: (n: number) => `Remove time ${n}`,
  timeDay: (n: number) => `Day of time ${n}`,
  timeStart: (n: number) => `Start of time ${n}`,
  timeNotValid: (from: string, to: string) => `Please choose a free time between ${from} and ${to}.`,
  timeIncomplete: 'Please choose a day and a start time.',
  yourZone: (zone: string) => `Times of your clock (${zone}).`,
  sendDecline: 'Decline this request',
  back: 'Back',
  done: {
    accept: 'Thank you. Our team confirms the session.',
    decline: 'Thank you. We will tell the founder.',
    confirmed: 'The session is confirmed.',
  },
  /** After an accept by link that our team confirms. */
  next: (founder: string, moment: string) =>
    `Thank you. We confirm with ${founder} by ${moment} and send you the meeting link.`,
  theFounder: 'the founder',
  nothingYet: 'Nothing happens until you press a button.',
  unknown: LINK_UNKNOWN,
  /** Refusals after which nothing can be answered any more. */
  ends: {
    answer_too_late: 'The time to answer has passed.',
    already_answered: (answer: string) => `You have answered already: ${answer === 'accept' ? 'Accept' : 'Decline'}.`,
    booking_decided: 'Our team has already decided about this booking.',
    answer_unknown: LINK_UNKNOWN,
    booking_not_found: LINK_UNKNOWN,
  },
  refusals: {
    too_late: 'This session starts too soon to approve. Reject it with a full refund, or offer another time.',
    reason_required: 'Please choose a reason.',
    reason_text_length: 'Please say why in a few words.',
  },
  toRequests: 'See your requests',
  contact: 'Contact us',
  own: 'Log in to see all your requests.',
  ownReasonCount: (length: number, limit: number) => `${length} of ${limit}`,
  looking: 'Opening the request.',
  failed: 'Your answer could not be sent. Please try again.',
} as const;

/** The section Requests of the mentor's area. */
export const mentorRequests = {
  title: 'Requests',
  lead: 'Founders have paid for these times and need your answer.',
  none: 'No requests to answer.',
  noneHint: 'When a founder books one of your times, it appears here, and you get an e-mail.',
  loadFailed: 'Could not load this page.',
  waiting: (n: number) => `${n} ${n === 1 ? 'request' : 'requests'} to answer`,
  answered: {
    accept: 'You accepted. Our team confirms the session.',
    decline: 'You declined.',
    offered: 'You offered:',
    sent: 'The founder was asked.',
  },
  short: { accept: 'You accepted', decline: 'You declined' },
  change: 'Change my answer',
} as const;

/** Other times that a mentor offers, as the founder and the mentor read of them. */
export const timeProposals = {
  title: (mentor: string) => `${mentor} cannot meet then and offers these times:`,
  moveTitle: (mentor: string) => `${mentor} would like another time and offers these:`,
  moveHint: 'Your session stays as it is until you choose.',
  choose: 'Choose this time',
  ist: (time: string) => `${time} IST`,
  lost: 'Taken meanwhile',
  none: 'None of these: refund me',
  keep: 'Keep the time',
  until: (moment: string) => `Please choose by ${moment}.`,
  chosen: 'Your session has a new time.',
  refunded: 'Your booking is cancelled. We refund the full amount.',
  kept: 'Your session stays at its time.',
  confirmNone: {
    title: 'None of these times?',
    description: 'Your booking is cancelled and you get a full refund.',
    confirm: 'Yes, refund me',
    back: 'Look again',
  },
  failed: 'Your choice was not saved. Please try again.',
  refusals: {
    slot_taken: 'This time was just taken. Please choose another one.',
    proposal_closed: OFFER_CLOSED,
    proposal_not_found: OFFER_CLOSED,
    booking_not_found: OFFER_CLOSED,
    booking_transition_not_allowed: OFFER_CLOSED,
    too_late: OFFER_CLOSED,
    slot_in_past: OFFER_CLOSED,
  },
  propose: {
    title: 'Propose a new time',
    lead: 'Offer one to three times. The session stays as it is until the founder chooses.',
    submit: 'Send to the founder',
    cancel: 'Cancel',
    now: 'Now:',
    theFounder: 'the founder',
    missing: 'Please choose at least one time.',
    sent: (founder: string) => `Sent to ${founder}.`,
    refusals: {
      proposal_open: 'You have offered times for this session already. Take them back first.',
      incident_not_possible: 'A new time can be proposed until 2 hours before the start.',
      booking_not_found: 'This session does not exist, or it belongs to somebody else.',
    },
    withdraw: 'Take the offer back',
    withdrawn: 'Your offer was taken back.',
  },
} as const;
