import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paymentsWithoutBooking } from '#copy/money/payments-without-booking.ts';
import { bookingCopy } from '#copy/sessions/bookings.ts';
import { start } from '#copy/shell/start.ts';
import { readOwnTimes } from '#features/money/payments/own-times.data.ts';
import { hasBooking, verifyPayment } from '#features/money/payments/payment.data.ts';
import {
  clearLeftoverPaymentData,
  clearPaymentRecords,
  findPaymentRecord,
  isVerifiedState,
  savePaymentRecord,
  VERIFIED_STATE,
} from '#features/money/payments/payment-record.ts';
import { PaymentWithoutBookingDetails } from '#features/money/payments/without-booking/payment-without-booking.tsx';
import {
  type PaymentWithoutBooking,
  paymentWithoutBookingQuery,
} from '#features/money/payments/without-booking/payments-without-booking.data.ts';
import { refundReason } from '#features/money/payments/without-booking/refund-reason.ts';
import { paths } from '#lib/paths.ts';
import { serverNow } from '#lib/server-time.ts';
import { withReturnUrl } from '#lib/session/return-url.ts';
import { useSession } from '#lib/session/session.ts';
import { SUCCESS_REDIRECT_MS } from '#rules/money/payment.ts';
import {
  type ProcessingQuery,
  readProcessingQuery,
  successQuery,
  withoutProof,
} from '#rules/sessions/booking-query.ts';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import { BookingPage } from './booking-page.tsx';
import { mentorPictureQuery } from './bookings.data.ts';
import { PROCESSING_START, runProcessing } from './processing-run.ts';
import { ProcessingView } from './processing-view.tsx';

/**
 * From the checkout to the found booking (docs/product/payments.md#after-the-checkout), or to the refund of a payment
 * that could not become one.
 */
export function BookingProcessing({ bookingId }: { bookingId: string }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = useProcessingQuery(bookingId);
  const withoutBooking = useQuery({
    ...paymentWithoutBookingQuery(bookingId),
    enabled: session.isAuthenticated && bookingId !== '',
  });

  if (session.isLoading) return <AppLoading message={start.initializing} />;
  if (session.isAuthenticated) {
    if (withoutBooking.data) return <WithoutBooking payment={withoutBooking.data} />;
    // Without a payment to verify, this may be a person who looks for their refund.
    const isReturn = bookingId !== '' && !query.verified && !query.paymentId;
    if (isReturn && withoutBooking.isPending) return <AppLoading message={start.initializing} />;
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
  const { view, retry } = useProcessing(bookingId, query, isVerifiedState(state));
  const picture = useQuery({ ...mentorPictureQuery(bookingId), enabled: bookingId !== '' });
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

  return (
    <ProcessingView
      bookingId={bookingId}
      query={{ ...query, mentorImage: picture.data ?? '' }}
      view={view}
      onRetry={retry}
    />
  );
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

/** Runs the processing while the page shows it; `retry` and a network that came back start from the first attempt. */
function useProcessing(bookingId: string, query: ProcessingQuery, isPaid: boolean) {
  const queryClient = useQueryClient();
  const [view, setView] = useState({ ...PROCESSING_START, isPaid });
  const [runs, setRuns] = useState(0);
  const retry = useCallback(() => setRuns((count) => count + 1), []);
  const { paymentId, orderId, signature, verified: isVerified } = query;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another run is the only reason to start again
  useEffect(() => {
    const controller = new AbortController();
    setView({ ...PROCESSING_START, isPaid });
    void runProcessing({
      bookingId,
      isVerified,
      isPaid,
      proof: paymentId && orderId && signature ? { paymentId, orderId, signature } : null,
      dependencies: {
        verify: verifyPayment,
        hasBooking,
        findProof: findPaymentRecord,
        isUnderWay: async (id) => (await readOwnTimes()).some((time) => time.bookingId === id),
        hasRefundPage: async () => (await queryClient.fetchQuery(paymentWithoutBookingQuery(bookingId))) !== null,
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        isOnline: () => navigator.onLine,
      },
      report: (next) => {
        setView(next);
        // The server's word is final either way; after any other failure the record is what a later try starts from.
        if (next.status !== 'completed' && next.status !== 'verification_failed') return;
        clearPaymentRecords(bookingId);
        clearLeftoverPaymentData();
      },
      signal: controller.signal,
    });
    return () => controller.abort();
  }, [bookingId, isVerified, paymentId, orderId, signature, runs]);

  const hasFailed = view.status === 'error';
  useEffect(() => {
    if (!hasFailed) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [hasFailed, retry]);

  return { view, retry };
}

/** A payment's address, read once. Its proof then moves to local storage, for a reload or a login. */
function useProcessingQuery(bookingId: string): ProcessingQuery {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [query] = useState(() => withRecord(bookingId, readProcessingQuery(new URLSearchParams(search))));

  useEffect(() => {
    const params = new URLSearchParams(search);
    const clean = withoutProof(params).toString();
    if (clean === params.toString()) return;
    const { paymentId, orderId, signature } = query;
    if (bookingId && paymentId && orderId && signature && !findPaymentRecord(bookingId)) {
      savePaymentRecord({ paymentId, orderId, signature, bookingId, timestamp: serverNow().getTime() });
    }
    void navigate({ pathname, search: clean }, { replace: true, state, preventScrollReset: true });
  }, [pathname, search, state, navigate, bookingId, query]);

  return query;
}

/** What this browser kept of the payment stands in where the address names none. */
function withRecord(bookingId: string, query: ProcessingQuery): ProcessingQuery {
  if (query.paymentId && query.orderId && query.signature) return query;
  const record = findPaymentRecord(bookingId);
  if (!record) return query;
  return { ...query, paymentId: record.paymentId, orderId: record.orderId, signature: record.signature };
}
