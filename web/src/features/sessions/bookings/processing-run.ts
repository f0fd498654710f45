import { bookingCopy } from '#copy/sessions/bookings.ts';
import { site } from '#copy/shell/site.ts';
import { explain } from '#lib/functions/functions.ts';
import {
  BOOKING_RECHECK_MS,
  CHECK_AFTER_VERIFY_MS,
  PROCESSING_MAX_ATTEMPTS,
  PROCESSING_PROGRESS,
  VERIFY_RETRY_MS,
} from '#rules/money/payment.ts';
import type { PaymentProof } from '#rules/sessions/booking-query.ts';

const { processing: copy } = bookingCopy;

/** `timeout` can be shown, but nothing here ends in it. */
export type ProcessingStatus = 'processing' | 'completed' | 'timeout' | 'error' | 'verification_failed';

export interface ProcessingView {
  status: ProcessingStatus;
  /** The sentence under way, or of what went wrong. */
  message: string;
  /** What a machine said of what went wrong. */
  details?: string | undefined;
  /** Per cent; never goes back. */
  progress: number;
  attempt: number;
  /** The server has verified the payment, or its booking was found: before that the page claims no success. */
  isPaid: boolean;
}

export interface ProcessingDependencies {
  verify: (
    proof: PaymentProof,
    bookingId: string,
  ) => Promise<{ verified: boolean; isRefunded: boolean; error: string }>;
  /** Of a payment that goes back: whether the page shows its way instead of a failed verification. May throw. */
  hasRefundPage: () => Promise<boolean>;
  hasBooking: (bookingId: string) => Promise<boolean>;
  /** The proof of the payment, where this browser has been told it by now. */
  findProof: (bookingId: string) => PaymentProof | null;
  /** Whether a payment for the booking is under way, perhaps in another tab or on another device. May throw. */
  isUnderWay: (bookingId: string) => Promise<boolean>;
  wait: (ms: number) => Promise<void>;
  isOnline: () => boolean;
}

export const PROCESSING_START: ProcessingView = {
  status: 'processing',
  message: copy.checking,
  progress: 0,
  attempt: 1,
  isPaid: false,
};

/**
 * From the return of the checkout to the found booking (docs/product/payments.md#after-the-checkout). A verified
 * payment goes straight to the look-up; any other is verified first; without a proof it is waited for. Reports each
 * step until the end or until `signal` aborts.
 */
export async function runProcessing(options: {
  bookingId: string;
  /** The address says that the payment is verified. */
  isVerified: boolean;
  /** The server is known to have said so. */
  isPaid: boolean;
  proof: PaymentProof | null;
  dependencies: ProcessingDependencies;
  report: (view: ProcessingView) => void;
  signal: AbortSignal;
}): Promise<void> {
  const { bookingId, isVerified, proof, dependencies, signal } = options;
  let progress = 0;
  let { isPaid } = options;
  const report: Report = (status, message, reached = 0, attempt = 1, details = undefined) => {
    progress = Math.max(progress, reached);
    if (status === 'verification_failed') isPaid = false;
    if (reached >= PROCESSING_PROGRESS.verified) isPaid = true;
    if (!signal.aborted) options.report({ status, message, details, progress, attempt, isPaid });
  };

  if (!bookingId) return report('error', copy.missingBookingId);
  if (!isVerified) {
    const found = proof ?? (await awaitPayment({ bookingId, dependencies, signal, report }));
    if (!found) return;
    if (found !== 'booked') {
      const isDone = await verify({ bookingId, proof: found, dependencies, signal, report });
      if (!isDone || signal.aborted) return;
      report('processing', copy.checking, PROCESSING_PROGRESS.verified);
      await dependencies.wait(CHECK_AFTER_VERIFY_MS);
    }
  }
  await check({ bookingId, dependencies, signal, report });
}

type Report = (
  status: ProcessingStatus,
  message: string,
  reached?: number,
  attempt?: number,
  details?: string | undefined,
) => void;
type Leg = { bookingId: string; dependencies: ProcessingDependencies; signal: AbortSignal; report: Report };

/** Waits for a payment that is under way elsewhere: for its proof, or for its booking. Null where there is none. */
async function awaitPayment({ bookingId, dependencies, signal, report }: Leg): Promise<PaymentProof | 'booked' | null> {
  while (!signal.aborted) {
    const proof = dependencies.findProof(bookingId);
    if (proof) return proof;
    try {
      if (await dependencies.hasBooking(bookingId)) return 'booked';
      if (!(await dependencies.isUnderWay(bookingId))) break;
    } catch (error) {
      console.warn('The payment could not be looked up', error);
      report('error', dependencies.isOnline() ? copy.checkFailed : site.offline);
      return null;
    }
    report('processing', copy.checking, PROCESSING_PROGRESS.verifying);
    await dependencies.wait(BOOKING_RECHECK_MS);
  }
  // What was waited for may have ended as a refund, whose page is shown instead.
  if (!signal.aborted && !(await refundIsShown(dependencies))) report('error', copy.missingVerification);
  return null;
}

async function verify({ bookingId, proof, dependencies, signal, report }: Leg & { proof: PaymentProof }) {
  for (let attempt = 1; ; attempt += 1) {
    if (signal.aborted) return false;
    report('processing', copy.verifying, PROCESSING_PROGRESS.verifying, attempt);
    try {
      const { verified, isRefunded, error } = await dependencies.verify(proof, bookingId);
      if (isRefunded && (await refundIsShown(dependencies))) return false;
      if (!verified) report('verification_failed', error || copy.notVerified, 0, attempt);
      return verified;
    } catch (error) {
      if (attempt >= PROCESSING_MAX_ATTEMPTS) {
        const { sentence, details } = explain(error);
        report('error', sentence, 0, attempt, details);
        return false;
      }
      await dependencies.wait(VERIFY_RETRY_MS);
    }
  }
}

/** Not knowing leaves the sentence that the server answered with. */
async function refundIsShown(dependencies: ProcessingDependencies): Promise<boolean> {
  try {
    return await dependencies.hasRefundPage();
  } catch (error) {
    console.warn('The refund of a payment could not be looked up', error);
    return false;
  }
}

async function check({ bookingId, dependencies, signal, report }: Leg) {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    report('processing', copy.checking, PROCESSING_PROGRESS.checking, attempt);
    let failure: string = copy.notFound;
    try {
      if (await dependencies.hasBooking(bookingId)) {
        return report('completed', copy.completed, PROCESSING_PROGRESS.found, attempt);
      }
    } catch (error) {
      console.warn('The booking could not be looked up', error);
      failure = dependencies.isOnline() ? copy.checkFailed : site.offline;
    }
    if (attempt >= PROCESSING_MAX_ATTEMPTS) return report('error', failure, 0, attempt);
    await dependencies.wait(BOOKING_RECHECK_MS);
  }
}
