import { dashboard } from '#copy/dashboard.ts';
import { bookingChanges } from '#copy/money/booking-changes.ts';
import { cancellableUntil } from '#rules/booking.ts';
import { formatDateShort, formatTime, istTimeOfDay, istToday } from '#rules/ist.ts';
import { Button } from '#ui/button.tsx';
import type { Booking } from './bookings.data.ts';

const { cancel: copy } = dashboard;

type CancelOfferProps = { booking: Booking; now: Date; onCancel: (booking: Booking, button: HTMLElement) => void };

/** The button that asks whether to cancel, and until when it is there. */
export function CancelOffer({ booking, now, onCancel }: CancelOfferProps) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        variant="secondary"
        size="sm"
        aria-haspopup="dialog"
        onClick={(event) => onCancel(booking, event.currentTarget)}
      >
        {copy.action}
        <span className="sr-only">{dashboard.withMentor(booking.mentor_name)}</span>
      </Button>
      <p className="nums text-balance text-sm text-muted">{copy.until(inIst(cancellableUntil(booking), now))}</p>
    </div>
  );
}

interface HelpOfferProps {
  booking: Booking;
  kind: 'change' | 'problem';
  onAsk: (booking: Booking, button: HTMLElement) => void;
}

/** The button that says how to ask for what the dashboard cannot do. */
export function HelpOffer({ booking, kind, onAsk }: HelpOfferProps) {
  return (
    <Button
      variant="quiet"
      size="sm"
      aria-haspopup="dialog"
      className="-ml-3 text-muted hover:text-ink"
      onClick={(event) => onAsk(booking, event.currentTarget)}
    >
      {kind === 'change' ? bookingChanges.action : bookingChanges.problemAction}
      <span className="sr-only">{bookingChanges.about(booking.mentor_name)}</span>
    </Button>
  );
}

/** "7:42 PM IST", with its day where that is not today. */
function inIst(instant: Date, now: Date): string {
  const time = dashboard.inIst(formatTime(istTimeOfDay(instant)));
  const day = istToday(instant);
  return day === istToday(now) ? time : `${formatDateShort(day)}, ${time}`;
}
