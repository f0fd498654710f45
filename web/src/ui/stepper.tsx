import { Check } from 'lucide-react';
import { cn } from '#lib/class-names.ts';

/** Steps as dots on a line: done, present, still to come. `current` is the index of the present one. */
export function Stepper({ steps, current, label }: { steps: string[]; current: number; label: string }) {
  return (
    <ol aria-label={label} className="flex">
      {steps.map((step, index) => {
        const isDone = index < current;
        const isNow = index === current;
        return (
          <li
            key={step}
            aria-current={isNow ? 'step' : undefined}
            className="relative flex flex-1 flex-col items-center gap-2 text-[min(0.75rem,4vw)] leading-4"
          >
            {index > 0 && (
              <span
                aria-hidden="true"
                className={cn(
                  // From one dot's edge to the next one's.
                  'absolute right-[calc(50%+0.625rem)] top-2.5 h-0.5 w-[calc(100%-1.25rem)] -translate-y-1/2',
                  index <= current
                    ? 'bg-accent'
                    : 'bg-[radial-gradient(circle,var(--line-strong)_1px,transparent_1.4px)] bg-size-[8px_2px]',
                )}
              />
            )}
            <span
              aria-hidden="true"
              className={cn(
                'relative grid size-5 place-items-center rounded-full',
                isDone && 'bg-accent text-on-accent',
                isNow && 'bg-accent ring-4 ring-accent-soft',
                !isDone && !isNow && 'border-2 border-line-strong bg-surface',
              )}
            >
              {isDone && <Check className="size-3.5" strokeWidth={3} />}
              {isNow && <span className="size-2 rounded-full bg-on-accent" />}
            </span>
            <span className={isNow ? 'font-semibold text-ink' : 'text-muted'}>{step}</span>
          </li>
        );
      })}
    </ol>
  );
}
