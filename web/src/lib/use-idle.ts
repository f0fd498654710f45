import { useEffect, useState } from 'react';
import { whenOnline } from './when-online.ts';

const REST_AFTER_MS = 3000;

/** True some seconds after the start: time to fetch what the first load leaves out but an offline page needs. */
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
