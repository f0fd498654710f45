import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { mentorHours as copy } from '#copy/mentors/hours.ts';
import { cn } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';

const words = copy.save;

/** Stays at the lower edge while something is not saved: what that is, and the two ways on. */
export function SaveBar({
  changed,
  problems,
  isBusy,
  isAboveBar,
  children,
  onDiscard,
}: {
  /** The parts of the page that differ from what is saved. */
  changed: readonly string[];
  /** How many entries keep it from being saved, once that was tried. */
  problems: number;
  isBusy: boolean;
  /** Whether a bar of links stands below it on a phone. */
  isAboveBar: boolean;
  /** What has to be decided first. */
  children?: ReactNode;
  onDiscard: () => void;
}) {
  const bar = useRef<HTMLDivElement>(null);
  const isShown = changed.length > 0;
  useLayoutEffect(() => {
    if (!isShown || !bar.current) return;
    // What floats at the lower edge of a phone rises above it.
    const { style } = document.documentElement;
    const rise = () =>
      style.setProperty('--bottom-bar', `calc(${isAboveBar ? 3.5 : 0}rem + ${bar.current?.offsetHeight ?? 0}px)`);
    const watch = new ResizeObserver(rise);
    watch.observe(bar.current);
    return () => {
      watch.disconnect();
      style.removeProperty('--bottom-bar');
    };
  }, [isShown, isAboveBar]);
  return (
    <div
      ref={bar}
      className={cn(
        'sticky low:static z-10 -mx-5 mt-5 md:bottom-4 md:mx-0',
        isAboveBar ? 'bottom-[calc(3.5rem+env(safe-area-inset-bottom))]' : 'bottom-0',
        !isShown && 'hidden',
      )}
    >
      <div
        className={
          'flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-strong bg-surface px-5 py-3 shadow-float ' +
          // Beside the button for the chat, which floats over its end.
          'md:rounded-card md:border md:max-2xl:pr-20'
        }
      >
        {children && <div className="w-full">{children}</div>}
        <p aria-live="polite" className="min-w-0 flex-1 basis-40 text-sm">
          {changed.length > 0 && <span className="font-medium">{words.changed(changed.join(', '))}</span>}
          {problems > 0 && <span className="block text-danger">{words.problems(problems)}</span>}
        </p>
        <div className="flex gap-3 max-sm:w-full max-sm:[&>*]:flex-1">
          <Button variant="secondary" disabled={isBusy} onClick={onDiscard}>
            {words.discard}
          </Button>
          <Button type="submit" isBusy={isBusy}>
            {isBusy ? words.saving : words.save}
          </Button>
        </div>
      </div>
    </div>
  );
}
