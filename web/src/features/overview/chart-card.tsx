import { ChartColumn, Table2 } from 'lucide-react';
import { useId, useState } from 'react';
import { overviewCopy } from '#copy/admin/overview.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { OverviewFigure, OverviewWeek } from './overview-figures.ts';
import type { Series } from './week-chart.tsx';
import { WeekTable } from './week-table.tsx';

const { charts } = overviewCopy;

const WeekChart = lazyPart(() => import('./week-chart.tsx').then((module) => module.WeekChart), {
  fallback: <div className="skeleton h-56 w-full" />,
  isOptional: true,
});

/** A chart by week with the table behind it. Who does not see the chart reads the table in any case. */
export function ChartCard({
  title,
  note,
  weeks,
  series,
  columns,
  format,
  isMoney = false,
  isEmpty,
}: {
  title: string;
  note: string;
  weeks: OverviewWeek[];
  series: Series[];
  columns: { figure: OverviewFigure; label: string }[];
  format: (value: number) => string;
  isMoney?: boolean;
  isEmpty: boolean;
}) {
  const [isTable, setIsTable] = useState(false);
  const heading = useId();
  const button = isTable ? charts.showChart : charts.showTable;
  return (
    <Card className="flex min-w-0 flex-col p-4 md:p-5">
      <div className="mb-4 flex items-start justify-between gap-3">
        <div className="min-w-0">
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
            {isTable ? (
              <ChartColumn className="size-4" aria-hidden="true" />
            ) : (
              <Table2 className="size-4" aria-hidden="true" />
            )}
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
          <WeekTable labelledBy={heading} weeks={weeks} columns={columns} format={format} isVisible={isTable} />
        </>
      )}
    </Card>
  );
}

function Legend({ series }: { series: Series[] }) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {series.map(({ figure, label, colour }) => (
        <li key={figure} className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-full" style={{ background: colour }} />
          {label}
        </li>
      ))}
    </ul>
  );
}
