import { adminBookings } from '#copy/admin/bookings.ts';
import { site } from '#copy/site.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { userOf } from './booking-names.ts';
import type { AdminBooking } from './bookings.data.ts';

const { approveAsk: copy } = adminBookings;

/**
 * Asks before a key approves: a key is hit by mistake more easily than a button, and an approval cannot be taken
 * back. Enter answers it.
 */
export function ApproveDialog({
  booking,
  onClose,
  onApprove,
  returnFocus,
}: {
  booking: AdminBooking;
  onClose: () => void;
  onApprove: () => void;
  returnFocus: () => HTMLElement | null;
}) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      closeLabel={site.close}
      title={copy.title}
      description={copy.description(userOf(booking), booking.mentor_name)}
      returnFocus={returnFocus}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {copy.keep}
          </Button>
          <Button autoFocus onClick={onApprove}>
            {copy.confirm}
          </Button>
        </>
      }
    >
      <BookingFacts booking={booking} />
    </Dialog>
  );
}
