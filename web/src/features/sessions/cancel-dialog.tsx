import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { bookingCopy } from '#copy/booking.ts';
import { dashboard } from '#copy/dashboard.ts';
import { site } from '#copy/site.ts';
import { RECEIPTS_KEY, receiptQuery } from '#lib/functions/booking-receipt.data.ts';
import { toast } from '#lib/toast.ts';
import { formatDateFull, formatTimeRange } from '#rules/ist.ts';
import { formatInr } from '#rules/money.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { type Booking, bookingsQuery, cancelBooking } from './sessions.data.ts';

const { cancelDialog } = bookingCopy;
const { cancel: copy } = dashboard;

/** Asks before cancelling, and cancels (specification, section 4). The database decides whether it still may be. */
export function CancelDialog({
  booking,
  userId,
  ...dialog
}: {
  booking: Booking;
  userId: string;
} & DialogOpening) {
  const client = useQueryClient();
  const { queryKey } = bookingsQuery(userId);
  const receipt = useQuery(receiptQuery(booking.id));
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<'failed' | 'windowPassed' | null>(null);

  const reload = () => {
    void client.invalidateQueries({ queryKey });
    void client.invalidateQueries({ queryKey: [RECEIPTS_KEY] });
  };

  const cancel = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      const outcome = await cancelBooking(booking.id);
      if (outcome === 'window-passed') {
        setFailure('windowPassed');
        return;
      }
      if (outcome === 'cancelled') {
        client.setQueryData(queryKey, (bookings) =>
          bookings?.map((one) => (one.id === booking.id ? { ...one, status: 'cancelled' } : one)),
        );
        toast.success(receipt.data ? copy.doneWithRefund : copy.done);
      } else {
        toast.warning(copy.statusChanged, { duration: 10_000 });
      }
      reload();
      dialog.onClose();
    } catch (error) {
      console.warn('The cancellation did not get through', error);
      setFailure('failed');
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <ConfirmDialog
      {...dialog}
      title={cancelDialog.title}
      description={cancelDialog.description}
      words={{ close: site.close, keep: cancelDialog.keep, confirm: cancelDialog.confirm }}
      isBusy={isBusy}
      onConfirm={() => void cancel()}
      instead={failure === 'windowPassed' ? null : undefined}
      failure={failure && { text: copy[failure] }}
    >
      <dl className="nums grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-control bg-sunken px-4 py-3 [&>dd]:min-w-0 [&>dd]:break-words [&>dd]:font-medium [&>dt]:text-muted">
        <dt>{copy.mentor}</dt>
        <dd>{booking.mentor_name}</dd>
        <dt>{copy.date}</dt>
        <dd>{formatDateFull(booking.date)}</dd>
        <dt>{copy.time}</dt>
        <dd>{dashboard.inIst(formatTimeRange(booking.start_time, booking.end_time))}</dd>
      </dl>
      {receipt.data !== null && (
        <p className="nums mt-4 flex gap-2 text-sm text-muted">
          <Undo2 className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {receipt.data ? copy.refundNoteOf(formatInr(receipt.data.amount)) : copy.refundNote}
        </p>
      )}
    </ConfirmDialog>
  );
}
