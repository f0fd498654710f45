/**
 * Library behaviour (0.10.0): an unexpected error is `{"error":"server_error", …}`, in which supabase-js finds no message, also when
 * the database cannot be reached.
 *
 * Correction: GoTrue's shape.
 */
import { type AuthCorrection, authError } from './auth-call.ts';

export const shapeFailures: AuthCorrection = (next) => async (call) => {
  const answer = await next(call);
  if (answer.status < 500 || answer.headers.has('x-sb-error-code')) return answer;
  return authError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  );
};
