import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { bookingCopy } from '#copy/booking.ts';
import { paymentsWithoutBooking } from '#copy/money/payments-without-booking.ts';
import { site } from '#copy/site.ts';
import { isVerifiedState, VERIFIED_STATE } from '#features/payments/payment-record.ts';
import { PaymentWithoutBookingDetails } from '#features/payments/without-booking/payment-without-booking.tsx';
import {
  type PaymentWithoutBooking,
  paymentWithoutBookingQuery,
} from '#features/payments/without-booking/payments-without-booking.data.ts';
import { refundReason } from '#features/payments/without-booking/refund-reason.ts';
import { paths } from '#lib/paths.ts';
import { withReturnUrl } from '#lib/session/return-url.ts';
import { useSession } from '#lib/session/session.ts';
import { type ProcessingQuery, successQuery, withoutProof } from '#rules/booking-query.ts';
import { SUCCESS_REDIRECT_MS } from '#rules/payment.ts';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import { BookingPage } from './booking-page.tsx';
import { PROCESSING_START } from './processing-run.ts';
import { ProcessingView } from './processing-view.tsx';
import { useProcessing, useProcessingQuery } from './use-processing.ts';

/** From the checkout to the found booking (spec section 4), or to the refund of a payment that could not become one. */
export function BookingProcessing({ bookingId }: { bookingId: string }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = useProcessingQuery(bookingId);
  const withoutBooking = useQuery({
    ...paymentWithoutBookingQuery(bookingId),
    enabled: session.isAuthenticated && bookingId !== '',
  });

  if (session.isLoading) return <AppLoading message={site.initializing} />;
  if (session.isAuthenticated) {
    if (withoutBooking.data) return <WithoutBooking payment={withoutBooking.data} />;
    // Without a payment to verify, this may be a person who looks for their refund.
    const isReturn = bookingId !== '' && !query.verified && !query.paymentId;
    if (isReturn && withoutBooking.isPending) return <AppLoading message={site.initializing} />;
    return <SignedInProcessing bookingId={bookingId} query={query} />;
  }
  const returnQuery = withoutProof(new URLSearchParams(search)).toString();
  return (
    <ProcessingView
      bookingId={bookingId}
      query={query}
      view={{ ...PROCESSING_START, status: 'error', message: bookingCopy.processing.loginRequired }}
      loginUrl={withReturnUrl(paths.login, returnQuery ? `${pathname}?${returnQuery}` : pathname)}
      onRetry={() => void navigate(0)}
    />
  );
}

function SignedInProcessing({ bookingId, query }: { bookingId: string; query: ProcessingQuery }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const { paymentId, orderId, signature } = query;
  const { retry, ...view } = useProcessing({
    bookingId,
    isVerified: query.verified,
    isPaid: isVerifiedState(state),
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

/** The payment could not become the booking: why, and the way of the money back. */
function WithoutBooking({ payment }: { payment: PaymentWithoutBooking }) {
  const isDone = payment.refund === 'processed';
  return (
    <BookingPage
      step="payment"
      title={isDone ? paymentsWithoutBooking.titleDone : paymentsWithoutBooking.title}
      subtitle={<span role="status">{refundReason(payment)}</span>}
    >
      <PaymentWithoutBookingDetails payment={payment} />
    </BookingPage>
  );
}
