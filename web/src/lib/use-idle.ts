import { useEffect, useState } from 'react';
import { whenOnline } from './when-online.ts';

const REST_AFTER_MS = 3000;

/**
 * True some seconds after the page started: the time to fetch what a first load does without, but a lost network
 * would need.
 */
export function useIdle(): boolean {
  const [isIdle, setIsAtRest] = useState(false);
  useEffect(() => {
    let isGone = false;
    const timer = setTimeout(async () => {
      // What would be fetched now would fail, and a browser remembers an import that failed.
      await whenOnline();
      if (!isGone) setIsAtRest(true);
    }, REST_AFTER_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  return isIdle;
}
