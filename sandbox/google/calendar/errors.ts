import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An answer of the Calendar API that is not success. */
export class CalendarFailure extends Error {
  override name = 'CalendarFailure';
  readonly status: ContentfulStatusCode;
  readonly reason: string;
  readonly details: { domain?: string; location?: string; locationType?: string };

  constructor(
    status: ContentfulStatusCode,
    reason: string,
    message: string,
    details: { domain?: string; location?: string; locationType?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.details = details;
  }

  /** The body of the answer. */
  body(): object {
    const { domain = 'global', ...where } = this.details;
    return {
      error: {
        errors: [{ domain, reason: this.reason, message: this.message, ...where }],
        code: this.status,
        message: this.message,
      },
    };
  }
}

export const invalid = (message = 'Invalid Value') => new CalendarFailure(400, 'invalid', message);
export const required = (message: string) => new CalendarFailure(400, 'required', message);
export const notFound = () => new CalendarFailure(404, 'notFound', 'Not Found');
export const deleted = () => new CalendarFailure(410, 'deleted', 'Resource has been deleted');
export const duplicate = () => new CalendarFailure(409, 'duplicate', 'The requested identifier already exists.');
export const conditionNotMet = () =>
  new CalendarFailure(412, 'conditionNotMet', 'Precondition Failed', { location: 'If-Match', locationType: 'header' });
export const needsWriter = () =>
  new CalendarFailure(403, 'requiredAccessLevel', 'You need to have writer access to this calendar.', {
    domain: 'calendar',
  });

const HEADER = { location: 'Authorization', locationType: 'header' };
export const loginRequired = () => new CalendarFailure(401, 'required', 'Login Required', HEADER);
export const invalidCredentials = () => new CalendarFailure(401, 'authError', 'Invalid Credentials', HEADER);
export const insufficientPermissions = () =>
  new CalendarFailure(403, 'insufficientPermissions', 'Insufficient Permission');

/** What a fault answers: Google's own words for the status. */
export function faultFailure(status: number): CalendarFailure {
  switch (status) {
    case 400:
      return invalid();
    case 401:
      return invalidCredentials();
    case 403:
    case 429:
      return new CalendarFailure(status, 'rateLimitExceeded', 'Rate Limit Exceeded', { domain: 'usageLimits' });
    case 404:
      return notFound();
    case 409:
      return duplicate();
    case 410:
      return deleted();
    case 412:
      return conditionNotMet();
    default:
      return new CalendarFailure(status as ContentfulStatusCode, 'backendError', 'Backend Error');
  }
}
