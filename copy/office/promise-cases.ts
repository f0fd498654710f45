/** System Health, section "Promise" (docs/product/outcomes.md#the-public-promise). */

export const promiseCases = {
  title: 'Promise',
  lead: 'You see what everybody reads, also with few cases. We record who reads the cases behind a figure.',
  publicPage: 'Open the public page',
  failed: 'The promise could not be loaded.',
  notPublic: (fewest: number) => `Not public: fewer than ${fewest} cases`,
  tooFew: 'Nothing to count',
  noMonth: 'No month has a case yet.',

  show: 'Latest cases',
  of: (topic: string) => `Latest cases: ${topic}`,
  casesLoading: 'Loading the cases…',
  casesFailed: 'The cases could not be loaded.',
  noCases: 'No cases yet.',
  noBooking: 'Payment without a booking',
  at: (when: string) => `${when} IST`,
  outcomes: {
    requests: {
      in_time: 'Answered in time',
      late: 'Answered late',
      unanswered: 'Unanswered, not refunded in full yet',
      unanswered_refunded: 'Unanswered, refunded in full',
    },
    sessions: {
      held: 'Took place',
      mentor_missed: 'Missed by the mentor',
      founder_missed: 'Missed by the founder',
      cancelled: 'Cancelled',
      open: 'Not completed yet',
    },
    refunds: { in_time: 'Left us in time', late: 'Did not leave us in time' },
    check_ins: { helped: 'It helped', not_helped: 'It did not help', silent: 'No answer' },
  },
} as const;
