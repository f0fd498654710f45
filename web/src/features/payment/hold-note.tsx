import { Clock, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { paymentCopy } from '#copy/payment.ts';
import { formatTime, istTimeOfDay } from '#rules/ist.ts';
import { holdCountdown, holdState } from '#rules/payment.ts';

const { dialog: copy } = paymentCopy;

const TICK_MS = 1000;

/** How long the slot is held. The clock that runs is for the eyes: a screen reader hears of the end alone. */
export function HoldNote({ heldUntil }: { heldUntil: Date }) {
  const now = useNow();
  const state = holdState(heldUntil, now);
  const sentence = {
    held: copy.held(formatTime(istTimeOfDay(heldUntil))),
    ending: copy.holdEnding,
    over: copy.holdOver,
  }[state];
  return (
    <div className="mt-4 flex items-start gap-2 text-sm text-muted nums">
      {state === 'held' ? (
        <ShieldCheck className="mt-0.5 size-4 shrink-0 text-success" aria-hidden="true" />
      ) : (
        <Clock className="mt-0.5 size-4 shrink-0 text-accent-text" aria-hidden="true" />
      )}
      <p role="status" className="min-w-0 flex-1 text-balance">
        {sentence}
      </p>
      {state !== 'over' && (
        <span aria-hidden="true" data-countdown className="font-medium text-ink">
          {holdCountdown(heldUntil, now)}
        </span>
      )}
    </div>
  );
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
