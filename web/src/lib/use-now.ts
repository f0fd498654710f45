import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/**
 * The present, renewed each minute, at the next turn, and when a sleeping page is seen again. `nextTurn` is the next
 * instant after `now` at which something changes; keep the function the same between renders.
 */
export function useNow(nextTurn?: (now: Date) => Date | null): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const renew = () => setNow(new Date());
    const turn = nextTurn?.(now)?.getTime() ?? Number.POSITIVE_INFINITY;
    const nextMinute = (Math.floor(now.getTime() / MINUTE_MS) + 1) * MINUTE_MS;
    const timer = setTimeout(renew, Math.max(0, Math.min(turn, nextMinute) - Date.now()));
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [now, nextTurn]);
  return now;
}
