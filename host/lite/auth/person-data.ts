/**
 * Library behaviour (0.10.0), as on hosted Supabase: whatever a client sends in `data` becomes user metadata, `is_admin`
 * included. No rule of ours reads it there; it is taken out all the same, so that nothing ever can.
 */
import type { AuthCorrection } from './auth-call.ts';
import { isObject } from './body-checks.ts';

export const discardClaimsToPower: AuthCorrection = (next) => (call) => {
  if (!call.body || !isObject(call.body.data)) return next(call);
  const { is_admin: _, ...data } = call.body.data;
  return next({ ...call, body: { ...call.body, data } });
};
