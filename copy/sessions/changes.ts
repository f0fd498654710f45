/**
 * How a founder changes or cancels an approved session (docs/product/bookings.md#changes-by-founders), and asks where
 * the mentor has to agree (docs/product/bookings.md#requests).
 */
export const bookingChanges = {
  action: 'Change or cancel',
  about: (name: string) => `the session with ${name}`,
  /** After a question, or after what is written down. */
  of: (name: string) => `, session with ${name}`,
  title: 'Change or cancel this session',
  asOf: (when: string) => `Your options right now (${when}):`,
  policy: 'Cancellations & Refunds',
  close: 'Keep it as it is',
  back: 'Back',
  /** How long a refund takes on its way. */
  bankDays: (min: number, max: number) => `Banks take ${min} to ${max} working days to show it.`,
  unpaid: 'Nothing was paid online for this session, so there is nothing to refund.',
  begun: 'This session has begun, so it cannot be cancelled or moved any more.',
  ended: 'This session is no longer on, so there is nothing to change.',
  loading: 'Looking up your options...',
  loadFailed: 'We could not load your options.',
  gone: 'This session cannot be found any more.',
  else: 'Something else?',
  write: 'Write to us',

  cancel: {
    title: 'Cancel',
    early: (amount: string, until: string) => `You get your ${amount} back in full if you cancel by ${until}.`,
    earlyUnpaid: (until: string) => `You can cancel it here until ${until}.`,
    agreement: (amount: string, until: string) =>
      `It starts in less than 24 hours, so your mentor has to agree. Then you get your ${amount} back in full. ` +
      `You can ask until ${until}.`,
    agreementUnpaid: (until: string) =>
      `It starts in less than 24 hours, so your mentor has to agree. You can ask until ${until}.`,
    counts: 'What counts is when you ask, not when we answer.',
    late: (amount: string) => `Your ${amount} cannot be refunded: it is under 12 hours to the start.`,
    withRefund: (amount: string) => `Cancel and get ${amount} back`,
    unpaidAction: 'Cancel this session',
    ask: 'Ask to cancel',
    withoutRefund: 'Cancel without a refund',
    confirmTitle: 'Cancel without a refund?',
    confirm: (amount: string) => `You do not get your ${amount} back. This action cannot be undone.`,
    confirmUnpaidTitle: 'Cancel this session?',
    confirmUnpaid: 'This action cannot be undone.',
    done: 'Session cancelled.',
    doneWithRefund: (amount: string) => `Session cancelled. Your ${amount} is on its way back.`,
    doneWithoutRefund: 'Session cancelled without a refund.',
  },

  move: {
    title: 'Another time',
    free: (until: string, left: number) =>
      `Until ${until} you can move it to another free time of your mentor. There is nothing to pay for it. ` +
      (left === 1 ? 'You can do this once more.' : 'You can do this twice.'),
    usedUp: 'You have moved this session twice. For another time, ask us: your mentor decides.',
    late: 'It starts in less than 24 hours, so your mentor decides. Send a request and we will ask.',
    action: 'Choose another time',
    ask: 'Ask for another time',
    mentorGone: 'This mentor has left Point 0 and offers no other time.',
    pickTitle: 'Choose another time',
    pickHint: (now: string) => `It is on ${now} now. These free times have the same length:`,
    looking: 'Looking for free times...',
    loadFailed: 'The free times could not be loaded.',
    none: (name: string) => `${name} has no other free time of this length right now.`,
    noneHint: 'Check again later, or write to us with two or three times that suit you.',
    gone: 'This time was taken a moment ago. Please choose another one.',
    away: (name: string) => `${name} is not taking bookings right now, so you cannot choose another time.`,
    choose: 'Choose a time',
    confirm: (when: string) => `Move to ${when}`,
    done: (when: string) => `Session moved to ${when}.`,
  },

  ask: {
    lead: 'We will ask your mentor and reply before the session starts. We cannot promise a yes.',
    cancelMessage: 'Your reason (optional)',
    moveMessage: 'Times that suit you (optional)',
    movePlaceholder: 'For example: Thursday after 5 PM, or any time on Friday',
    count: (length: number, limit: number) => `${length} of ${limit}`,
    tooLong: (limit: number) => `Please shorten it to ${limit} characters.`,
    send: 'Send request',
    done: 'Request sent. You will find our reply here and in your e-mail.',
    waiting: 'You have asked for this. We will reply before the session starts.',
    openAlready: 'You have asked us for something else already. Withdraw that request first to ask for this.',
    openCounts:
      'You have asked us to cancel, and what counts is when you asked. ' +
      'To cancel without a refund now, withdraw that request first.',
  },

  /** While the dialog was open, or in another tab. */
  meanwhile: {
    answer: 'Your options have changed since you opened this. Nothing was done. Here are your options now.',
    session: 'This session was changed in the meantime, so nothing was done. Here is the latest.',
    request: 'You have asked us about this session already, perhaps in another tab. Nothing was sent twice.',
    answered: 'Your request was answered in the meantime. Here is the latest.',
  },
  failed:
    'No answer came, so we cannot say whether this was done. ' +
    'Please check your connection and try again: nothing is done twice.',

  /** On the card. */
  request: {
    open: {
      cancel: (when: string) => `You asked to cancel on ${when}.`,
      move: (when: string) => `You asked for another time on ${when}.`,
    },
    openHint: 'We will reply before the session starts. Until then nothing changes.',
    message: (text: string) => `Your message: ${text}`,
    withdraw: 'Withdraw',
    withdrawLabel: (name: string) => `the request about the session with ${name}`,
    withdrawDone: 'Request withdrawn. Your session stays as it is.',
    granted: { cancel: 'Your request to cancel was granted.', move: 'Your request for another time was granted.' },
    declined: { cancel: 'Your request to cancel was declined.', move: 'Your request for another time was declined.' },
    withdrawn: { cancel: 'You withdrew your request to cancel.', move: 'You withdrew your request for another time.' },
    expired:
      'We did not answer your request before the session started. That is our fault, not yours. Please write to us and we will fix it.',
    loadFailed: 'Your requests could not be loaded',
    loadFailedHint: 'They continue as before. Please try again.',
    overtaken: 'The session was changed in another way, so your request has ended.',
  },
} as const;
