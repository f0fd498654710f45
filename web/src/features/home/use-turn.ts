import { type RefObject, useEffect, useState } from 'react';
import { type HomeSection, sectionDelayMs } from './home-schedule.ts';

/** How far below the screen a section may still be when it begins to load, in pixels. */
const NEAR_VIEW_PX = 300;

/** Whether it is a section's turn to load: after its delay, or as soon as its element comes near the view. */
export function useTurn(section: HomeSection, element: RefObject<HTMLElement | null>): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (isDue || !element.current) return;
    const start = () => setIsDue(true);
    const timer = setTimeout(start, sectionDelayMs(section));
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) start();
      },
      { rootMargin: `${NEAR_VIEW_PX}px 0px` },
    );
    observer.observe(element.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [section, element, isDue]);
  return isDue;
}
