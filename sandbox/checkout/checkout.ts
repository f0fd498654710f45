import { sandboxCopy } from '#copy/office/sandbox.ts';
import type { RazorpayError } from '../razorpay/errors.ts';
import { type CheckoutDialog, createCheckoutDialog, type Method } from './dialog.ts';

/**
 * The sandbox's checkout.js: the same constructor, options and callbacks as Razorpay's, and a dialog that says that no
 * money moves. Read by the page as `window.Razorpay`.
 */
export interface CheckoutOptions {
  key: string;
  amount?: number | string;
  currency?: string;
  order_id: string;
  name?: string;
  description?: string;
  image?: string;
  prefill?: { name?: string; email?: string; contact?: string };
  theme?: { color?: string };
  handler?: (response: Record<string, string>) => void;
  modal?: { ondismiss?: () => void; confirm_close?: boolean; escape?: boolean; backdropclose?: boolean };
  /** Seconds after which the checkout closes by itself. */
  timeout?: number;
  retry?: boolean | { enabled?: boolean };
}

type FailureListener = (response: { error: RazorpayError }) => void;

/** Long enough to read "Payment successful". */
const SUCCESS_PAUSE_MS = 900;

const script = document.currentScript as HTMLScriptElement | null;
const client = createCheckoutClient(new URL('checkout/', script?.src ?? window.location.href));

class SandboxRazorpay {
  readonly #options: CheckoutOptions;
  readonly #failureListeners: FailureListener[] = [];
  #dialog: CheckoutDialog | undefined;
  #timer: number | undefined;
  #isBusy = false;

  constructor(options: CheckoutOptions) {
    if (!options?.key) throw new Error('No key passed');
    this.#options = options;
  }

  on(event: string, listener: FailureListener): void {
    if (event === 'payment.failed') this.#failureListeners.push(listener);
  }

  open(): void {
    if (this.#dialog) return;
    const { modal = {}, timeout, name = '', description = '', image, prefill = {}, theme = {} } = this.#options;
    this.#dialog = createCheckoutDialog({
      name,
      description,
      image,
      email: prefill.email ?? '',
      orderId: this.#options.order_id,
      color: theme.color,
      canEscape: modal.escape !== false,
      canClickAway: modal.backdropclose === true,
      onPay: (method) => this.#attempt('captured', method),
      onFail: (method) => this.#attempt('failed', method),
      onClose: () => this.#leave(),
      onLeaveConfirmed: () => this.#dismiss(),
    });
    if (timeout) this.#timer = window.setTimeout(() => this.#dismiss(), timeout * 1000);
    void this.#loadOrder();
  }

  close(): void {
    window.clearTimeout(this.#timer);
    this.#dialog?.remove();
    this.#dialog = undefined;
  }

  async #loadOrder(): Promise<void> {
    const { key, order_id } = this.#options;
    const result = await client.order({ key_id: key, order_id });
    if ('error' in result) {
      this.#dialog?.showProblem(result.error.description);
    } else if (result.value.status === 'paid') {
      this.#dialog?.showProblem(sandboxCopy.alreadyPaid);
    } else {
      // The order's amount, whatever the page says: the provider charges what the server ordered.
      this.#dialog?.showAmount(result.value.amount, result.value.currency);
    }
  }

  async #attempt(outcome: 'captured' | 'failed', method: Method): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#dialog?.showBusy(true);
    const { key, order_id, prefill = {}, description, handler } = this.#options;
    const result = await client.pay({
      key_id: key,
      order_id,
      method,
      outcome,
      email: prefill.email ?? null,
      contact: prefill.contact ?? null,
      description: description ?? null,
    });
    this.#isBusy = false;
    if (!('error' in result)) {
      window.clearTimeout(this.#timer);
      this.#dialog?.showPaid();
      window.setTimeout(() => {
        this.close();
        handler?.(result.value);
      }, SUCCESS_PAUSE_MS);
      return;
    }
    this.#dialog?.showBusy(false);
    this.#dialog?.showFailure(result.error.description, this.#canRetry());
    // Nothing was tried when the sandbox itself did not answer.
    if (!result.error.metadata?.payment_id) return;
    for (const listener of this.#failureListeners) listener({ error: result.error });
  }

  #canRetry(): boolean {
    const { retry = true } = this.#options;
    return typeof retry === 'boolean' ? retry : retry.enabled !== false;
  }

  #leave(): void {
    if (this.#isBusy) return;
    if (this.#options.modal?.confirm_close) this.#dialog?.askToLeave();
    else this.#dismiss();
  }

  #dismiss(): void {
    if (!this.#dialog || this.#isBusy) return;
    this.close();
    this.#options.modal?.ondismiss?.();
  }
}

Object.assign(window, { Razorpay: SandboxRazorpay });

type Result<T> = { value: T } | { error: RazorpayError };

type OrderSummary = { amount: number; currency: string; status: string };

/** Calls of the dialog to the sandbox. They never throw: no answer is an error like any other. */
function createCheckoutClient(base: URL) {
  async function post<T>(path: string, body: object): Promise<Result<T>> {
    try {
      const response = await fetch(new URL(path, base), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = await response.json();
      return response.ok ? { value: answer } : { error: answer.error };
    } catch {
      return {
        error: {
          code: 'SERVER_ERROR',
          description: sandboxCopy.unreachable,
          source: 'NA',
          step: 'NA',
          reason: 'NA',
          metadata: {},
        },
      };
    }
  }

  return {
    order: (query: { key_id: string; order_id: string }) => post<OrderSummary>('order', query),
    pay: (attempt: Record<string, string | null>) => post<Record<string, string>>('payments', attempt),
  };
}
