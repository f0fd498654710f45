import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An answer of the token endpoint or of an API that is not success; `error` is OAuth's code. */
export class GoogleFailure extends Error {
  override name = 'GoogleFailure';
  readonly status: ContentfulStatusCode;
  readonly error: string;

  constructor(status: ContentfulStatusCode, error: string, description: string) {
    super(description);
    this.status = status;
    this.error = error;
  }
}

/**
 * Something is wrong with a request to the consent page itself: the person sees it, and the application is told
 * nothing.
 */
export class AuthorizationError extends Error {
  override name = 'AuthorizationError';
  readonly status: 400 | 401;
  readonly error: string;

  constructor(error: string, description: string, status: 400 | 401 = 400) {
    super(description);
    this.status = status;
    this.error = error;
  }
}

export const invalidGrant = (description = 'Bad Request') => new GoogleFailure(400, 'invalid_grant', description);

export const invalidRequest = (description: string) => new GoogleFailure(400, 'invalid_request', description);

/** What a fault answers: 400 is a grant that was taken back, anything else the provider's own trouble. */
export function faultFailure(status: number): GoogleFailure {
  if (status === 400) return invalidGrant('Token has been expired or revoked.');
  return new GoogleFailure(status as ContentfulStatusCode, 'internal_failure', 'Backend Error');
}
