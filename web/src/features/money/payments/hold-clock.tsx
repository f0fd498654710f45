import { useNow } from '#lib/use-now.ts';
import { holdCountdown } from '#rules/money/payment.ts';

const nextSecond = (now: Date) => new Date(now.getTime() + 1000);

/** The present, renewed each second, and at once when a page that slept is seen again. */
export const useSeconds = () => useNow(nextSecond);

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
