import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';

export type Tone = 'neutral' | 'accent' | 'success' | 'danger' | 'info';

const TONES: Record<Tone, string> = {
  neutral: 'border-line bg-sunken text-ink',
  accent: 'border-accent-line bg-accent-soft text-accent-text',
  success: 'border-success/25 bg-success-soft text-success',
  danger: 'border-danger/25 bg-danger-soft text-danger',
  info: 'border-info/25 bg-info-soft text-info',
};

type BadgeProps = { tone?: Tone; icon?: ReactNode; children: ReactNode; className?: string };

/** A small label. Its word says the same as its colour. */
export function Badge({ tone = 'neutral', icon, children, className }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex max-w-full items-center gap-1 rounded-full border px-2.5 py-0.5 text-xs ' +
          'font-medium @max-tight:rounded-card [&>svg]:size-3.5 [&>svg]:shrink-0',
        TONES[tone],
        className,
      )}
    >
      {icon}
      <span className="truncate @max-tight:whitespace-normal">{children}</span>
    </span>
  );
}
