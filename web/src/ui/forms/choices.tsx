import { useId } from 'react';
import { cn } from '#lib/class-names.ts';

export type Choice<Value extends string> = { value: Value; label: string; hint?: string };

const HINT = { 1: 'block sm:inline', 2: 'block', fitting: 'block' };
const GRID = { 1: '', 2: 'sm:grid-cols-2', fitting: 'grid-cols-[repeat(auto-fit,minmax(5.75rem,1fr))]' };

/** A choice of one among a few, each with an explanation. Native radio buttons, so that the arrow keys work. */
export function Choices<Value extends string>({
  legend,
  about,
  choices,
  chosen,
  onChoose,
  isDisabled = false,
  columns = 1,
}: {
  legend: string;
  /** Below the legend: what the choice is about. */
  about?: string;
  choices: readonly Choice<Value>[];
  chosen: Value | null;
  onChoose: (value: Value) => void;
  isDisabled?: boolean;
  /**
   * 2: side by side when there is room. 1: one below the other, with each explanation beside its words. fitting: short
   * words, as many in a row as fit.
   */
  columns?: 1 | 2 | 'fitting';
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0" disabled={isDisabled} aria-describedby={about ? `${name}-about` : undefined}>
      <legend className={about ? 'font-semibold' : 'mb-1.5 text-sm font-medium'}>{legend}</legend>
      {about && (
        <p id={`${name}-about`} className="mt-1 mb-3 max-w-prose text-sm text-muted">
          {about}
        </p>
      )}
      <div className={cn('grid gap-2', GRID[columns])}>
        {choices.map(({ value, label, hint }) => {
          const isChosen = value === chosen;
          return (
            <label
              key={value}
              className={cn(
                'flex min-h-11 cursor-pointer items-start gap-3 rounded-control border px-3 py-2.5 transition-colors',
                isChosen ? 'border-accent bg-accent-soft' : 'border-line-strong hover:bg-sunken',
              )}
            >
              <input
                type="radio"
                name={name}
                value={value}
                checked={isChosen}
                onChange={() => onChoose(value)}
                aria-label={label}
                aria-describedby={hint ? `${name}-${value}` : undefined}
                className="mt-1 size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0">
                <span className={cn('text-sm font-semibold', HINT[columns], isChosen && 'text-accent-text')}>
                  {label}
                </span>{' '}
                {hint && (
                  <span id={`${name}-${value}`} className={cn('text-sm text-muted', HINT[columns])}>
                    {hint}
                  </span>
                )}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
