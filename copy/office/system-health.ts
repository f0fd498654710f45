/** Tab System Health of the back office: whether the work behind the pages is being done. */

const count = (n: number, one: string, many: string) => `${n.toLocaleString('en-IN')} ${n === 1 ? one : many}`;

export const healthCopy = {
  title: 'System Health',
  refresh: 'Refresh',
  loading: 'Loading the system’s health…',
  failed: 'The system’s health could not be loaded.',
  stale: (when: string) =>
    `It could not be read again: this is how things stood ${when} IST. The next try is in half a minute.`,
  checkedAt: (when: string) => `As of ${when} IST. This page reads it again every 30 seconds while you look at it.`,
  checks: 'Checks',
  promiseLoading: 'Loading the promise…',

  /** The light in words, for one check and for the whole. */
  levels: { good: 'Good', idle: 'Nothing yet', watch: 'Keep an eye on it', act: 'Needs attention' },
  verdicts: {
    good: 'Everything works.',
    watch: 'Everything works, but something is slower than it should be.',
    act: (n: number) => `${count(n, 'thing needs', 'things need')} attention.`,
  },

  worker: {
    title: 'Worker',
    good: (span: string) => `The worker ran ${span} ago.`,
    watch: (span: string) => `The worker ran ${span} ago. It should run every minute.`,
    act: (span: string) =>
      `The worker has not run for ${span}. E-mails, refunds and calendar events wait. Run npm run doctor.`,
    idle: 'The worker has not run yet.',
  },
  alarms: { title: 'Alarms', none: 'No alarm is open.', openSince: (when: string) => `Open since ${when} IST` },
  money: {
    title: 'Money and bookings',
    good: 'They agree: every captured payment is exactly one booking or one refund, and no time is sold twice.',
    act: (n: number) =>
      `${count(n, 'row breaks', 'rows break')} a promise about money. What is listed here has to ` +
      'be put right by a developer, at once.',
    listed: 'What breaks a promise',
    listLoading: 'Loading what breaks a promise…',
    listFailed: 'The list could not be loaded.',
    of: (subject: string, detail: string | null) => (detail === null ? subject : `${subject} · ${detail}`),
    rules: {
      payment_without_outcome: 'A payment has neither booking nor refund',
      live_booking_refunded: 'A booking that goes ahead was refunded',
      dead_booking_not_refunded: 'A booking that is off was not refunded',
      refund_against_policy: 'A refund that the policy does not give',
      refund_of_another_amount: 'A refund of another amount than was paid',
      refund_without_job: 'A refund that nobody sends',
      booked_at_another_price: 'A booking at another price than was asked',
      order_booked_without_payment: 'An order counts as booked without a payment',
      time_claimed_twice: 'A time is held twice',
      time_booked_twice: 'A time is booked twice',
      booking_without_claim: 'A booking does not keep its time',
      sale_without_booking: 'A time is sold without a booking',
      availability_disagrees_with_sales: 'The calendar of a mentor disagrees with what is sold',
      booking_unanswered: 'A booking that nobody answered has not ended',
      unanswered_not_refunded: 'A booking that nobody answered was not refunded',
      receipt_numbers_with_gap: 'The numbers of receipts have a gap',
    } as Readonly<Record<string, string>>,
  },
  jobs: {
    title: 'Background jobs',
    none: 'No job is waiting.',
    waiting: (n: number, span: string) => `${count(n, 'job is', 'jobs are')} due, the oldest for ${span}.`,
    stuck: 'E-mails, refunds and calendar events wait as long. Check that the worker runs.',
    lastDone: (when: string) => `Last job done ${when} IST`,
    neverDone: 'No job has been done yet',
    oldest: (kind: string) => `Oldest: ${kind}`,
    retrying: (n: number) => `${count(n, 'job', 'jobs')} failed and ${n === 1 ? 'waits' : 'wait'} for another try.`,
  },
  mail: {
    title: 'E-mails',
    none: 'No e-mail is waiting.',
    waiting: (n: number, since: string) =>
      `${count(n, 'e-mail is', 'e-mails are')} waiting, the oldest since ${since} IST. We keep trying.`,
    failed: (reason: string) => `The last try failed: ${reason}. Run npm run doctor.`,
    reasons: {
      refused: 'nothing listens at the address of the mail server',
      name: 'the name of the mail server is unknown',
      plain: 'the mail server speaks no TLS there',
      certificate: 'the certificate of the mail server is not valid for its address',
      time: 'the mail server did not answer in time',
      login: 'the mail server refused our log-in',
    },
    lastSent: (when: string) => `Last sent ${when} IST`,
    neverSent: 'No e-mail has been sent yet',
  },
  given: {
    title: 'Jobs given up',
    none: 'None: every job was done, or is still being tried.',
    some: (n: number) =>
      `${count(n, 'job was', 'jobs were')} given up after many tries. Start them again from the overview.`,
    of: (kind: string, n: number) => `${kind}: ${n.toLocaleString('en-IN')}`,
    link: 'Go to Needs attention',
  },
  events: {
    title: 'The payment provider’s events',
    never:
      'No event has arrived yet. Once somebody has paid, one should: if not, check the webhook’s ' +
      'address and secret at the provider.',
    last: (event: string, when: string) => `Last event: ${event}, ${when} IST.`,
    unprocessed: (n: number) =>
      `${count(n, 'event has', 'events have')} arrived and ${n === 1 ? 'was' : 'were'} not ` +
      'processed yet. They are stored, and tried again.',
  },
  orders: {
    title: 'Open orders',
    none: 'No unpaid orders.',
    some: (n: number) =>
      `${count(n, 'order is', 'orders are')} unpaid for more than 15 minutes. The provider is ` +
      'asked about each until five days have passed.',
  },
  refunds: {
    title: 'Refunds',
    none: 'No refund is under way.',
    underWay: (n: number) => `${count(n, 'refund is', 'refunds are')} under way.`,
    failed: (n: number) =>
      `${count(n, 'refund has', 'refunds have')} failed, and somebody still waits for the money. ` +
      'Ask the provider again.',
  },
  answers: {
    title: 'Answers to bookings',
    none: 'No booking waits longer than was promised.',
    some: (n: number) =>
      `${count(n, 'booking', 'bookings')} should have been answered more than 15 minutes ago and ` +
      `${n === 1 ? 'has' : 'have'} not ended. The worker ends and refunds them at each round: check that it runs.`,
  },
  sessions: {
    title: 'Past sessions',
    none: 'Every session that has ended is completed.',
    some: (n: number) =>
      `${count(n, 'session', 'sessions')} ended more than 15 minutes ago and ${n === 1 ? 'is' : 'are'} not completed ` +
      'yet. The worker does it at each round: check that it runs.',
  },
  generation: {
    title: 'Times of mentors',
    none: 'The times of every mentor who has hours were generated.',
    some: (n: number) =>
      `The times of ${count(n, 'mentor', 'mentors')} could not be generated from their hours. It is tried again each ` +
      'hour; press “Generate now” on the mentor’s tab Hours to see why it fails.',
    link: 'Go to Mentors',
  },
  audit: {
    title: 'Record of what people did',
    never: 'Nothing is sealed yet.',
    good: (sealed: string, checked: string) => `Audit log: sealed up to ${sealed}, checked ${checked}`,
    unchecked: (sealed: string) => `Audit log: sealed up to ${sealed}, not checked yet`,
    broken: (entry: number) => `The audit log was changed after it was written (entry ${entry}).`,
    unsealed: 'Entries wait for their seal. Check that the worker runs.',
    time: (when: string) => `${when} IST`,
    link: 'Go to the audit log',
  },
  calendar: {
    title: 'Google Calendar',
    ok: 'The permission works: approved sessions get their events.',
    invalid_grant:
      'Google no longer accepts the permission. E-mails go out without a meeting link until it is given anew.',
    unreadable:
      'The stored permission cannot be read with the present key. What the calendar owes waits. Set the earlier key as ' +
      'GOOGLE_TOKEN_KEY_PREVIOUS, or authorise the calendar again.',
    missing: 'No permission is stored. Where the settings hold none either, e-mails go out without a meeting link.',
    checkedAt: (when: string) => `Last checked ${when} IST`,
    storedAt: (when: string) => `Stored ${when} IST`,
    link: 'Authorise Google Calendar',
    test: 'Run the calendar test',
  },
  mentorCalendars: {
    title: 'Mentors’ own calendars',
    none: 'No mentor’s calendar is connected.',
    oldest: (when: string) => `Each was read at ${when} IST or later.`,
    lost: (n: number) =>
      `${count(n, 'permission is', 'permissions are')} lost. The mentors were told, and their hours still apply.`,
    unread: (n: number) => `${count(n, 'calendar', 'calendars')} could not be read for 24 hours.`,
    skipped: (n: number) =>
      `${count(n, 'time was', 'times were')} offered for payment in 24 hours without an answer from Google.`,
  },
  retention: {
    title: 'Data that is not needed any more',
    never: 'The first nightly deletion is still to come.',
    last: (rows: number, when: string) => `Last run ${when} IST: ${count(rows, 'row', 'rows')} deleted or emptied.`,
    failed: 'It failed. It is tried again; if it goes on failing, a developer has to look at the reason.',
    late: 'No run has begun for more than 26 hours. Check that the worker runs.',
  },
  figures: {
    title: 'Figures',
    good: 'We count what everybody reads about the site each night.',
    idle: 'We count for the first time tonight.',
    act: 'We have not counted for more than 36 hours. Check that the worker runs, or count now.',
    counters: (when: string | null) => (when === null ? 'Counters not counted yet' : `Counters: ${when} IST`),
    promise: (when: string | null) => (when === null ? 'Promise not counted yet' : `Promise: ${when} IST`),
    countNow: 'Count now',
    counted: (when: string) => `Counted ${when} IST.`,
    failed: 'We could not count now. Please check your connection and try again.',
  },
} as const;
