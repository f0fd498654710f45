import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';
import { CONTROLS_ROOM, SLIDE_GAP, TRACK } from './carousel-shape.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

interface CarouselSkeletonProps {
  slideClass: string;
  /** As many as fit the widest screen. */
  count: number;
  children: ReactNode;
}

/** Keeps the place of a carousel, with the same height; `children` is one slide's skeleton. */
export function CarouselSkeleton({ slideClass, count, children }: CarouselSkeletonProps) {
  return (
    <div className={cn('overflow-hidden', CONTROLS_ROOM)} aria-hidden="true">
      <div className={TRACK}>
        {KEYS.slice(0, count).map((key) => (
          <div key={key} className={cn('min-w-0 shrink-0', SLIDE_GAP, slideClass)}>
            {children}
          </div>
        ))}
      </div>
    </div>
  );
}
