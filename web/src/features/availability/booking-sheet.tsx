import { bookingCopy } from '#copy/booking.ts';
import { site } from '#copy/site.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ConfirmButton } from './booking-panel.tsx';
import { SlotPicker } from './slot-picker.tsx';
import type { SlotSelection } from './use-slot-selection.ts';

/** Calendar and slots on phones, rising from the lower edge. */
export function BookingSheet({
  selection,
  isOpen,
  onClose,
}: {
  selection: SlotSelection;
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      closeLabel={site.close}
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
