import type { HTMLAttributes } from 'react';
import { cn } from '#lib/class-names.ts';

/** A surface with one hairline. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div className={cn('rounded-card border border-line bg-surface', className)} {...rest} />;
}
