import { Clock, ShieldCheck } from 'lucide-react';
import { holds as copy } from '#copy/money/holds.ts';
import { cn } from '#lib/class-names.ts';
import { formatTime, istTimeOfDay } from '#rules/ist.ts';
import type { HoldState } from '#rules/payment.ts';
import { HoldClock } from './hold-clock.tsx';
import type { HeldTime } from './use-held-time.ts';

/**
 * How long the slot is held. The running clock is for the eyes: a screen reader hears a sentence at the start, 5
 * minutes and one minute before the end, and at the end.
 */
export function HoldNote({ held }: { held: HeldTime }) {
  const { state, endsAt } = held;
  const isOver = state === 'over';
  return (
    <div
      className={cn(
        'mt-4 flex items-start gap-3 rounded-control border px-4 py-3 text-sm nums',
        state === 'held' ? 'border-line bg-sunken' : 'border-accent-line bg-accent-soft',
      )}
    >
      {state === 'held' ? (
        <ShieldCheck className="mt-0.5 size-4 shrink-0 text-success" aria-hidden="true" />
      ) : (
        <Clock className="mt-0.5 size-4 shrink-0 text-accent-text" aria-hidden="true" />
      )}
      <div className="min-w-0 flex-1">
        {!isOver && <HoldClock endsAt={endsAt} say={copy.heldFor} className="block font-semibold" />}
        <p role="status" className={cn('text-balance', !isOver && 'text-muted')}>
          {isOver && (
            <strong className="block font-semibold">
              {copy.ended.title}
              <span className="sr-only">. </span>
            </strong>
          )}
          {sentenceOf(state, formatTime(istTimeOfDay(held.until)))}
        </p>
      </div>
    </div>
  );
}

function sentenceOf(state: HoldState, until: string): string {
  switch (state) {
    case 'held':
      return copy.until(until);
    case 'short':
      return copy.fiveMinutes(until);
    case 'ending':
      return copy.lastMinute;
    case 'over':
      return copy.ended.text;
  }
}
