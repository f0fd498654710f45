import { isRefundSums } from '#features/money/payments/refund-sums.ts';
import { isFlag, isNumber, isText, listOf, orNull, readAs, shapeOf } from '#lib/shape.ts';
import { CURRENCY } from '#rules/money/rupees.ts';
import { formatDateShort } from '#rules/shell/ist.ts';

const SHORT_RUPEES = {
  style: 'currency',
  currency: CURRENCY,
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
} as const;

const week = shapeOf({
  week_start: isText,
  bookings: isNumber,
  confirmed: isNumber,
  rejected: isNumber,
  cancelled: isNumber,
  revenue_paise: isNumber,
  refunds_paise: isNumber,
});

const overviewShape = shapeOf({
  pending_now: isNumber,
  /** Hours until the first answer that is promised is due; below 0 when it is late; null when nobody waits. */
  next_answer_hours: orNull(isNumber),
  median_approval_hours: orNull(isNumber),
  weeks: listOf(week),
  refunds: isRefundSums,
  /** Whether the first steps of a new marketplace are shown. */
  is_opening: isFlag,
  data_requests: listOf(shapeOf({ user_id: isText, kind: isText, answer_by: isText })),
});
export type Overview = ReturnType<typeof readOverview>;

/** What the database's admin_overview answered. */
export function readOverview(answer: unknown) {
  return readAs(overviewShape, 'admin_overview', answer);
}

/** The weeks as they are drawn. Money in rupees. */
export function overviewWeeks({ weeks }: Pick<Overview, 'weeks'>) {
  return weeks.map(({ week_start, revenue_paise, refunds_paise, ...counts }) => ({
    ...counts,
    weekStart: week_start,
    /** "16 Nov". */
    label: formatDateShort(week_start, week_start).slice('Mon '.length),
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

/** Steps of an axis that a person reads at a glance. */
const STEPS = [1, 2, 5, 10];

/** Between two lines of an axis; at most four of them are drawn above 0. */
function stepFor(size: number, isWhole: boolean): number {
  const least = size / 4;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (STEPS.find((one) => one * power >= least) ?? 10) * power;
  return isWhole ? Math.max(1, step) : step;
}

/** The lines of the axis beside stacks of these sums, from the lowest to the highest; 0 is one of them. */
export function axisOf(sums: readonly number[], isWhole: boolean): number[] {
  const lowest = Math.min(0, ...sums);
  const highest = Math.max(0, ...sums);
  if (lowest === highest) return [0, 1];
  const step = stepFor(Math.max(highest, -lowest), isWhole);
  const first = Math.floor(lowest / step);
  const count = Math.ceil(highest / step) - first;
  return Array.from({ length: count + 1 }, (_, line) => (first + line) * step);
}
