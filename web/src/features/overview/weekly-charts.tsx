import { overviewCopy } from '#copy/admin/overview.ts';
import { formatInr } from '#rules/money.ts';
import { ChartCard } from './chart-card.tsx';
import { type OverviewFigure, type OverviewWeek, totalOf } from './overview-figures.ts';

const { charts, columns } = overviewCopy;

const BOOKING_SERIES = [
  { figure: 'confirmed', colour: 'var(--success)' },
  { figure: 'waiting', colour: 'var(--accent)' },
  { figure: 'rejected', colour: 'var(--danger)' },
  { figure: 'cancelled', colour: 'var(--line-strong)' },
] as const;

const count = (value: number) => value.toLocaleString('en-IN');

/** What was booked in each week, by what became of it. */
export function BookingsByWeek({ weeks }: { weeks: OverviewWeek[] }) {
  return (
    <ChartCard
      title={charts.bookings}
      note={charts.bookingsNote}
      weeks={weeks}
      series={BOOKING_SERIES.map((one) => ({ ...one, label: columns[one.figure] }))}
      columns={labelled(['bookings', 'confirmed', 'waiting', 'rejected', 'cancelled'])}
      format={count}
      isEmpty={totalOf(weeks, 'bookings') === 0}
    />
  );
}

/** What each week brought in. */
export function RevenueByWeek({ weeks }: { weeks: OverviewWeek[] }) {
  return (
    <ChartCard
      title={charts.revenue}
      note={charts.revenueNote}
      weeks={weeks}
      series={[{ figure: 'net', colour: 'var(--accent)', label: columns.net }]}
      columns={labelled(['captured', 'refunds', 'net'])}
      format={formatInr}
      isMoney
      isEmpty={totalOf(weeks, 'captured') === 0 && totalOf(weeks, 'refunds') === 0}
    />
  );
}

function labelled<F extends OverviewFigure>(figures: F[]): { figure: F; label: string }[] {
  return figures.map((figure) => ({ figure, label: columns[figure] }));
}
