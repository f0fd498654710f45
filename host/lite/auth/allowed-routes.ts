/**
 * Library behaviour (0.10.0): `POST /otp` and `POST /magiclink` with an unknown address make an account that counts as
 * confirmed, so anyone may own an account in a stranger's name. `HEAD /verify`, which mail scanners send, uses the link up.
 *
 * Correction: only the routes that the product uses exist.
 */
import { type AuthCorrection, authError } from './auth-call.ts';

const ROUTES: Record<string, readonly string[]> = {
  '/signup': ['POST'],
  '/token': ['POST'],
  '/recover': ['POST'],
  '/resend': ['POST'],
  '/logout': ['POST'],
  '/user': ['GET', 'PUT'],
  '/verify': ['GET', 'POST'],
  '/authorize': ['GET'],
  '/callback': ['GET', 'POST'],
  '/settings': ['GET'],
  '/health': ['GET'],
  '/.well-known/jwks.json': ['GET'],
};

export const allowOnlyKnownRoutes: AuthCorrection = (next) => async (call) => {
  const methods = ROUTES[call.path];
  if (!methods) return authError(404, 'not_found', 'Not found');
  if (!methods.includes(call.method)) {
    return new Response(null, { status: 405, headers: { allow: methods.join(', ') } });
  }
  return next(call);
};
