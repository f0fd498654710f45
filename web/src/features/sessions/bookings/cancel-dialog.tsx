import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { bookingCopy } from '#copy/sessions/bookings.ts';
import { bookingChanges } from '#copy/sessions/changes.ts';
import { dashboard } from '#copy/sessions/dashboard.ts';
import { bookingRefundsQuery } from '#features/money/refunds/refunds.data.ts';
import { SESSION_PAGE } from '#lib/query/query-keys.ts';
import { toast } from '#lib/toast.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { BookingFacts, type NamedSession } from './booking-facts.tsx';
import { RECEIPTS_KEY } from './booking-receipt.data.ts';
import { bookingsQuery, cancelBooking } from './bookings.data.ts';
import { cancellationQuery } from './cancellation.data.ts';

const { cancelDialog } = bookingCopy;
const { cancel: copy } = dashboard;

/**
 * Asks before cancelling, and cancels (docs/product/bookings.md#deadlines). The database decides whether it still may
 * be.
 */
export function CancelDialog({
  booking,
  userId,
  ...dialog
}: { booking: NamedSession; userId: string } & DialogOpening) {
  const client = useQueryClient();
  const { queryKey } = bookingsQuery(userId);
  const terms = useQuery(cancellationQuery(booking.id));
  const [isBusy, setIsBusy] = useState(false);
  const [failed, setFailed] = useState<'failed' | 'windowPassed' | null>(null);
  // The database's clock may be ahead of this one; a booking that has been answered is reported when asked for.
  const isTooLate = terms.data?.status === 'pending_admin_review' && !terms.data.canCancelHere;
  const failure = isTooLate ? 'windowPassed' : failed;

  const reload = () => {
    void client.invalidateQueries({ queryKey });
    void client.invalidateQueries({ queryKey: [RECEIPTS_KEY] });
    void client.invalidateQueries(bookingRefundsQuery(userId));
    void client.invalidateQueries({ queryKey: [SESSION_PAGE, booking.id] });
  };

  const cancel = async () => {
    setIsBusy(true);
    setFailed(null);
    try {
      const outcome = await cancelBooking(booking.id);
      if (outcome === 'window-passed') {
        setFailed('windowPassed');
        return;
      }
      if (outcome === 'cancelled') {
        client.setQueryData(queryKey, (bookings) =>
          bookings?.map((one) => (one.id === booking.id ? { ...one, status: 'cancelled' } : one)),
        );
        client.setQueriesData<{ booking: object }>(
          { queryKey: [SESSION_PAGE, booking.id] },
          (page) => page && { ...page, booking: { ...page.booking, status: 'cancelled' } },
        );
        toast.success(terms.data?.paid ? copy.doneWithRefund : copy.done);
      } else {
        toast.warning(copy.statusChanged, { duration: 10_000 });
      }
      reload();
      dialog.onClose();
    } catch (error) {
      console.warn('The cancellation did not get through', error);
      setFailed('failed');
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <ConfirmDialog
      {...dialog}
      title={cancelDialog.title}
      description={cancelDialog.description}
      labels={{ keep: cancelDialog.keep, confirm: cancelDialog.confirm }}
      isBusy={isBusy}
      onConfirm={() => void cancel()}
      instead={failure === 'windowPassed' ? null : undefined}
      failure={failure && { text: copy[failure] }}
    >
      <BookingFacts booking={booking} />
      {terms.data?.paid !== null && (
        <p className="nums mt-4 flex gap-2 text-sm">
          <Undo2 className="mt-0.5 size-4 shrink-0 text-info" aria-hidden="true" />
          <span className="min-w-0">
            {terms.data?.paid ? copy.refundNoteOf(formatInr(terms.data.paid)) : copy.refundNote}{' '}
            {terms.data && bookingChanges.bankDays(terms.data.workingDays.min, terms.data.workingDays.max)}
          </span>
        </p>
      )}
    </ConfirmDialog>
  );
}
