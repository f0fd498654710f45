import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';
import type { Tone } from '../badge.tsx';

const TONES: Record<Tone, string> = {
  neutral: 'border-line bg-sunken text-ink',
  accent: 'border-accent-line bg-accent-soft text-ink',
  success: 'border-success/30 bg-success-soft text-success',
  danger: 'border-danger/30 bg-danger-soft text-danger',
  info: 'border-info/30 bg-info-soft text-info',
};

type AlertProps = { tone?: Tone; title?: string; icon?: ReactNode; children?: ReactNode };

/** A message inside the page. Errors are announced at once, the rest politely. */
export function Alert({ tone = 'info', title, icon, children }: AlertProps) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cn(
        'flex gap-3 rounded-control border px-4 py-3 text-sm [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0',
        TONES[tone],
      )}
    >
      {icon}
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
