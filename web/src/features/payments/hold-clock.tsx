import { useEffect, useState } from 'react';
import { holdCountdown } from '#rules/payment.ts';

const TICK_MS = 1000;

/** The present, renewed each second, and at once when a page that slept is seen again. */
export function useSeconds(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const renew = () => setNow(new Date());
    const timer = setInterval(renew, TICK_MS);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, []);
  return now;
}

type HoldClockProps = { endsAt: Date; say: (left: string) => string; className?: string };

/** What is left of a hold, "9:41", in the words of `say`. Not for screen readers: say it once beside the clock. */
export function HoldClock({ endsAt, say, className }: HoldClockProps) {
  const now = useSeconds();
  return (
    <span aria-hidden="true" data-countdown className={className}>
      {say(holdCountdown(endsAt, now))}
    </span>
  );
}
