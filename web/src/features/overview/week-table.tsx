import { overviewCopy } from '#copy/admin/overview.ts';
import { cn } from '#lib/class-names.ts';
import { type OverviewFigure, type OverviewWeek, totalOf } from './overview-figures.ts';

const CELL = 'whitespace-nowrap px-2 py-2 first:pl-0 last:pr-0';

/** The weeks of a chart in numbers, the latest first, with their total. */
export function WeekTable({
  labelledBy,
  weeks,
  columns,
  format,
  isVisible,
}: {
  labelledBy: string;
  weeks: OverviewWeek[];
  columns: { figure: OverviewFigure; label: string }[];
  format: (value: number) => string;
  /** Otherwise it is there for screen readers alone. */
  isVisible: boolean;
}) {
  return (
    // A keyboard scrolls what has the focus.
    <section
      aria-labelledby={labelledBy}
      tabIndex={isVisible ? 0 : undefined}
      className={cn(isVisible ? 'max-h-80 overflow-auto' : 'sr-only')}
    >
      <table className="nums w-full text-right text-sm">
        <thead>
          <tr className="sticky top-0 bg-surface text-xs text-muted">
            <th scope="col" className={cn(CELL, 'text-left font-semibold')}>
              {overviewCopy.columns.week}
            </th>
            {columns.map(({ figure, label }) => (
              <th key={figure} scope="col" className={cn(CELL, 'font-semibold')}>
                {label}
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
              {columns.map(({ figure }) => (
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
              {overviewCopy.columns.total}
            </th>
            {columns.map(({ figure }) => (
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
