import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { adminBookings } from '#copy/admin/bookings.ts';
import { site } from '#copy/site.ts';
import { messageOf } from '#lib/functions/functions.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Banner } from '#ui/messages/banner.tsx';
import { amountOf, timeOf, userOf, whenOf } from './booking-names.ts';
import { type AdminBooking, decide, type Outcome } from './booking-requests.data.ts';

const { columns, reject: copy } = adminBookings;

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
      <dl className="nums grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-control bg-sunken px-4 py-3 [&>dd]:min-w-0 [&>dd]:break-words [&>dd]:font-medium [&>dt]:text-muted">
        <dt>{columns.user}</dt>
        <dd>{user}</dd>
        <dt>{columns.mentor}</dt>
        <dd>{booking.mentor_name}</dd>
        <dt>{columns.time}</dt>
        <dd>{whenOf(timeOf(booking))}</dd>
      </dl>
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
