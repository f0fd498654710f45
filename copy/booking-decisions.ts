/** Why a booking was not approved, as its founder and administrators read it (answers, sections 2 and 4). */
export const bookingDecisions = {
  /** An administrator's reasons; with "Another reason" stand words of their own. */
  reasons: {
    mentor_not_available: 'The mentor is not available at this time',
    mentor_not_suited: 'The mentor is not the right person for this',
    information_not_enough: 'The information given is not enough',
    other: 'Another reason',
  },
  reason: (reason: string) => `Reason: ${reason}`,
  unanswered: 'Not confirmed in time',
  unansweredHint: 'Nobody confirmed your session in time. That is our fault, not yours.',
} as const;
