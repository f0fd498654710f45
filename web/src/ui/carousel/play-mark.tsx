import { Play } from 'lucide-react';

/** The amber dot as a play button, in the middle of a picture that is one big button (a `group`). Decorative. */
export function PlayMark() {
  return (
    <span
      className={
        'absolute left-1/2 top-1/2 grid size-16 -translate-1/2 place-items-center rounded-full ' +
        'bg-accent text-on-accent shadow-float transition-[scale,background-color] duration-150 ' +
        'ease-out group-hover:scale-105 group-hover:bg-accent-hover'
      }
    >
      <Play className="size-6 translate-x-0.5 fill-current" aria-hidden="true" />
    </span>
  );
}
