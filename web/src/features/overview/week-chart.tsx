import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { overviewCopy } from '#copy/admin/overview.ts';
import { formatInrShort, type OverviewFigure, type OverviewWeek } from './overview-figures.ts';

export interface Series {
  figure: OverviewFigure;
  /** Any CSS colour. */
  colour: string;
}

const TICK = { fill: 'var(--muted)', fontSize: 12 };

/** Stacked bars, one a week. A picture of the table beside it: the caller hides it from assistive technology. */
export function WeekChart({
  weeks,
  series,
  format,
  isMoney,
}: {
  weeks: OverviewWeek[];
  series: Series[];
  format: (value: number) => string;
  isMoney: boolean;
}) {
  return (
    <BarChart
      responsive
      data={weeks}
      accessibilityLayer={false}
      margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
      maxBarSize={36}
      className="h-56 w-full"
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis dataKey="label" tick={TICK} tickLine={false} axisLine={{ stroke: 'var(--line-strong)' }} minTickGap={24} />
      <YAxis
        width={isMoney ? 48 : 28}
        tick={TICK}
        tickLine={false}
        axisLine={false}
        allowDecimals={isMoney}
        tickFormatter={isMoney ? formatInrShort : undefined}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: 'var(--sunken)' }}
        contentStyle={{
          background: 'var(--surface)',
          border: '1px solid var(--line-strong)',
          borderRadius: 8,
          fontSize: 14,
        }}
        labelStyle={{ color: 'var(--ink)', fontWeight: 600 }}
        itemStyle={{ color: 'var(--ink)' }}
        labelFormatter={(label) => overviewCopy.charts.weekOf(String(label))}
        formatter={(value) => format(Number(value))}
      />
      {series.map(({ figure, colour }) => (
        <Bar
          key={figure}
          dataKey={figure}
          name={overviewCopy.columns[figure]}
          stackId="week"
          fill={colour}
          stroke="var(--surface)"
          isAnimationActive={false}
        />
      ))}
    </BarChart>
  );
}
