import { adminBookings } from '#copy/admin/bookings.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { BookingFacts } from './booking-facts.tsx';
import type { AdminBooking } from './bookings.data.ts';

const { tooLate: copy } = adminBookings;

/** A session that starts too soon to approve, and both ways out (answers, section 3). */
export function TooLateDialog({
  booking,
  onReject,
  onReschedule,
  ...dialog
}: DialogOpening & { booking: AdminBooking; onReject: () => void; onReschedule: () => void }) {
  return (
    <Dialog
      {...dialog}
      title={copy.title}
      description={copy.sentence}
      actions={
        <>
          <Button variant="secondary" onClick={dialog.onClose}>
            {copy.close}
          </Button>
          <Button variant="secondary" onClick={onReschedule}>
            {copy.reschedule}
          </Button>
          <Button variant="danger" onClick={onReject}>
            {copy.reject}
          </Button>
        </>
      }
    >
      <BookingFacts booking={booking} />
    </Dialog>
  );
}
