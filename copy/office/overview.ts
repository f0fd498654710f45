/** The first thing on /admin: what waits, what came in, what failed. */

const count = (n: number, one: string, many: string) => `${n.toLocaleString('en-IN')} ${n === 1 ? one : many}`;

export const overviewCopy = {
  title: 'Overview',
  refresh: 'Refresh',
  loading: 'Loading the overview…',
  failed: 'The overview could not be loaded.',
  period: 'Period',
  lastWeeks: (weeks: number) => `Last ${weeks} weeks`,

  /** A span of time in its two largest units. */
  span: ({ days, hours, minutes }: { days: number; hours: number; minutes: number }) => {
    if (days > 0) return hours > 0 ? `${count(days, 'day', 'days')} ${hours} h` : count(days, 'day', 'days');
    if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
    return minutes > 0 ? `${minutes} min` : 'less than a minute';
  },

  helpRequests: (n: number) =>
    n === 1 ? '1 person asked us for a mentor' : `${n.toLocaleString('en-IN')} people asked us for a mentor`,
  pending: {
    label: 'Pending now',
    nextAnswer: (span: string) => `Next answer due in ${span}`,
    overdue: (span: string) => `An answer is overdue by ${span}`,
    none: 'Nobody is waiting',
    review: 'Review bookings',
  },
  approval: {
    label: 'Approval time',
    note: 'Half of the approvals were quicker',
    none: 'No approvals yet',
    unknown: '–',
  },
  revenue: {
    label: 'Revenue',
    note: (captured: string, refunds: readonly string[]) => [`${captured} captured`, ...refunds].join(', '),
    noRefunds: 'Captured; nothing was refunded',
  },
  bookings: {
    label: 'Bookings',
    note: (confirmed: number) => `${confirmed.toLocaleString('en-IN')} of them confirmed`,
  },

  charts: {
    bookings: 'Bookings by week',
    bookingsNote: 'By the week in which they were made, and what became of them',
    revenue: 'Revenue by week',
    revenueNote: 'Payments captured, less what was refunded',
    showTable: 'Show as table',
    showChart: 'Show as chart',
    of: (button: string, chart: string) => `${button}: ${chart}`,
    empty: 'Nothing in these weeks yet.',
    weekOf: (day: string) => `Week of ${day}`,
  },
  columns: {
    week: 'Week of',
    bookings: 'Bookings',
    confirmed: 'Confirmed',
    waiting: 'Waiting',
    rejected: 'Rejected',
    cancelled: 'Cancelled',
    captured: 'Captured',
    refunds: 'Refunded',
    net: 'Revenue',
    total: 'Total',
  },
} as const;

/** What failed for good and waits for an administrator (docs/product/back-office.md#needs-attention). */
export const failuresCopy = {
  title: 'Needs attention',
  loading: 'Looking for what failed…',
  loadFailed: 'What failed could not be loaded.',
  count: (n: number) => `${n.toLocaleString('en-IN')} ${n === 1 ? 'thing needs' : 'things need'} attention`,
  none: 'Nothing failed. There is nothing to do here.',
  retry: 'Try again',
  retryOf: (what: string, since: string) => `Try again: ${what}, ${since}`,
  otherActOf: (act: string, what: string, since: string) => `${act}: ${what}, ${since}`,
  /** For a job that nobody needs any more. */
  putAside: {
    action: 'Put aside',
    title: 'Put this aside?',
    description: 'We will not try it again. What it should have done stays undone.',
    done: 'Put aside. We will not try it again.',
    failed: 'It was not put aside. Please try again.',
    refusals: { job_needed: 'This must still be done. Please try it again instead.' },
  },
  /** For a refund that the provider cannot make. */
  outsideRefund: {
    action: 'Returned another way',
    description:
      'Use this after you have sent the money by bank transfer. The refund is then complete, and the founder sees ' +
      'the reference.',
    utr: 'Bank reference',
    confirm: 'Record as returned',
    done: 'Recorded. The founder sees that the money came by bank transfer.',
    failed: 'It was not recorded. Please try again.',
    refusals: {
      utr_not_valid: 'Please enter the bank reference (UTR), 10 to 30 letters and digits.',
      utr_used: 'Another refund has this reference.',
    },
  },
  since: (when: string) => `Since ${when} IST`,
  booking: 'See booking',
  person: 'See person',
  mentor: 'See mentor',
  refundOf: (amount: string) => `Refund of ${amount}`,
  /** What did not happen. */
  what: {
    refund: 'The money has not gone back.',
    mail: 'The e-mail was not sent.',
    event: 'The calendar event was not made.',
    other: 'This was not done.',
  },
  /** Why, where the machine's words are known. */
  why: {
    address: 'The mail server refused the address.',
    permission: 'Google does not accept our permission any more.',
    busy: 'The other side asked us to slow down.',
    time: 'There was no answer in time.',
    away: 'The other side could not be reached.',
    fault: 'The other side had a fault.',
    refundFailed: 'The payment provider accepted the refund, and it failed later.',
    ours: 'Something went wrong on our side.',
    unknown: 'No reason was noted.',
  },
  outcomes: {
    waiting: 'Trying again…',
    done: 'Done. It worked this time.',
    accepted: 'The provider has accepted it. The money is on its way.',
    failed: (why: string) => `It failed again. ${why} We keep trying.`,
    givenUp: (why: string) => `It failed again. ${why}`,
    later: 'Started. If it fails again, it comes back here.',
    gone: 'Somebody has seen to this already.',
    notStarted: 'It could not be started again. Please try again.',
  },
  kinds: {
    refund: 'Refund',
    email: 'E-mail',
    calendar_event: 'Calendar event',
    booking_submitted: 'E-mails about a new booking',
    booking_confirmed: 'Calendar event and e-mails of an approval',
    booking_rescheduled: 'Calendar event and e-mails of a rescheduling',
    booking_completed: 'Closing a completed session',
    booking_rejected: 'E-mails about a rejection',
    booking_cancelled: 'Calendar event and e-mails of a cancellation',
    brief_changed: 'E-mail about what a founder wants to leave with',
    slot_alerts: 'E-mails about new times',
    summary_mail: 'E-mail with the summary of a session',
    summary_wanted: 'E-mail that asks a mentor for a summary',
    check_in: 'E-mail that asks whether a session helped',
    count_figures: 'The night’s count of the figures of the site',
    count_promise: 'The night’s count of the public promise',
    story_approved: 'E-mail about an approved story',
    story_name: 'E-mail that asks a mentor about a story',
    request_answered: 'E-mail about the answer to a founder’s request',
    booking_reminder: 'Reminder of a session',
    booking_calendar_late: 'E-mails of an approval that the calendar delays',
    admin_alert: 'E-mail to an administrator',
    mentor_invitation: 'Invitation of a mentor',
    mentor_mail: 'E-mail to a mentor or about one',
    revoke_calendar: 'Giving a permission back to Google',
    account_alert: 'E-mail about the safety of an account',
    recovery_mail: 'Link to choose a new password after an alert',
    hide_guests: 'Hiding the guests of a calendar event from each other',
    forget_guest: 'Taking a deleted account out of a calendar event',
    account_deleted: 'Last e-mail to a deleted account',
    apply_retention: 'The night’s deletion of what is not needed any more',
    webhook_event: 'An event of the payment provider',
    check_audit_chain: 'The night’s check of the audit log',
    compare_money: 'The night’s comparison of payments and calendar',
    look_up_payment: 'Asking the provider about a payment',
    remove_file: 'Deleting a file that nothing uses',
    sweep_files: 'Looking for files that nothing uses',
  } as Readonly<Record<string, string>>,
  otherKind: (kind: string) => `Background job “${kind}”`,
} as const;
