import { ChartColumn, Table2 } from 'lucide-react';
import { useId, useState } from 'react';
import { overviewCopy } from '#copy/office/overview.ts';
import { cn } from '#lib/class-names.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { type OverviewFigure, type OverviewWeek, totalOf } from './overview-figures.ts';
import { type Series, WeekChart } from './week-chart.tsx';

const { charts, columns } = overviewCopy;

interface Chart {
  title: string;
  note: string;
  isMoney: boolean;
  /** What is drawn. */
  series: Series[];
  /** The columns of the table behind the chart. */
  figures: OverviewFigure[];
}

const CHARTS: Chart[] = [
  {
    title: charts.bookings,
    note: charts.bookingsNote,
    isMoney: false,
    series: [
      { figure: 'confirmed', colour: 'var(--success)' },
      { figure: 'waiting', colour: 'var(--accent)' },
      { figure: 'rejected', colour: 'var(--danger)' },
      { figure: 'cancelled', colour: 'var(--line-strong)' },
    ],
    figures: ['bookings', 'confirmed', 'waiting', 'rejected', 'cancelled'],
  },
  {
    title: charts.revenue,
    note: charts.revenueNote,
    isMoney: true,
    series: [{ figure: 'net', colour: 'var(--accent)' }],
    figures: ['captured', 'refunds', 'net'],
  },
];

/** What was booked in each week, by what became of it, and what each week brought in. */
export function WeeklyCharts({ weeks }: { weeks: OverviewWeek[] }) {
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      {CHARTS.map((chart) => (
        <ChartCard key={chart.title} weeks={weeks} {...chart} />
      ))}
    </div>
  );
}

/** A chart by week with the table behind it. Who does not see the chart reads the table in any case. */
function ChartCard({ title, note, isMoney, series, figures, weeks }: Chart & { weeks: OverviewWeek[] }) {
  const [isTable, setIsTable] = useState(false);
  const heading = useId();
  const button = isTable ? charts.showChart : charts.showTable;
  const Icon = isTable ? ChartColumn : Table2;
  const format = isMoney ? formatInr : (value: number) => value.toLocaleString('en-IN');
  const isEmpty = figures.every((figure) => totalOf(weeks, figure) === 0);
  return (
    <Card className="flex min-w-0 flex-col p-4 md:p-5">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-40">
          <h2 id={heading} className="text-lg">
            {title}
          </h2>
          <p className="text-sm text-muted">{note}</p>
        </div>
        {!isEmpty && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={charts.of(button, title)}
            onClick={() => setIsTable(!isTable)}
          >
            <Icon className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">{button}</span>
          </Button>
        )}
      </div>
      {isEmpty ? (
        <p className="grid h-56 place-items-center text-muted">{charts.empty}</p>
      ) : (
        <>
          {!isTable && (
            <div aria-hidden="true">
              <WeekChart weeks={weeks} series={series} format={format} isMoney={isMoney} />
              {series.length > 1 && <Legend series={series} />}
            </div>
          )}
          <WeekTable labelledBy={heading} weeks={weeks} figures={figures} format={format} isVisible={isTable} />
        </>
      )}
    </Card>
  );
}

function Legend({ series }: { series: Series[] }) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {series.map(({ figure, colour }) => (
        <li key={figure} className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-full" style={{ background: colour }} />
          {columns[figure]}
        </li>
      ))}
    </ul>
  );
}

const CELL = 'whitespace-nowrap px-2 py-2 first:pl-0 last:pr-0';

/** The weeks of a chart in numbers, the latest first, with their total. */
function WeekTable({
  labelledBy,
  weeks,
  figures,
  format,
  isVisible,
}: {
  labelledBy: string;
  weeks: OverviewWeek[];
  figures: OverviewFigure[];
  format: (value: number) => string;
  /** Otherwise it is there for screen readers alone. */
  isVisible: boolean;
}) {
  return (
    // A keyboard scrolls what has the focus.
    <section
      aria-labelledby={labelledBy}
      tabIndex={isVisible ? 0 : undefined}
      className={isVisible ? 'max-h-80 overflow-auto' : 'sr-only'}
    >
      <table className="nums w-full text-right text-sm">
        <thead>
          <tr className="sticky top-0 bg-surface text-xs text-muted">
            <th scope="col" className={cn(CELL, 'text-left font-semibold')}>
              {columns.week}
            </th>
            {figures.map((figure) => (
              <th key={figure} scope="col" className={cn(CELL, 'font-semibold')}>
                {columns[figure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map((week) => (
            <tr key={week.weekStart} className="border-t border-line">
              <th scope="row" className={cn(CELL, 'text-left font-normal')}>
                {week.label}
              </th>
              {figures.map((figure) => (
                <td key={figure} className={cn(CELL, week[figure] === 0 && 'text-muted')}>
                  {format(week[figure])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="sticky bottom-0 border-t border-line-strong bg-surface font-semibold">
            <th scope="row" className={cn(CELL, 'text-left')}>
              {columns.total}
            </th>
            {figures.map((figure) => (
              <td key={figure} className={CELL}>
                {format(totalOf(weeks, figure))}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
