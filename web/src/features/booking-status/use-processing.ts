import { useEffect, useState } from 'react';
import { clearLeftoverPaymentData, clearPaymentRecords } from '#lib/payment-record.ts';
import { verifyPayment } from '#lib/verify-payment.data.ts';
import type { PaymentProof } from '#rules/booking-query.ts';
import { readBooking } from './booking-status.data.ts';
import { PROCESSING_START, type ProcessingView, runProcessing } from './processing-run.ts';

/** Runs the processing while the page shows it; `retry` starts again from the first attempt. */
export function useProcessing({
  bookingId,
  isVerified,
  proof,
}: {
  bookingId: string;
  isVerified: boolean;
  proof: PaymentProof | null;
}): ProcessingView & { retry: () => void } {
  const [view, setView] = useState(PROCESSING_START);
  const [runs, setRuns] = useState(0);
  const { paymentId, orderId, signature } = proof ?? { paymentId: '', orderId: '', signature: '' };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another run is the reason to start again
  useEffect(() => {
    const controller = new AbortController();
    setView(PROCESSING_START);
    void runProcessing({
      bookingId,
      isVerified,
      proof: paymentId ? { paymentId, orderId, signature } : null,
      desk: {
        verify: verifyPayment,
        hasBooking: async (id) => (await readBooking(id)) !== null,
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      },
      report: (next) => {
        setView(next);
        if (next.status !== 'completed') return;
        clearPaymentRecords(bookingId);
        clearLeftoverPaymentData();
      },
      signal: controller.signal,
    });
    return () => controller.abort();
  }, [bookingId, isVerified, paymentId, orderId, signature, runs]);

  return { ...view, retry: () => setRuns((count) => count + 1) };
}
