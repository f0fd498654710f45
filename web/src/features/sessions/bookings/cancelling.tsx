import { dashboard } from '#copy/sessions/dashboard.ts';
import { cn } from '#lib/class-names.ts';
import { bookingStart, canCancel, cancellationSentence } from '#rules/sessions/booking.ts';
import { Button } from '#ui/button.tsx';
import type { Booking } from './bookings.data.ts';

interface CancellingProps {
  booking: Pick<Booking, 'status' | 'created_at' | 'date' | 'start_time' | 'mentor_name'>;
  now: Date;
}

/** Until when a booking can be cancelled, and for free. */
export function CancellationTerms({ booking, now, className }: CancellingProps & { className?: string }) {
  const { status } = booking;
  const facts = { status, paidAt: new Date(booking.created_at), startsAt: bookingStart(booking) };
  const sentence = cancellationSentence(facts, now);
  return sentence && <p className={cn('nums mt-3 text-pretty text-sm text-muted', className)}>{sentence}</p>;
}

/** Asks whether to cancel a booking under review, as long as that is possible. */
export function CancelButton({
  booking,
  now,
  onCancel,
}: CancellingProps & { onCancel: (button: HTMLElement) => void }) {
  if (!canCancel(booking, now)) return null;
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-haspopup="dialog"
      className="@max-tight:long-label"
      onClick={(event) => onCancel(event.currentTarget)}
    >
      {dashboard.cancel.action}
      <span className="sr-only">{dashboard.withMentor(booking.mentor_name)}</span>
    </Button>
  );
}
