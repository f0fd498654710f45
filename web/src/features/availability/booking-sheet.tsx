import { bookingCopy } from '#copy/booking.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ConfirmButton } from './booking-panel.tsx';
import { SlotPicker } from './slot-picker.tsx';
import type { SlotSelection } from './use-slot-selection.ts';

type BookingSheetProps = { selection: SlotSelection; isOpen: boolean; onClose: () => void };

/** Calendar and slots on phones, rising from the lower edge. */
export function BookingSheet({ selection, isOpen, onClose }: BookingSheetProps) {
  return (
    <Dialog
      placement="bottom"
      isOpen={isOpen}
      onClose={onClose}
      title={bookingCopy.panel.title}
      actions={<ConfirmButton selection={selection} />}
    >
      <SlotPicker selection={selection} />
    </Dialog>
  );
}
