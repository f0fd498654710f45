import { bookingPanel as panel } from '#copy/mentors/booking-panel.ts';
import { cn } from '#lib/class-names.ts';
import { formatInr } from '#rules/money/rupees.ts';

interface SessionPriceProps {
  mentor: { price: number; sessionMinutes?: number | null };
  /** The size of the price. */
  className?: string;
}

/** "₹9,000 · 45 min"; where the mentor has set no length, "₹9,000 per session"; nothing where the mentor has no price. */
export function SessionPrice({ mentor, className }: SessionPriceProps) {
  if (mentor.price <= 0) return null;
  return (
    <span className="nums">
      <span className={cn('font-semibold text-ink', className)} translate="no">
        {formatInr(mentor.price)}
      </span>
      <span className="text-sm text-muted">
        {mentor.sessionMinutes ? ` · ${panel.length(mentor.sessionMinutes)}` : ` ${panel.perSession}`}
      </span>
    </span>
  );
}
