import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';
import { PointMark } from '../point-mark.tsx';

interface StatusMessageProps {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  level?: 1 | 2 | 3;
  isAlert?: boolean;
}

/** An empty, missing or failed state: the motif, one heading, one sentence, one next step. */
export function StatusMessage({ title, children, action, level = 2, isAlert = false }: StatusMessageProps) {
  const Heading = `h${level}` as const;
  return (
    <div
      className={cn(
        'mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center',
        // A state that is the whole page is in the middle of the screen.
        level === 1 && 'min-h-[62dvh] justify-center',
      )}
      role={isAlert ? 'alert' : undefined}
    >
      <PointMark className="mb-6 size-28" />
      <Heading className="text-xl">{title}</Heading>
      {children && <div className="mt-2 text-balance text-muted">{children}</div>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
