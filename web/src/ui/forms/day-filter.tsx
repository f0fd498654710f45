import { useId, useState } from 'react';

/** A whole date of a plausible year: one that is half typed, such as 0202, is no day yet. */
const WHOLE_DAY = /^[2-9]\d{3}-\d{2}-\d{2}$/;

interface DayFilterProps {
  label: string;
  /** The day in force, 'yyyy-MM-dd'; '' is none. */
  value: string;
  min?: string;
  max?: string;
  onDay: (day: string) => void;
}

/** One end of a range of days that narrows a list, its label beside the box. */
export function DayFilter({ label, value, onDay, ...limits }: DayFilterProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [applied, setApplied] = useState(value);
  if (applied !== value) {
    // By this box, by Back, or by the button that clears.
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
