import { useEffect, useState } from 'react';

const REST_AFTER_MS = 3000;

/** True some seconds after the page started: the time to fetch what a first load does without, but a lost network would need. */
export function useAtRest(): boolean {
  const [isAtRest, setIsAtRest] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsAtRest(true), REST_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isAtRest;
}
