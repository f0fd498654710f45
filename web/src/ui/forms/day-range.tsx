import { useId, useState } from 'react';

/** A complete date of a plausible year: a half-typed year, such as 0202, is no day yet. */
const WHOLE_DAY = /^[2-9]\d{3}-\d{2}-\d{2}$/;

interface DayFilterProps {
  label: string;
  /** The day that narrows the list, 'yyyy-MM-dd'; '' is none. */
  value: string;
  min?: string;
  max?: string;
  onDay: (day: string) => void;
}

interface DayRangeProps {
  labels: { from: string; to: string };
  /** Days, 'yyyy-MM-dd'; '' is none. */
  from: string;
  to: string;
  onChange: (days: { from: string } | { to: string }) => void;
}

/** The days that narrow a list, with both ends in one line. */
export function DayRange({ labels, from, to, onChange }: DayRangeProps) {
  return (
    <div className="flex w-full gap-3 @lg:w-auto">
      <DayFilter label={labels.from} value={from} max={to} onDay={(day) => onChange({ from: day })} />
      <DayFilter label={labels.to} value={to} min={from} onDay={(day) => onChange({ to: day })} />
    </div>
  );
}

/** One end of a range, its label beside the box. */
function DayFilter({ label, value, onDay, ...limits }: DayFilterProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [applied, setApplied] = useState(value);
  if (applied !== value) {
    // Changed by this box, by Back, or by the button that clears.
    setApplied(value);
    setTyped(value);
  }
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2 text-sm @2xl:flex-none">
      <label htmlFor={id} className="shrink-0 text-muted">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={typed}
        {...limits}
        className="h-11 min-w-0 flex-1 rounded-control border border-line-strong bg-surface px-2 text-ink"
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value === '' || WHOLE_DAY.test(target.value)) onDay(target.value);
        }}
      />
    </div>
  );
}
