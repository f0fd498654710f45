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
