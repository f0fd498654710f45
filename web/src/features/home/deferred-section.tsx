import { Component, type ReactNode, Suspense, useCallback, useId, useRef, useState } from 'react';
import { cn } from '#lib/class-names.ts';
import type { HomeSection } from './home-schedule.ts';
import { useTurn } from './use-turn.ts';
import { useVanishing } from './use-vanishing.ts';

/**
 * A section whose content comes when it is its turn (web/src/features/home/home-schedule.ts). Its heading comes with the page, and
 * `skeleton` keeps the content's place, so that nothing moves when it arrives. Where it turns out that there is nothing
 * to show, or that it cannot be read, the section goes, heading and all. Without scripts nothing would ever come, so
 * then it is not there from the start.
 */
export function DeferredSection({
  section,
  title,
  intro,
  isSlim = false,
  className,
  skeleton,
  children,
}: {
  section: HomeSection;
  title: string;
  intro?: string;
  /** A quiet band between two larger sections. */
  isSlim?: boolean;
  className?: string;
  skeleton: ReactNode;
  /** The content, which loads by itself; it says so when it has nothing to show. */
  children: (onNothing: () => void) => ReactNode;
}) {
  const element = useRef<HTMLElement>(null);
  const titleId = useId();
  const isDue = useTurn(section, element);
  const [isNothing, setIsNothing] = useState(false);
  const onNothing = useCallback(() => setIsNothing(true), []);
  const isGone = useVanishing(isNothing, element);
  if (isGone) return null;
  return (
    <section
      ref={element}
      data-section={section}
      aria-labelledby={isNothing ? undefined : titleId}
      className={cn('noscript:hidden', className, isNothing && 'invisible')}
    >
      <div className={cn('page-width', isSlim ? 'py-8 md:py-10' : 'py-16 md:py-24')}>
        <div className={cn('md:pr-44', isSlim ? 'mb-6 md:mb-8' : 'mb-8 md:mb-10')}>
          <h2 id={titleId} className={isSlim ? 'text-lg' : 'text-2xl'}>
            {title}
          </h2>
          {intro && <p className="mt-2 max-w-prose text-muted">{intro}</p>}
        </div>
        {isDue && !isNothing ? (
          <OrNothing onNothing={onNothing}>
            <Suspense fallback={skeleton}>{children(onNothing)}</Suspense>
          </OrNothing>
        ) : (
          skeleton
        )}
      </div>
    </section>
  );
}

/** Code that cannot be fetched takes its section along, and not the page. */
class OrNothing extends Component<{ onNothing: () => void; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    this.props.onNothing();
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
