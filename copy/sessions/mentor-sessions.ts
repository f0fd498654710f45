/**
 * A mentor's sessions (docs/product/sessions.md#mentors-list) and what a mentor records about them
 * (docs/product/sessions.md#no-show-reports).
 */
export const mentorSessions = {
  title: 'Sessions',
  views: 'Which sessions',
  upcoming: 'Upcoming',
  past: 'Past',
  search: 'Search by founder or booking code',
  clearSearch: 'Clear the search',
  loading: 'Loading your sessions',
  empty: 'No sessions yet. Founders see you as soon as you have free times.',
  nonePast: 'No past sessions yet.',
  noneFound: (search: string) => `No session found for “${search}”.`,
  setHours: 'Set your hours',
  more: 'Show more sessions',
  aFounder: 'A founder',
  minutes: (count: number) => `${count} min`,
  open: (founder: string) => `Open the session with ${founder}`,
  actions: (founder: string) => `Actions for the session with ${founder}`,
  openRequest: 'Open the request',
  withFounder: (founder: string) => `with ${founder}`,
  states: {
    underWay: 'Under way',
    pending_admin_review: 'Waiting for approval',
    unanswered: 'Not confirmed in time',
    founder_no_show: 'Founder did not come',
    mentor_no_show: 'You did not come',
    mentor_cancels: 'Cancelled by you',
    founder_cancels: 'Cancelled by the founder',
  },
  cancel: {
    title: 'Cancel session',
    action: 'Cancel session',
    keep: 'Keep the session',
    refund: (founder: string, amount: string) => `${founder} gets ${amount} back in full.`,
    nothingPaid: 'Nothing was paid online for this session, so there is nothing to refund.',
    count: (count: number) =>
      count === 1
        ? 'You have cancelled 1 session in the last 90 days.'
        : `You have cancelled ${count} sessions in the last 90 days.`,
    reason: 'Why do you cancel?',
    reasonHint: 'The founder and our team read it.',
    reasonLength: 'Please write 5 to 300 characters.',
    lengthOf: (length: number, limit: number) => `${length} of ${limit}`,
    termsLoading: 'Checking what the founder gets back',
    termsFailed: 'We could not load what the founder gets back.',
    done: (founder: string, amount: string) => `Cancelled. ${founder} gets ${amount} back in full.`,
    doneUnpaid: 'Cancelled.',
    failed: 'The session was not cancelled. Please check your connection and try again.',
  },
  absence: {
    action: 'Founder did not come',
    title: 'Founder did not come',
    description: (founder: string) =>
      `We tell ${founder}, who may answer within 72 hours. The session counts as held, and nothing is refunded.`,
    keep: 'Go back',
    confirm: 'Founder did not come',
    done: (founder: string) => `Recorded. ${founder} was told.`,
    failed: 'This was not recorded. Please check your connection and try again.',
  },
  refusals: {
    incident_not_possible: 'This cannot be recorded for this session any more.',
    incident_exists: 'There is a report about this session already. Our team looks at both sides.',
    booking_not_found: 'This session does not exist, or it belongs to somebody else.',
    reason_text_length: 'Please write 5 to 300 characters.',
  },
} as const;
