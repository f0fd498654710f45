import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { hasBooking, verifyPayment } from '#features/payments/payment.data.ts';
import {
  clearLeftoverPaymentData,
  clearPaymentRecords,
  findPaymentRecord,
  savePaymentRecord,
} from '#features/payments/payment-record.ts';
import { paymentWithoutBookingQuery } from '#features/payments/without-booking/payments-without-booking.data.ts';
import { type PaymentProof, type ProcessingQuery, readProcessingQuery, withoutProof } from '#rules/booking-query.ts';
import { PROCESSING_START, type ProcessingView, runProcessing } from './processing-run.ts';

/** Runs the processing while the page shows it; `retry` and a network that came back start from the first attempt. */
export function useProcessing({
  bookingId,
  isVerified,
  isPaid,
  proof,
}: {
  bookingId: string;
  isVerified: boolean;
  isPaid: boolean;
  proof: PaymentProof | null;
}): ProcessingView & { retry: () => void } {
  const queryClient = useQueryClient();
  const [view, setView] = useState({ ...PROCESSING_START, isPaid });
  const [runs, setRuns] = useState(0);
  const { paymentId, orderId, signature } = proof ?? { paymentId: '', orderId: '', signature: '' };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another run is the only reason to start again
  useEffect(() => {
    const controller = new AbortController();
    setView({ ...PROCESSING_START, isPaid });
    void runProcessing({
      bookingId,
      isVerified,
      isPaid,
      proof: paymentId ? { paymentId, orderId, signature } : null,
      dependencies: {
        verify: verifyPayment,
        hasBooking,
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
    const tryAgain = () => setRuns((count) => count + 1);
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, [hasFailed]);

  return { ...view, retry: () => setRuns((count) => count + 1) };
}

/** A payment's address, read once. Its proof then moves to local storage, for a reload or a login (section 3). */
export function useProcessingQuery(bookingId: string): ProcessingQuery {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [query] = useState(() => withRecord(bookingId, readProcessingQuery(new URLSearchParams(search))));

  useEffect(() => {
    const params = new URLSearchParams(search);
    const clean = withoutProof(params).toString();
    if (clean === params.toString()) return;
    const { paymentId, orderId, signature } = query;
    if (bookingId && paymentId && orderId && signature && !findPaymentRecord(bookingId)) {
      savePaymentRecord({ paymentId, orderId, signature, bookingId, timestamp: Date.now() });
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
