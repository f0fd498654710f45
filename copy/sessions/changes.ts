/**
 * How a founder changes or cancels an approved session (docs/product/bookings.md#changes-by-founders), and asks where
 * the mentor has to agree (docs/product/bookings.md#requests).
 */
export const bookingChanges = {
  action: 'Change or cancel',
  about: (name: string) => `the session with ${name}`,
  title: 'Change or cancel this session',
  asOf: (when: string) => `What our policy gives, as of ${when}:`,
  policy: 'Cancellations & Refunds',
  close: 'Keep it as it is',
  back: 'Back',
  /** How long a refund takes on its way. */
  bankDays: (min: number, max: number) => `Banks take ${min} to ${max} working days to show it.`,
  unpaid: 'Nothing was paid online for this session, so nothing goes back.',
  begun: 'This session has begun, so it cannot be cancelled or moved any more.',
  ended: 'This session is off, so there is nothing to change.',
  loading: 'Looking up what our policy gives...',
  loadFailed: 'What our policy gives could not be loaded.',
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
    late: (amount: string) =>
      `Your ${amount} is not refunded: under 12 hours before its start a session is not refundable.`,
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
    late: 'It starts in less than 24 hours, so another time is at the mentor’s discretion. Ask, and we put it to them.',
    action: 'Choose another time',
    ask: 'Ask for another time',
    mentorGone: 'This mentor has left Point 0 and offers no other time.',
    pickTitle: 'Choose another time',
    pickHint: (now: string) => `Now it is on ${now}. These free times are as long:`,
    looking: 'Looking for free times...',
    loadFailed: 'The free times could not be loaded.',
    none: (name: string) => `${name} has no other free time of this length right now.`,
    noneHint: 'Look again later, or write to us with two or three times that suit you.',
    gone: 'This time was taken a moment ago. Please choose another one.',
    away: (name: string) => `${name} takes no bookings right now, so no other time can be chosen.`,
    choose: 'Choose a time',
    confirm: (when: string) => `Move to ${when}`,
    done: (when: string) => `Session moved to ${when}.`,
  },

  ask: {
    lead: 'We put it to your mentor and answer before the session starts. We cannot promise a yes.',
    cancelMessage: 'Your reason (optional)',
    moveMessage: 'Times that suit you (optional)',
    movePlaceholder: 'For example: Thursday after 5 PM, or any time on Friday',
    count: (length: number, limit: number) => `${length} of ${limit}`,
    tooLong: (limit: number) => `Please shorten it to ${limit} characters.`,
    send: 'Send request',
    done: 'Request sent. You find our answer here and in your e-mail.',
    waiting: 'You have asked for this, and we answer before the session starts.',
    openAlready: 'You have asked us for something else already. Withdraw that request first to ask for this.',
    openCounts:
      'You have asked us to cancel, and what counts is when you asked. ' +
      'To cancel without a refund now, withdraw that request first.',
  },

  /** While the dialog was open, or in another tab. */
  meanwhile: {
    answer: 'The answer of our policy has changed since you opened this. Nothing was done. Here is what it gives now.',
    session: 'This session was changed in the meantime, so nothing was done now. Here is how it stands.',
    request: 'You have asked us about this session already, perhaps in another tab. Nothing was sent twice.',
    answered: 'Your request was answered in the meantime. Here is how it stands.',
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
    openHint: 'We answer before the session starts. Until then it stays as it is.',
    message: (text: string) => `Your message: ${text}`,
    withdraw: 'Withdraw',
    withdrawLabel: (name: string) => `the request about the session with ${name}`,
    withdrawDone: 'Request withdrawn. Your session stays as it is.',
    granted: { cancel: 'Your request to cancel was granted.', move: 'Your request for another time was granted.' },
    declined: { cancel: 'Your request to cancel was declined.', move: 'Your request for another time was declined.' },
    withdrawn: { cancel: 'You withdrew your request to cancel.', move: 'You withdrew your request for another time.' },
    expired: 'Nobody answered your request before the session began. That is our fault, not yours. Please write to us.',
    loadFailed: 'Your requests could not be loaded',
    loadFailedHint: 'They go on all the same: only showing them failed.',
    overtaken: 'The session was changed in another way, so your request has ended.',
  },
} as const;
