import { cn } from '#lib/class-names.ts';

/** A turning ring. Decorative: a text beside it, or in an aria-live region, must say what is loading. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-block size-4 shrink-0 animate-[spin_0.8s_linear_infinite] rounded-full border-2 ' +
          'border-current border-r-transparent',
        className,
      )}
    />
  );
}
