/**
 * Library behaviour (0.10.0): every further parameter of `/authorize` goes on to the provider and wins over the library's own, so a
 * link on another site may choose the `state`, the client and the scopes of a sign-in, or accept an invitation with it.
 *
 * Correction: only the parameters that the product uses pass.
 */
import type { AuthCorrection } from '../auth-call.ts';

const PARAMETERS = new Set([
  'provider',
  'redirect_to',
  'code_challenge',
  'code_challenge_method',
  'access_type',
  'prompt',
  'login_hint',
]);

export const keepKnownParameters: AuthCorrection = (next) => (call) => {
  if (call.path !== '/authorize') return next(call);
  const url = new URL(call.url);
  for (const name of [...url.searchParams.keys()]) {
    if (!PARAMETERS.has(name)) url.searchParams.delete(name);
  }
  return next({ ...call, url });
};
