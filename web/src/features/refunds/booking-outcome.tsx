import { useQuery } from '@tanstack/react-query';
import { bookingRefunds as copy } from '#copy/money/booking-refunds.ts';
import { INCIDENTS, type Incident } from '#rules/refund-policy.ts';
import { RefundProgress } from './refund-progress.tsx';
import { bookingRefundsQuery } from './refunds.data.ts';

interface EndedBooking {
  id: string;
  status: string;
  incident: string | null;
  notes: string | null;
}

/**
 * Why a session ended early, was moved or did not take place, and where its money is; nothing for what goes as agreed.
 */
export function BookingOutcome({ booking, userId }: { booking: EndedBooking; userId: string }) {
  const why = sentenceFor(booking);
  if (why === null) return null;
  const isOff = booking.status === 'cancelled' || booking.status === 'rejected';
  // A note about a move is shown as such already.
  const reason = isOff && booking.incident && !booking.notes?.includes('Rescheduled:') ? booking.notes : null;
  return (
    <div className="mt-2 text-sm">
      <p>{why}</p>
      {reason && <p className="mt-1 break-words whitespace-pre-line text-muted">{copy.reason(reason)}</p>}
      {isOff && <Refund bookingId={booking.id} userId={userId} />}
    </div>
  );
}

function Refund({ bookingId, userId }: { bookingId: string; userId: string }) {
  const { data, isFetching } = useQuery(bookingRefundsQuery(userId));
  const refund = data?.find((one) => one.bookingId === bookingId);
  if (refund) return <RefundProgress refund={refund} />;
  // A session that ended a moment ago is in the next answer.
  if (!isFetching) return null;
  return (
    <div role="status" className="mt-3 max-sm:min-[22rem]:-ml-18">
      <span className="sr-only">{copy.loading}</span>
      <div className="skeleton h-24 rounded-control" aria-hidden="true" />
    </div>
  );
}

function sentenceFor({ status, incident }: EndedBooking): string | null {
  const known = INCIDENTS.find((one): one is Incident => one === incident);
  switch (status) {
    case 'rejected':
      return copy.outcome.rejected;
    case 'cancelled':
      return copy.outcome[known ?? 'cancelled'];
    case 'rescheduled':
      return known ? copy.moved[known] : null;
    case 'completed':
      return known === 'founder_no_show' ? copy.outcome.founder_no_show : null;
    default:
      return null;
  }
}
