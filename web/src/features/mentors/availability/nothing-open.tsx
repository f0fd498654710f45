import { CalendarX2 } from 'lucide-react';

type NothingOpenProps = { title: string; hint?: string; children?: React.ReactNode };

/** Why there is nothing to choose. */
export function NothingOpen({ title, hint, children }: NothingOpenProps) {
  return (
    <div className="flex min-h-72 flex-col items-center justify-center gap-2 text-center">
      <CalendarX2 className="mb-2 size-8 text-accent-text" strokeWidth={1.5} aria-hidden="true" />
      <p className="font-semibold">{title}</p>
      {hint && <p className="max-w-full text-balance text-sm text-muted">{hint}</p>}
      {children && <div className="mt-3">{children}</div>}
    </div>
  );
}
