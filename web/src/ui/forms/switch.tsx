import { type AriaAttributes, type ReactNode, useId } from 'react';
import { cn } from '#lib/class-names.ts';
import { Spinner } from '../messages/spinner.tsx';

type Name = Pick<AriaAttributes, 'aria-label' | 'aria-labelledby' | 'aria-describedby'>;

type SwitchProps = Name & { isOn: boolean; isBusy?: boolean; onTurn: (isOn: boolean) => void };

/** Turns a setting on or off at once. During a change it refuses another one, and keeps the focus. */
export function Switch({ isOn, isBusy = false, onTurn, ...name }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-busy={isBusy || undefined}
      onClick={() => !isBusy && onTurn(!isOn)}
      className={cn(
        'relative inline-flex h-6 w-10 shrink-0 items-center rounded-full border transition-colors ' +
          'duration-150 after:absolute after:-inset-x-1 after:-inset-y-2.75',
        isOn ? 'border-accent bg-accent' : 'border-line-strong bg-sunken',
      )}
      {...name}
    >
      <span
        className={cn(
          'grid size-4 place-items-center rounded-full transition-transform duration-150',
          isOn ? 'translate-x-5 bg-on-accent text-accent' : 'translate-x-1 bg-muted text-surface',
        )}
      >
        {isBusy && <Spinner className="size-3 border" />}
      </span>
    </button>
  );
}

/** A switch at the end of a line with its name and an explanation; below them where large text leaves no room. */
export function SwitchLine({
  label,
  hint,
  className,
  ...state
}: { label: ReactNode; hint?: string; className?: string } & Omit<SwitchProps, keyof Name>) {
  const id = useId();
  return (
    <div className={cn('flex flex-wrap items-start justify-between gap-x-6 gap-y-2', className)}>
      <div className="min-w-0 flex-1 basis-40 break-words">
        <div id={`${id}-name`} className="font-medium">
          {label}
        </div>
        {hint && (
          <p id={`${id}-hint`} className="mt-0.5 text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
      <Switch {...state} aria-labelledby={`${id}-name`} aria-describedby={hint && `${id}-hint`} />
    </div>
  );
}
