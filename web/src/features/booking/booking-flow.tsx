import { Info } from 'lucide-react';
import { useState } from 'react';
import { bookingCopy } from '#copy/booking.ts';
import { site } from '#copy/site.ts';
import { type LocalUser, useSession } from '#lib/session.ts';
import type { Slot } from '#rules/slots.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { BookableMentor } from './bookable-mentor.ts';
import { LoginDialog } from './login-dialog.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { SessionFacts } from './session-facts.tsx';
import type { Booking } from './use-booking.ts';
import { usePayment } from './use-payment.ts';

const { confirmDialog: copy } = bookingCopy;

/** Everything between 'Confirm Booking' and the processing page. Its code arrives when a slot is picked. */
export function BookingFlow({ booking }: { booking: Booking }) {
  const { localUser, isLoading } = useSession();
  // The dialogs keep showing the slot that they are about while they close.
  const [shown, setShown] = useState<Slot | null>(null);
  if (booking.slot && booking.isFlowOpen && booking.slot !== shown) setShown(booking.slot);
  if (!shown || isLoading) return null;
  if (!localUser) {
    return (
      <LoginDialog
        isOpen={booking.isFlowOpen}
        onClose={booking.closeFlow}
        mentor={booking.mentor}
        slot={shown}
      />
    );
  }
  return (
    <PayingFlow
      // Each time the flow opens it starts from its beginning.
      key={booking.flowCount}
      mentor={booking.mentor}
      slot={shown}
      user={localUser}
      isOpen={booking.isFlowOpen}
      onClose={booking.closeFlow}
      onSlotLost={() => {
        booking.closeFlow();
        booking.loseSlot();
      }}
    />
  );
}

function PayingFlow({
  mentor,
  slot,
  user,
  isOpen,
  onClose,
  onSlotLost,
}: {
  mentor: BookableMentor;
  slot: Slot;
  user: LocalUser;
  isOpen: boolean;
  onClose: () => void;
  onSlotLost: () => void;
}) {
  const payment = usePayment({ mentor, slot, user, onSlotLost });
  const isOrdering = payment.phase === 'ordering';
  return (
    <>
      <Dialog
        closeLabel={site.close}
        isOpen={isOpen && (payment.phase === 'confirm' || isOrdering)}
        isLocked={isOrdering}
        onClose={onClose}
        title={copy.title}
        actions={
          <>
            <Button variant="quiet" disabled={isOrdering} onClick={onClose}>
              {copy.cancel}
            </Button>
            <Button isBusy={isOrdering} onClick={() => void payment.proceed()}>
              {copy.proceed}
            </Button>
          </>
        }
      >
        <SessionFacts mentor={mentor} slot={slot} amount={mentor.price} />
        <p className="mt-4 flex gap-2 text-sm text-muted">
          <Info className="mt-0.5 size-4 shrink-0 text-info" aria-hidden="true" />
          {copy.cancellationNote}
        </p>
      </Dialog>
      <PaymentDialog payment={payment} isOpen={isOpen} mentor={mentor} slot={slot} onClose={onClose} />
    </>
  );
}
