import { z } from 'zod';
import { formatDateShort } from '#rules/ist.ts';
import { CURRENCY } from '#rules/money.ts';

const SHORT_RUPEES = {
  style: 'currency',
  currency: CURRENCY,
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
} as const;

const week = z.object({
  week_start: z.string(),
  bookings: z.number(),
  confirmed: z.number(),
  rejected: z.number(),
  cancelled: z.number(),
  revenue_paise: z.number(),
  refunds_paise: z.number(),
});

const failure = z.object({
  kind: z.string(),
  job_id: z.string().nullable(),
  booking_id: z.string().nullable(),
  last_error: z.string().nullable(),
  at: z.string().nullable(),
});
export type OverviewFailure = z.output<typeof failure>;

/** What the database's admin_overview answers. */
export const overviewShape = z.object({
  pending_now: z.number(),
  /** Hours until the first answer that is promised is due; below 0 when it is late; null when nobody waits. */
  next_answer_hours: z.number().nullable(),
  median_approval_hours: z.number().nullable(),
  weeks: z.array(week),
  failures: z.array(failure),
});
export type Overview = z.output<typeof overviewShape>;

/** The weeks as they are drawn. Money in rupees. */
export function overviewWeeks({ weeks }: Pick<Overview, 'weeks'>) {
  return weeks.map(({ week_start, revenue_paise, refunds_paise, ...counts }) => ({
    ...counts,
    weekStart: week_start,
    /** "16 Nov". */
    label: formatDateShort(week_start).slice('Mon '.length),
    /** Neither answered nor cancelled so far. */
    waiting: Math.max(0, counts.bookings - counts.confirmed - counts.rejected - counts.cancelled),
    captured: revenue_paise / 100,
    refunds: refunds_paise / 100,
    /** Captured less refunds; below 0 in a week that gave back more than it took. */
    net: (revenue_paise - refunds_paise) / 100,
  }));
}
export type OverviewWeek = ReturnType<typeof overviewWeeks>[number];

export type OverviewFigure = Exclude<keyof OverviewWeek, 'weekStart' | 'label'>;

export function totalOf(weeks: readonly OverviewWeek[], figure: OverviewFigure): number {
  // In paise, because rupees with a fraction do not add up exactly.
  return weeks.reduce((sum, one) => sum + Math.round(one[figure] * 100), 0) / 100;
}

/** Rupees where space is short, in lakh and crore: "₹7K", "₹1.2L", "₹3Cr". */
export function formatInrShort(rupees: number): string {
  const size = Math.abs(rupees);
  const [divisor, unit] = size >= 1e7 ? [1e7, 'Cr'] : size >= 1e5 ? [1e5, 'L'] : size >= 1e3 ? [1e3, 'K'] : [1, ''];
  return `${(rupees / divisor).toLocaleString('en-IN', SHORT_RUPEES)}${unit}`;
}

/**
 * How a failure can be started again: its job, the calendar event of its booking, or, for a refund, among the
 * refunds alone.
 */
export function retryOf(one: OverviewFailure): { job: string } | { eventOf: string } | null {
  // Its job would ask for the refund that failed once more, with the key that gives it back.
  if (one.kind === 'refund') return null;
  if (one.job_id !== null) return { job: one.job_id };
  if (one.kind === 'calendar_event' && one.booking_id !== null) return { eventOf: one.booking_id };
  return null;
}
