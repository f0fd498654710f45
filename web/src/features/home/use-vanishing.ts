import { type RefObject, useEffect, useState } from 'react';

/**
 * Lets an element that turned out to have nothing to show go without moving what is being read: at once while it is
 * below the screen, else as soon as it has left it. Above the screen that takes a browser that holds what is in view
 * still (scroll anchoring); in another its room stays until it is below again.
 */
export function useVanishing(isNothing: boolean, element: RefObject<HTMLElement | null>): boolean {
  const [isGone, setIsGone] = useState(false);
  useEffect(() => {
    if (!isNothing || isGone || !element.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry || entry.isIntersecting) return;
      if (entry.boundingClientRect.top > 0 || CSS.supports('overflow-anchor', 'auto')) setIsGone(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNothing, isGone, element]);
  return isGone;
}
