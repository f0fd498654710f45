import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#lib/paths.ts';
import { findPaymentRecord } from '#lib/payment-record.ts';
import { type ProcessingQuery, successQuery } from '#rules/booking-query.ts';
import { SUCCESS_REDIRECT_MS } from '#rules/payment.ts';
import { ProcessingView } from './processing-view.tsx';
import { useProcessing } from './use-processing.ts';

/** What this browser kept of the payment stands in where the address names none (spec section 3). */
function completeProof(bookingId: string, query: ProcessingQuery): ProcessingQuery {
  if (query.paymentId && query.orderId && query.signature) return query;
  const record = findPaymentRecord(bookingId);
  if (!record) return query;
  return { ...query, paymentId: record.paymentId, orderId: record.orderId, signature: record.signature };
}

/** The way of a signed-in person from the checkout to the found booking (spec section 4). */
export function BookingProcessing({ bookingId, query }: { bookingId: string; query: ProcessingQuery }) {
  const navigate = useNavigate();
  // Once: the record is cleared as soon as the booking is found.
  const [known] = useState(() => completeProof(bookingId, query));
  const { paymentId, orderId, signature } = known;
  const { retry, ...view } = useProcessing({
    bookingId,
    isVerified: known.verified,
    proof: paymentId && orderId && signature ? { paymentId, orderId, signature } : null,
  });

  const isCompleted = view.status === 'completed';
  const target = `${paths.bookingSuccess(bookingId)}?${successQuery(query)}`;
  useEffect(() => {
    if (!isCompleted) return;
    const timer = setTimeout(() => void navigate(target, { replace: true }), SUCCESS_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isCompleted, target, navigate]);

  return <ProcessingView bookingId={bookingId} query={known} view={view} onRetry={retry} />;
}
