import { Play } from 'lucide-react';
import { cn } from '#lib/class-names.ts';

/** The amber dot as a play button on a picture that is one big button (a `group`). Decorative. */
export function PlayMark({ at }: { at: 'middle' | 'lower left' }) {
  return (
    <span
      className={cn(
        'absolute grid place-items-center rounded-full bg-accent text-on-accent shadow-float ' +
          'transition-[scale,background-color] duration-150 ease-out group-hover:scale-105 group-hover:bg-accent-hover',
        at === 'middle' ? 'left-1/2 top-1/2 size-16 -translate-1/2' : 'bottom-4 left-4 size-14',
      )}
    >
      <Play className="size-6 translate-x-0.5 fill-current" aria-hidden="true" />
    </span>
  );
}
