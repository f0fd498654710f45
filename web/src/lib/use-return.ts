import { useEffect, useEffectEvent } from 'react';

/**
 * Calls back when the page is shown again from the back/forward cache, where none of its code runs. Callers then remove
 * signs that the person is leaving, and read data again that may have changed.
 */
export function useReturn(onReturn: () => void): void {
  const notice = useEffectEvent(({ persisted }: PageTransitionEvent) => persisted && onReturn());
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => notice(event);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
}
