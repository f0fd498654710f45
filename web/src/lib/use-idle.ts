import { useEffect, useState } from 'react';
import { whenOnline } from './when-online.ts';

const REST_AFTER_MS = 3000;

/**
 * True some seconds after the start: then code is loaded that is not in the first load, but that a page without a
 * network needs.
 */
export function useIdle(): boolean {
  const [isIdle, setIsAtRest] = useState(false);
  useEffect(() => {
    let isGone = false;
    const timer = setTimeout(async () => {
      // Without a network an import would fail, and a browser remembers a failed import.
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
