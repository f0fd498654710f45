import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { adminBookings } from '#copy/admin/bookings.ts';
import { incidents } from '#copy/money/incidents.ts';
import { refundPreviewQuery } from '#features/refunds/refund-preview.data.ts';
import { messageOf } from '#lib/functions/functions.ts';
import { statusLabel } from '#rules/booking.ts';
import { formatInr } from '#rules/money.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { BookingFacts } from './booking-facts.tsx';
import { amountOf, userOf } from './booking-names.ts';
import { type AdminBooking, decide, type Outcome } from './bookings.data.ts';

const { reject: copy } = adminBookings;

/**
 * Names whom it concerns and what goes with it before a booking is rejected, and rejects it. What goes back is the
 * database's word; where it cannot be had, the list's, because a rejection refunds in full whenever it happens.
 */
export function RejectDialog({
  booking,
  onOutcome,
  ...dialog
}: { booking: AdminBooking; onOutcome: (outcome: Outcome) => void } & Omit<DialogOpening, 'isOpen'>) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const user = userOf(booking);
  const preview = useQuery(refundPreviewQuery(booking.id, 'reject'));
  const isPaid = preview.data ? preview.data.refundPaise > 0 : booking.payment_state !== 'none';
  const amount = preview.data ? formatInr(preview.data.refundPaise / 100) : amountOf(booking);
  const status = preview.data?.isPossible === false ? preview.data.status : null;

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
      labels={{ keep: copy.keep, confirm: isPaid ? copy.confirm : copy.confirmWithoutRefund }}
      isBusy={isBusy}
      onConfirm={() => void reject()}
      {...(status !== null && { instead: null })}
      failure={
        status !== null
          ? { text: adminBookings.overtaken(statusLabel(status)) }
          : failure !== null && { title: copy.failed, text: failure }
      }
    >
      <BookingFacts booking={booking} />
      {status === null && (
        <>
          <div className="nums mt-4 flex gap-2 text-sm" role="status">
            <Undo2 className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            {preview.isLoading ? (
              <>
                <span className="sr-only">{incidents.previewLoading}</span>
                <span aria-hidden="true" className="skeleton h-5 w-4/5" />
              </>
            ) : (
              <p>{isPaid ? copy.refund(user, amount) : copy.noRefund}</p>
            )}
          </div>
          <p className="mt-2 text-sm text-muted">{copy.slotFree(booking.mentor_name)}</p>
        </>
      )}
    </ConfirmDialog>
  );
}
