import { paymentCopy } from '#copy/money/payments.ts';
import { ApiError } from '#lib/api-error.ts';
import { CHECKOUT_SCRIPT_TIMEOUT_MS } from '#rules/money/payment.ts';
import type { PaymentProof } from '#rules/sessions/booking-query.ts';

/** The part of the provider's checkout that we use. */
interface RazorpayCheckout {
  open: () => void;
  close: () => void;
  on: (event: 'payment.failed', listener: (failure: unknown) => void) => void;
}

type RazorpayConstructor = new (options: Record<string, unknown>) => RazorpayCheckout;

declare global {
  interface Window {
    Razorpay?: RazorpayConstructor;
  }
}

export interface CheckoutOptions {
  key: string;
  /** Paise. */
  amount: number;
  currency: string;
  orderId: string;
  mentorName: string;
  name: string;
  email: string;
}

export interface CheckoutEvents {
  /** Null when the provider's answer lacks one of its three ids. */
  onPaid: (proof: PaymentProof | null) => void;
  /** `reason`: the provider's sentence; null where it gave none. */
  onFailed: (reason: string | null) => void;
  onDismissed: () => void;
}

let loading: Promise<void> | undefined;

/** Loads the provider's checkout script once. Throws ApiError with the sentence to show; trying again is possible. */
export async function loadCheckout(scriptUrl: string): Promise<void> {
  if (window.Razorpay) return;
  loading ??= loadScript(scriptUrl);
  try {
    await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
  if (!window.Razorpay) {
    loading = undefined;
    throw new ApiError('unknown', { sentence: paymentCopy.toast.gatewayMissing });
  }
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new ApiError('unreachable', { sentence: paymentCopy.toast.gatewayLoadFailed }));
    };
    const timer = setTimeout(fail, CHECKOUT_SCRIPT_TIMEOUT_MS);
    script.src = src;
    script.async = true;
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = () => {
      clearTimeout(timer);
      fail();
    };
    document.head.append(script);
  });
}

/**
 * Opens the checkout (docs/product/payments.md#checkout); returns how to close it. Only a payment counts after the
 * first event.
 */
export function openCheckout(options: CheckoutOptions, events: CheckoutEvents): () => void {
  if (!window.Razorpay) throw new ApiError('unknown', { sentence: paymentCopy.toast.gatewayMissing });
  let isOver = false;
  let isPaid = false;
  const end = (report: () => void) => {
    if (isOver) return;
    isOver = true;
    report();
  };
  const checkout = new window.Razorpay({
    key: options.key,
    amount: options.amount,
    currency: options.currency,
    order_id: options.orderId,
    name: paymentCopy.checkout.name,
    description: paymentCopy.checkout.description(options.mentorName),
    prefill: { name: options.name, email: options.email },
    theme: { color: '#fbbf24' },
    // A failed payment comes back to our own dialog, which says so and offers the next try.
    retry: { enabled: false },
    handler: (response: unknown) => {
      if (isPaid) return;
      isPaid = true;
      isOver = true;
      events.onPaid(toProof(response));
    },
    modal: { ondismiss: () => end(events.onDismissed) },
  });
  checkout.on('payment.failed', (failure) =>
    end(() => {
      checkout.close();
      events.onFailed(reasonOf(failure));
    }),
  );
  checkout.open();
  return () => end(() => checkout.close());
}

function reasonOf(failure: unknown): string | null {
  const { description } = (failure as { error?: { description?: unknown } } | undefined)?.error ?? {};
  return typeof description === 'string' && description.trim() !== '' ? description.trim() : null;
}

function toProof(response: unknown): PaymentProof | null {
  const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = (response ?? {}) as Record<string, unknown>;
  const ids = [razorpay_payment_id, razorpay_order_id, razorpay_signature];
  if (!ids.every((id) => typeof id === 'string' && id !== '')) return null;
  const [paymentId = '', orderId = '', signature = ''] = ids as string[];
  return { paymentId, orderId, signature };
}
