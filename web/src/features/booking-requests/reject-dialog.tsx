import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { adminBookings } from '#copy/admin/bookings.ts';
import { site } from '#copy/site.ts';
import { messageOf } from '#lib/functions/functions.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Banner } from '#ui/messages/banner.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { amountOf, userOf } from './booking-names.ts';
import { type AdminBooking, decide, type Outcome } from './booking-requests.data.ts';

const { reject: copy } = adminBookings;

/** Names whom it concerns and what goes with it before a booking is rejected, and rejects it. */
export function RejectDialog({
  booking,
  onClose,
  onOutcome,
  returnFocus,
}: {
  booking: AdminBooking;
  onClose: () => void;
  onOutcome: (outcome: Outcome) => void;
  returnFocus: () => HTMLElement | null;
}) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const user = userOf(booking);
  const isPaid = booking.payment_state !== 'none';

  const reject = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      onOutcome(await decide(booking.id, 'rejected'));
    } catch (error) {
      console.warn('The booking was not rejected', error);
      setFailure(messageOf(error));
      setIsBusy(false);
    }
  };

  return (
    <Dialog
      isOpen
      isLocked={isBusy}
      onClose={onClose}
      closeLabel={site.close}
      title={copy.title}
      description={copy.description(user, booking.mentor_name)}
      returnFocus={returnFocus}
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            {copy.keep}
          </Button>
          <Button variant="danger" isBusy={isBusy} onClick={() => void reject()}>
            {isPaid ? copy.confirm : copy.confirmWithoutRefund}
          </Button>
        </>
      }
    >
      <BookingFacts booking={booking} />
      <p className="nums mt-4 flex gap-2 text-sm">
        <Undo2 className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        {isPaid ? copy.refund(user, amountOf(booking)) : copy.noRefund}
      </p>
      <p className="mt-2 text-sm text-muted">{copy.slotFree(booking.mentor_name)}</p>
      {failure && (
        <div className="mt-4">
          <Banner tone="danger" title={copy.failed}>
            {failure}
          </Banner>
        </div>
      )}
    </Dialog>
  );
}
