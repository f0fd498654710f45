const NOT_ALLOWED =
  'Somebody else changed this booking meanwhile, so this cannot be recorded. Nothing has been changed.';

/** What an administrator records when a session went wrong (docs/product/refunds.md#incidents). */
export const incidents = {
  button: 'Problem',
  buttonOf: (user: string, mentor: string) => `Problem with the session of ${user} with ${mentor}`,
  key: 'Record what happened to the session of the row',
  keyNotPossible: 'Only an approved or completed session can have a problem recorded.',

  filter: 'Problem recorded',

  title: 'Record what happened',
  description: (user: string, mentor: string) => `${user} and ${mentor} get an e-mail. This cannot be undone.`,
  question: 'What happened?',
  kinds: {
    founder_cancels: {
      label: 'The founder cancels',
      hint: 'They asked to cancel, or for another time.',
      row: 'Cancelled by the founder',
      rowMoved: 'Moved: the founder could not come',
    },
    mentor_cancels: {
      label: 'The mentor cancels',
      hint: 'They cannot keep this time.',
      row: 'Cancelled by the mentor',
      rowMoved: 'Moved: the mentor could not come',
    },
    technical_issue: {
      label: 'Technical issue',
      hint: 'Something on our side kept them from meeting.',
      row: 'Technical issue',
      rowMoved: 'Moved: technical issue',
    },
    mentor_no_show: {
      label: 'The mentor did not come',
      hint: 'The founder waited in the meeting.',
      row: 'The mentor did not come',
      rowMoved: 'Moved: the mentor did not come',
    },
    founder_no_show: {
      label: 'The founder did not come',
      hint: 'The mentor waited in the meeting.',
      row: 'The founder did not come',
      rowMoved: 'Moved: the founder did not come',
    },
  },

  previewTitle: 'What the policy says',
  previewLoading: 'Looking up what goes back...',
  previewFailed: 'What goes back could not be looked up. Nothing has been recorded.',
  notPossible: (status: string) =>
    `This cannot be recorded any more: the booking is ${status} by now, or its time has come. ` +
    'Nothing has been changed.',
  movedMeanwhile: (when: string) => `Somebody moved this session meanwhile: it is now on ${when}.`,
  refund: (user: string, amount: string) => `The full refund of ${amount} goes out to ${user} at once.`,
  noPayment: 'There is no payment on record, so no refund goes out.',
  refundOnRecord: 'A refund of this payment is on record already. None goes out twice.',
  noRefund: {
    late: (amount: string) => `Under 12 hours before the start nothing is refunded: ${amount} stays paid.`,
    noShow: (amount: string) => `A founder who does not come gets no refund: ${amount} stays paid.`,
  },
  moveKeepsPayment: (amount: string) =>
    `Nothing goes back: the ${amount} paid holds for the new time. Nobody pays anything more.`,
  moveWithoutPayment: 'There is no payment on record, and none is asked for.',
  timeFree: (mentor: string) => `${mentor}'s time becomes free for others.`,
  timeFreeAway: (mentor: string) =>
    `${mentor}'s time becomes free for others. If they are away then, take it out of their availability.`,
  reviewGoes: 'If the founder has left a review of this session, it is removed, and the rating goes back.',
  askForRefund: (mentor: string) =>
    `Less than 24 hours before the start a refund needs the mentor's agreement. Ask ${mentor} ` +
    'first; without it, change nothing here.',
  askForTime: (mentor: string) => `Whether there is another time is up to ${mentor}. Ask first.`,
  notAgreed: (mentor: string) =>
    `Nothing has been recorded: this needs ${mentor}'s agreement. Ask first, then tick that they agree.`,
  agreed: (mentor: string) => `I asked, and ${mentor} agrees.`,

  next: 'What comes next?',
  ways: {
    refund: (amount: string) => ({ label: 'No session', hint: `${amount} goes back in full.` }),
    end: { label: 'No session', hint: 'Nothing is refunded.' },
    endUnpaid: { label: 'No session', hint: 'There is nothing to refund.' },
    keep: { label: 'It stays as held', hint: 'Nothing is refunded.' },
    moveFree: { label: 'A new time', hint: 'Free of charge.' },
    moveAsked: { label: 'A new time', hint: 'If the mentor agrees.' },
  },
  noMove: 'The mentor has been deleted, so there is no new time to give.',

  note: 'Note (optional)',
  noteHint: 'It stays with the booking. The founder may read it.',
  noteCount: (count: number, limit: number) => `${count} of ${limit}`,

  cancel: 'Not now',
  record: 'Record',
  confirm: {
    refund: (amount: string) => `Cancel and refund ${amount}`,
    refundHeld: (amount: string) => `Record and refund ${amount}`,
    noRefund: 'Cancel without refund',
    noRefundHeld: 'Record without refund',
    move: 'Move the session',
  },
  refusals: {
    refund_changed:
      'The policy says something else by now, because the clock went on. Nothing has been recorded. ' +
      'Look at what it says, and confirm again.',
    incident_not_possible: NOT_ALLOWED,
    booking_transition_not_allowed: NOT_ALLOWED,
    booking_not_found: 'Booking not found',
  },
  failed: 'Failed to record what happened',

  done: {
    refunded: 'Recorded: the refund is on its way',
    ended: 'Recorded: no refund goes out',
    moved: 'Recorded: the session has a new time',
  },
  doneHint: (user: string, mentor: string) => `${user} and ${mentor} are told by e-mail.`,
  movedHint: (user: string, mentor: string, when: string) =>
    `${user} meets ${mentor} on ${when}. Both are told by e-mail.`,
  kept: (amount: string) => `${amount} paid, not refunded`,
} as const;
