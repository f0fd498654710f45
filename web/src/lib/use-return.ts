import { useEffect, useEffectEvent } from 'react';

/**
 * Calls back when the page is shown again as it was left: a browser keeps pages for the way back, and nothing of them runs
 * meanwhile. What says that the person is leaving, or what may have changed, is looked at again.
 */
export function useReturn(onReturn: () => void): void {
  const notice = useEffectEvent(({ persisted }: PageTransitionEvent) => persisted && onReturn());
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => notice(event);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
}
