/** Tab Payments of the back office, first view: which payments and events need a person, and how they were resolved. */
export const discrepanciesCopy = {
  /** A line of the overview, and the count beside the tab's name. */
  needPerson: (count: number) =>
    count === 1 ? '1 finding needs a person' : `${count.toLocaleString('en-IN')} findings need a person`,
  needPersonHint: 'Payments, refunds or the calendar disagree somewhere, and somebody has to look.',
  open: 'Open Payments',
  needPersonUnknown: 'Whether payments need a person could not be checked.',

  title: 'Findings',
  intro:
    'Where the payment provider, our records and the calendar disagree, and what only a person can ' +
    'decide. Most close by themselves.',
  count: (total: number) => total.toLocaleString('en-IN'),
  refresh: 'Refresh',
  loadFailed: 'The findings could not be loaded.',
  filter: 'Findings',
  isOpen: 'Open findings',
  isClosed: 'Closed findings',
  empty: 'Nothing needs your attention',
  emptyHint: 'Payments, refunds and calendar agree as far as they were compared.',
  emptyClosed: 'No finding has been closed yet.',

  found: (when: string) => `Found ${when} IST`,
  seen: (when: string) => `last seen ${when} IST`,
  payment: (id: string) => `Payment ${id}`,
  booking: 'See booking',
  bookingOf: (title: string) => `See booking: ${title}`,
  todo: 'What to do',
  note: 'Note',
  resolutions: { repaired: 'Repaired', passed: 'Passed by itself', dismissed: 'Dismissed' } as Readonly<
    Record<string, string>
  >,
  closedAt: (when: string) => `${when} IST`,

  repair: {
    of: (action: string, about: string) => `${action}: ${about}`,
    keep: 'Not now',
    repaired: 'Done. What follows from it happens within a minute.',
    started: 'The provider is being asked. The finding closes by itself when the answer settles it.',
    overtaken: 'Somebody has seen to this already, or it has settled itself.',
    failed: 'Nothing was changed. Please check your connection and try again.',
  },
  dismiss: {
    action: 'Dismiss',
    of: (about: string) => `Dismiss: ${about}`,
    title: 'Dismiss this finding?',
    description: 'For what you have seen to by other means. It moves to the closed findings, with your note.',
    note: 'What did you do about it?',
    noteHint: 'Colleagues read it. No card or account numbers, please.',
    noteCount: (count: number, limit: number) => `${count} of ${limit}`,
    noteMissing: 'Please write what was done, so that colleagues can follow it.',
    noteTooLong: 'The note is too long.',
    stillOpen: {
      refund_failed: 'The money has not gone back yet, and dismissing does not send it.',
      event_missing: 'As long as it is missing, the next night’s comparison finds it again.',
      event_differs: 'As long as it differs, the next night’s comparison finds it again.',
      event_left_over: 'As long as it is there, the next night’s comparison finds it again.',
      refund_late: 'As long as the refund is not done, the next night’s comparison finds it again.',
    } as Readonly<Record<string, string>>,
    keep: 'Keep it open',
    confirm: 'Dismiss finding',
    done: 'Finding dismissed.',
    failed: 'The finding was not dismissed. Please check your connection and try again.',
  },
} as const;
