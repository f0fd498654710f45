import { useEffect, useState } from 'react';
import { SERVER_TIME_LEARNED, serverNow } from './server-time.ts';

const MINUTE_MS = 60_000;

/**
 * The present by the server's clock, renewed each minute, at the next turn, and when a hidden page is shown again.
 * `nextTurn` is the next instant after `now` at which something changes; keep the function the same between renders.
 */
export function useNow(nextTurn?: (now: Date) => Date | null): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const renew = () => setNow(serverNow());
    const turn = nextTurn?.(now)?.getTime() ?? Number.POSITIVE_INFINITY;
    const nextMinute = (Math.floor(now.getTime() / MINUTE_MS) + 1) * MINUTE_MS;
    const timer = setTimeout(renew, Math.max(0, Math.min(turn, nextMinute) - serverNow().getTime()));
    document.addEventListener('visibilitychange', renew);
    window.addEventListener(SERVER_TIME_LEARNED, renew);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renew);
      window.removeEventListener(SERVER_TIME_LEARNED, renew);
    };
  }, [now, nextTurn]);
  return now;
}
