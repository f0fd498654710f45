import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { adminBookings } from '#copy/admin/bookings.ts';
import { site } from '#copy/site.ts';
import { messageOf } from '#lib/functions/functions.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { amountOf, userOf } from './booking-names.ts';
import { type AdminBooking, decide, type Outcome } from './booking-requests.data.ts';

const { reject: copy } = adminBookings;

/** Names whom it concerns and what goes with it before a booking is rejected, and rejects it. */
export function RejectDialog({
  booking,
  onOutcome,
  ...dialog
}: {
  booking: AdminBooking;
  onOutcome: (outcome: Outcome) => void;
} & Omit<DialogOpening, 'isOpen'>) {
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
    <ConfirmDialog
      {...dialog}
      isOpen
      title={copy.title}
      description={copy.description(user, booking.mentor_name)}
      words={{
        close: site.close,
        keep: copy.keep,
        confirm: isPaid ? copy.confirm : copy.confirmWithoutRefund,
      }}
      isBusy={isBusy}
      onConfirm={() => void reject()}
      failure={failure !== null && { title: copy.failed, text: failure }}
    >
      <BookingFacts booking={booking} />
      <p className="nums mt-4 flex gap-2 text-sm">
        <Undo2 className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        {isPaid ? copy.refund(user, amountOf(booking)) : copy.noRefund}
      </p>
      <p className="mt-2 text-sm text-muted">{copy.slotFree(booking.mentor_name)}</p>
    </ConfirmDialog>
  );
}
