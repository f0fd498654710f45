import { useState } from 'react';
import { overviewCopy } from '#copy/office/overview.ts';
import { cn } from '#lib/class-names.ts';
import { axisOf, formatInrShort, type OverviewFigure, type OverviewWeek } from './overview-figures.ts';

export interface Series {
  figure: OverviewFigure;
  /** Any CSS colour. */
  colour: string;
}

interface WeekChartProps {
  weeks: OverviewWeek[];
  series: Series[];
  format: (value: number) => string;
  isMoney: boolean;
}

/** As many weeks have their day below them. */
const MOST_LABELS = 6;

/**
 * Stacked bars, one a week, drawn in percents so that nothing is measured. A picture of the table beside it: the caller
 * hides it from assistive technology. A pointer on a week shows its figures.
 */
export function WeekChart({ weeks, series, format, isMoney }: WeekChartProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const stacks = weeks.map((week) => stackOf(week, series));
  const lines = axisOf(
    stacks.flatMap(({ above, below }) => [above, below]),
    !isMoney,
  );
  const [lowest = 0] = lines;
  const highest = lines.at(-1) ?? 1;
  const heightOf = (value: number) => (value / (highest - lowest)) * 100;
  const placeOf = (value: number) => `${100 - heightOf(value - lowest)}%`;
  const share = 100 / weeks.length;
  const gap = weeks.length > 26 ? 10 : weeks.length > 4 ? 20 : 35;
  const every = Math.ceil(weeks.length / MOST_LABELS);
  const name = isMoney ? formatInrShort : format;
  const seen = pointed === null ? undefined : weeks[pointed];

  return (
    <div className="@container nums pt-2 text-xs text-muted">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div className="flex h-48 flex-col-reverse justify-between text-right">
          {lines.map((line) => (
            <span key={line} className="grid h-0 items-center">
              {name(line)}
            </span>
          ))}
        </div>
        <div
          className="relative h-48"
          onPointerMove={(event) => {
            const { left, width } = event.currentTarget.getBoundingClientRect();
            const at = Math.floor(((event.clientX - left) / width) * weeks.length);
            setPointed(Math.min(Math.max(at, 0), weeks.length - 1));
          }}
          onPointerLeave={() => setPointed(null)}
        >
          <svg className="absolute inset-0 size-full overflow-visible" aria-hidden="true" data-chart>
            {lines.map((line) => (
              <line
                key={line}
                x1="0"
                x2="100%"
                y1={placeOf(line)}
                y2={placeOf(line)}
                stroke={line === 0 ? 'var(--line-strong)' : 'var(--line)'}
              />
            ))}
            {pointed !== null && (
              <rect x={`${pointed * share}%`} width={`${share}%`} height="100%" fill="var(--sunken)" />
            )}
            {stacks.map(({ bars }, place) => (
              <svg
                // A column of its own, in which a bar keeps its distance from its neighbours.
                key={weeks[place]?.weekStart}
                x={`${place * share}%`}
                width={`${share}%`}
                height="100%"
                overflow="visible"
                aria-hidden="true"
              >
                {bars.map(({ figure, colour, from, size }) => (
                  <rect
                    key={figure}
                    data-bar={figure}
                    x={`${gap}%`}
                    width={`${100 - 2 * gap}%`}
                    y={placeOf(from + size)}
                    height={`${heightOf(size)}%`}
                    fill={colour}
                    stroke="var(--surface)"
                  />
                ))}
              </svg>
            ))}
          </svg>
          {seen && pointed !== null && (
            <div
              className={
                'pointer-events-none absolute top-0 z-10 max-w-60 rounded-control border border-line-strong bg-surface ' +
                'px-3 py-2 text-sm text-ink'
              }
              style={
                pointed < weeks.length / 2
                  ? { left: `${(pointed + 1) * share}%` }
                  : { right: `${(weeks.length - pointed) * share}%` }
              }
            >
              <p className="font-semibold">{overviewCopy.charts.weekOf(seen.label)}</p>
              {series.map(({ figure }) => (
                <p key={figure} className="flex justify-between gap-4 whitespace-nowrap">
                  <span className="text-muted">{overviewCopy.columns[figure]}</span>
                  {format(seen[figure])}
                </p>
              ))}
            </div>
          )}
        </div>
        <div className="relative col-start-2 mt-2 h-4">
          {weeks.map(({ weekStart, label }, place) => {
            // The latest week has a label, and as many before it as there is room for.
            const back = weeks.length - 1 - place;
            if (back % every !== 0) return null;
            return (
              <span
                key={weekStart}
                className={cn(
                  'absolute -translate-x-1/2 whitespace-nowrap',
                  back % (2 * every) !== 0 && '@max-xs:hidden',
                )}
                style={{ left: `${(place + 0.5) * share}%` }}
              >
                {label}
              </span>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** The bars of a week, from 0 upwards, and those below 0 downwards. */
function stackOf(week: OverviewWeek, series: Series[]) {
  let above = 0;
  let below = 0;
  const bars = series.map(({ figure, colour }) => {
    const value = week[figure];
    const from = value < 0 ? below + value : above;
    if (value < 0) below += value;
    else above += value;
    return { figure, colour, from, size: Math.abs(value) };
  });
  return { bars: bars.filter(({ size }) => size > 0), above, below };
}
