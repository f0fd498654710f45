import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isVerifiedState, VERIFIED_STATE } from '#features/payments/payment-record.ts';
import { paths } from '#lib/paths.ts';
import { type ProcessingQuery, successQuery } from '#rules/booking-query.ts';
import { SUCCESS_REDIRECT_MS } from '#rules/payment.ts';
import { ProcessingView } from './processing-view.tsx';
import { useProcessing } from './use-processing.ts';

/** The way of a signed-in person from the checkout to the found booking (spec section 4). */
export function BookingProcessing({
  bookingId,
  query,
  isReturned,
}: {
  bookingId: string;
  query: ProcessingQuery;
  /** Asked when the server gives the money back: whether that payment can be shown instead of this. */
  isReturned: () => Promise<boolean>;
}) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const { paymentId, orderId, signature } = query;
  const { retry, ...view } = useProcessing({
    bookingId,
    isVerified: query.verified,
    isPaid: isVerifiedState(state),
    isReturned,
    proof: paymentId && orderId && signature ? { paymentId, orderId, signature } : null,
  });

  const isCompleted = view.status === 'completed';
  const target = `${paths.bookingSuccess(bookingId)}?${successQuery(query)}`;
  useEffect(() => {
    if (!isCompleted) return;
    const timer = setTimeout(
      () => void navigate(target, { replace: true, state: VERIFIED_STATE }),
      SUCCESS_REDIRECT_MS,
    );
    return () => clearTimeout(timer);
  }, [isCompleted, target, navigate]);

  return <ProcessingView bookingId={bookingId} query={query} view={view} onRetry={retry} />;
}
