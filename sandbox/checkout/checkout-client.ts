import { sandboxCopy } from '#copy/sandbox.ts';
import type { RazorpayError } from '../razorpay/errors.ts';

export type Result<T> = { value: T } | { error: RazorpayError };

export type OrderSummary = { amount: number; currency: string; status: string };

/** Calls of the dialog to the sandbox. They never throw: no answer is an error like any other. */
export function createCheckoutClient(base: URL) {
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
