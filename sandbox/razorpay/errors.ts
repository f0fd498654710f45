import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** The `error` object of Razorpay's API, of `payment.failed` in the browser and of failed payments. */
export interface RazorpayError {
  code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR';
  description: string;
  source: string;
  step: string;
  reason: string;
  metadata: { payment_id?: string; order_id?: string };
  field?: string;
}

/** An answer of the stand-in that is not success. */
export class RazorpayFailure extends Error {
  readonly status: ContentfulStatusCode;
  readonly error: RazorpayError;

  constructor(status: ContentfulStatusCode, error: Partial<RazorpayError> & { description: string }) {
    super(error.description);
    this.name = 'RazorpayFailure';
    this.status = status;
    this.error = {
      code: 'BAD_REQUEST_ERROR',
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
      ...error,
    };
  }
}

export function authenticationFailed(): RazorpayFailure {
  return new RazorpayFailure(401, { description: 'Authentication failed', source: 'NA', step: 'NA', reason: 'NA' });
}

export function unknownId(): RazorpayFailure {
  return new RazorpayFailure(400, { description: 'The id provided does not exist' });
}

export function invalidInput(description: string, field?: string): RazorpayFailure {
  return new RazorpayFailure(400, { description, ...(field ? { field } : {}) });
}

export function serverError(status: ContentfulStatusCode): RazorpayFailure {
  return new RazorpayFailure(status, {
    code: 'SERVER_ERROR',
    description: 'We are facing some trouble completing your request at the moment. Please try again shortly.',
    source: 'NA',
    step: 'NA',
    reason: 'server_error',
  });
}

/** What becomes of a payment whose "bank" said no. */
export function declined(ids: { payment_id: string; order_id: string }): RazorpayError {
  return {
    code: 'BAD_REQUEST_ERROR',
    description: 'The bank declined this payment. Try another payment method, or ask your bank.',
    source: 'bank',
    step: 'payment_authorization',
    reason: 'payment_failed',
    metadata: ids,
  };
}
