/** Tab Payments of the back office: refunds on their way, and the nights' comparisons. */
export const refundsCopy = {
  title: 'Refunds',
  intro: 'Each is a full refund of one payment. They are sent by themselves; only one that stopped needs a person.',
  count: (total: number) => total.toLocaleString('en-IN'),
  refresh: 'Refresh',
  loadFailed: 'The refunds could not be loaded.',
  filter: 'State',
  all: 'All refunds',
  states: { stopped: 'Stopped', queued: 'Waiting to be sent', pending: 'With the provider', processed: 'Refunded' },
  failed: 'Failed',
  notSent: 'Not sent',
  unanswered: 'No answer',
  empty: 'Nothing has been refunded yet.',
  emptyFilter: 'No refund is in this state.',
  showAll: 'Show all refunds',
  columns: { refund: 'Refund', reason: 'Why', state: 'State', dates: 'When', payment: 'Payment' },
  unknownPayer: 'Payer unknown',
  withMentor: (name: string) => `Session with ${name}`,
  booking: 'See booking',
  bookingOf: (amount: string) => `See booking: refund of ${amount}`,
  /** Why money goes back, by the database's word. */
  reasons: {
    booking_rejected: 'Booking rejected',
    booking_cancelled: 'Booking cancelled',
    amount_mismatch: 'Another amount was paid than asked',
    order_already_paid: 'The order was paid twice',
    order_unknown: 'Paid for an order that is not ours',
    slot_taken: 'The time was sold to somebody else meanwhile',
    slot_in_past: 'The time had passed',
    user_gone: 'The account is gone',
    mentor_gone: 'The mentor is gone',
    booking_id_taken: 'The booking’s number was taken',
  } as Readonly<Record<string, string>>,
  queued: 'Decided',
  requested: 'Sent',
  processed: 'Refunded',
  at: (when: string) => `${when} IST`,
  expectedBy: (day: string) => `Expected by ${day}`,
  attempt: (n: number) => `Attempt ${n.toLocaleString('en-IN')}`,
  lastError: (reason: string) => `Tried again after: ${reason}`,
  noReason: 'No reason was given.',
  outside: (reference: string) => `By bank transfer ${reference}`,
  rowLabel: (amount: string, state: string) => `Refund of ${amount}, ${state}`,
} as const;

export const reconciliationRunsCopy = {
  title: 'Nightly checks',
  intro:
    'At 2:30 AM IST each night the provider’s payments and refunds of six days and the calendar’s ' +
    'events to come are compared with our records.',
  refresh: 'Refresh',
  loadFailed: 'The comparisons could not be loaded.',
  empty: 'No night has been compared yet.',
  emptyHint: 'The first comparison is at 2:30 AM IST.',
  columns: {
    night: 'Night',
    state: 'State',
    payments: 'Payments',
    refunds: 'Refunds',
    events: 'Events',
    calendar: 'Calendar',
  },
  finished: 'Finished',
  underWay: 'Under way',
  unfinished: 'Did not finish',
  unfinishedHint: 'Look at Needs attention in the overview.',
  at: (time: string) => `${time} IST`,
  calendars: {
    waiting: 'Not reached yet',
    compared: 'Compared',
    off: 'No calendar is connected',
    unreachable: 'The calendar did not answer',
  } as Readonly<Record<string, string>>,
  openNow: (n: number) =>
    n === 0
      ? 'No finding is open now.'
      : n === 1
        ? '1 finding is open now.'
        : `${n.toLocaleString('en-IN')} findings are open now.`,
} as const;
