import type { NavigateFunction } from 'react-router';
import { isBackOffice, paths } from '#lib/paths.ts';
import { withReturnUrl } from '#lib/session/return-url.ts';
import { withoutProof } from '#rules/sessions/booking-query.ts';

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** Pages that show nothing without a session, beside the back office. */
const PERSONAL = /^\/(dashboard|mentor-dashboard|sessions|account|booking-processing|booking-success|receipts)(\/|$)/;

/** Pages on which a person signs in. */
const SIGN_IN = /^\/(login|admin-login|signup|reset-password)\/?$/;

/** Whether a page shows nothing to a visitor. */
export function needsSession({ pathname }: Pick<Address, 'pathname'>): boolean {
  return isBackOffice(pathname) || PERSONAL.test(pathname);
}

/** The page on which a person signs in who was at `address`, with the way back; null on such a page itself. */
export function signInPageFor({ pathname, search, hash }: Address): string | null {
  if (SIGN_IN.test(pathname)) return null;
  const query = search && withoutProof(new URLSearchParams(search)).toString();
  const back = pathname + (query && `?${query}`) + hash;
  return withReturnUrl(isBackOffice(pathname) ? paths.adminLogin : paths.login, back);
}

/** Goes to where the person signs in. A page that cannot be reached right now leaves them where they are. */
export async function leaveToSignIn(navigate: NavigateFunction): Promise<void> {
  const target = signInPageFor(location);
  if (!target) return;
  try {
    await navigate(target, { replace: true });
  } catch (error) {
    console.warn('The page for signing in could not be opened', error);
  }
}
