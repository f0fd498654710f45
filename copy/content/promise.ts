/** The page /our-promise (docs/product/outcomes.md#the-public-promise). */

export const promise = {
  title: 'Our promise',
  metaDescription:
    'How well Point 0 keeps its word: requests answered in time, sessions that took place, refunds, and whether founders were helped.',
  eyebrow: 'Counted from our own records',
  intro: 'You pay us before you meet. So here is how often we keep our word, good or bad, counted every night.',
  window: (from: string, to: string) => `${from} to ${to}`,
  counted: (moment: string) => `Counted ${moment}.`,
  notCounted: 'We count for the first time tonight.',
  figuresTitle: 'The last 90 days',
  tooFew: 'Too few yet',
  tooFewHint: 'We publish a figure from 20 cases on.',
  loadFailed: 'We could not load this part.',

  requests: (percent: number) => `${percent} % of paid requests answered in time`,
  requestsBeside: (cases: number) => `${cases} requests were due.`,
  allRefunded: (count: number) => `${count} ended unanswered, all refunded in full`,
  someRefunded: (count: number, refunded: number) =>
    `${count} ended unanswered, ${refunded} of them refunded in full so far.`,
  noneUnanswered: 'None ended unanswered.',
  halfIsLate: 'Fewer than half were answered within 24 hours',
  half: (hours: number) => `Half are answered within ${hours === 1 ? '1 hour' : `${hours} hours`}`,
  sessions: (percent: number) => `${percent} % of confirmed sessions took place`,
  sessionsBeside: (cases: number, byMentor: number, byFounder: number, cancelled: number) =>
    `${cases} sessions were confirmed. Missed by the mentor: ${byMentor}. Missed by the founder: ${byFounder}. Cancelled: ${cancelled}.`,
  refunds: (percent: number, days: number) => `${percent} % of refunds left us within ${days} days`,
  refundsBeside: (cases: number) => `${cases} refunds were due.`,
  checkIns: (percent: number) => `${percent} % of founders said the session helped`,
  checkInsBeside: (answered: number, asked: number) => `${answered} answered of ${asked} asked`,
  /** What a figure is about, while there are too few cases for it. */
  topics: {
    requests: 'Paid requests answered in time',
    sessions: 'Confirmed sessions that took place',
    refunds: 'Refunds that left us in time',
    check_ins: 'Founders whom the session helped',
  },

  monthsTitle: 'Month by month',
  columns: { requests: 'Answered in time', sessions: 'Took place', refunds: 'Refunds in time', check_ins: 'Helped' },
  percent: (percent: number) => `${percent} %`,
  ofCases: (cases: number) => `of ${cases}`,
  noMonth: 'No month has 20 cases of one kind yet.',

  howTitle: 'How we count',
  how: (refundDays: number) => [
    'A request counts on the day when its time to be answered was over. It was answered in time if a person said yes or no before that. Requests that the founder cancelled before are left out.',
    'Half are answered within the hours shown, from the payment to the answer. A request that nobody answered is longer than any other.',
    'A session counts on the day of its start, once it was confirmed. It took place if it was completed and nobody missed it. Cancelled ones count as not held.',
    `A refund counts ${refundDays} days after it was decided. It left us in time if our payment provider had paid it out by then.`,
    'We ask each founder 30 days after a session whether it helped. Yes and Partly count as helped; we count those who answered.',
    'Percentages are rounded down, hours up. Nothing with fewer than 20 cases is published, so that nobody can be recognised. Sessions of our demonstration never count beside real ones.',
  ],
  download: 'Download the daily rows (CSV)',
  downloadHint: 'Days with few cases are joined until there are 20.',
  fromRefunds: 'How often refunds leave us in time',
  fileName: 'point-0-promise.csv',
} as const;
