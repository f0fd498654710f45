import { adminBookings } from '#copy/admin/bookings.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { BookingFacts } from './booking-facts.tsx';
import type { AdminBooking } from './bookings.data.ts';

const { tooLate: copy } = adminBookings;

/** What is left to do with a session that starts too soon to approve (docs/product/bookings.md#deadlines). */
export function TooLateDialog({
  booking,
  onReject,
  onMove,
  ...dialog
}: DialogOpening & { booking: AdminBooking; onReject: () => void; onMove: () => void }) {
  return (
    <Dialog
      {...dialog}
      title={copy.title}
      description={copy.text}
      actions={
        <>
          <Button variant="secondary" onClick={onMove}>
            {copy.move}
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
