import { cn } from '#lib/class-names.ts';
import { type SlotTime, slotKey } from '#rules/mentors/slots.ts';
import { formatDateShort, formatTimeRange } from '#rules/shell/ist.ts';

/** Free times of a mentor, each one press away; those that are chosen look so. */
export function TimePicks<Time extends SlotTime>({
  times,
  isChosen,
  isDisabled = () => false,
  onPick,
}: {
  times: readonly Time[];
  isChosen: (time: Time) => boolean;
  isDisabled?: (time: Time) => boolean;
  onPick: (time: Time) => void;
}) {
  return (
    <div className="grid grid-cols-2 gap-2">
      {times.map((time) => (
        <button
          key={slotKey(time)}
          type="button"
          aria-pressed={isChosen(time)}
          disabled={isDisabled(time)}
          onClick={() => onPick(time)}
          className={cn(
            'nums min-h-11 rounded-control border px-3 py-1.5 text-left text-sm transition-colors',
            'disabled:opacity-50',
            isChosen(time)
              ? 'border-accent bg-accent-soft text-accent-text'
              : 'border-line-strong enabled:hover:bg-sunken',
          )}
        >
          <span className="block font-semibold">{formatDateShort(time.date)}</span>{' '}
          <span className={cn('block text-xs', !isChosen(time) && 'text-muted')}>
            {formatTimeRange(time.startTime, time.endTime)}
          </span>
        </button>
      ))}
    </div>
  );
}
