/**
 * Constants and small decisions of paying (docs/product/payments.md#checkout). Without zod, because public pages load
 * this file.
 */

/** Browsers this narrow, in CSS pixels, count as mobile. */
const MOBILE_MAX_WIDTH = 768;

/** A session that expires within this margin is refreshed before a function is called. */
const SESSION_EXPIRY_MARGIN_MS = 5 * 60_000;

export const CHECKOUT_SCRIPT_TIMEOUT_MS = 10_000;
/** The payment dialog closes this long before the provider's checkout opens. */
export const PAYMENT_DIALOG_CLOSE_MS = 100;

export const PROCESSING_MAX_ATTEMPTS = 3;
export const BOOKING_RECHECK_MS = 2000;
export const VERIFY_RETRY_MS = 3000;
/** Wait between a verification made by the processing page and its first look for the booking. */
export const CHECK_AFTER_VERIFY_MS = 2000;
export const SUCCESS_REDIRECT_MS = 1500;
/** Per cent of the processing page's bar. */
export const PROCESSING_PROGRESS = { verifying: 25, checking: 50, verified: 75, found: 100 } as const;

/** A look-up of the booking without an answer by then has failed: a request that hangs must not end the attempts. */
export const BOOKING_LOOKUP_TIMEOUT_MS = 10_000;

/** How long a slot is held for the person who is paying for it (docs/decisions/004). */
export const HOLD_MINUTES = 15;
/** A hold with less than this left is renewed before paying: the checkout would outlive it. */
const HOLD_MARGIN_MS = 60_000;
/** With less than this left, the person is told that the time is getting short. */
const HOLD_SHORT_MS = 5 * 60_000;

export type PaymentFunction = 'create-payment-order' | 'verify-payment';

const MOBILE_TIMEOUT_CAP_MS = 25_000;
const DEFAULT_TIMEOUT_MS = 30_000;
const TIMEOUT_MS: ReadonlyMap<string, number> = new Map<PaymentFunction, number>([
  ['create-payment-order', 15_000],
  ['verify-payment', 45_000],
]);

/** Milliseconds to wait for a server function; 25 s at most on mobile. */
export function functionTimeoutMs(name: string, isMobile: boolean): number {
  const timeout = TIMEOUT_MS.get(name) ?? DEFAULT_TIMEOUT_MS;
  return isMobile ? Math.min(timeout, MOBILE_TIMEOUT_CAP_MS) : timeout;
}

/** Retries after the first call of verify-payment, and the pause before each in milliseconds. */
export function verifyRetries(isMobile: boolean): { retries: number; delayMs: number } {
  return isMobile ? { retries: 3, delayMs: 3000 } : { retries: 2, delayMs: 2000 };
}

export type CallFailure =
  | { kind: 'timeout' | 'network' | 'session' | 'authentication' }
  | { kind: 'http'; status: number };

/** Whether verify-payment is called again after this failure: a 4xx is final, all other failures may be temporary. */
export function isRetryable(failure: CallFailure): boolean {
  return failure.kind !== 'http' || failure.status >= 500;
}

/** A mobile user agent, or a window at most 768 px wide. */
export function isMobileBrowser(userAgent: string, width: number): boolean {
  return (
    width <= MOBILE_MAX_WIDTH || /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini|Mobile/i.test(userAgent)
  );
}

/** Whether an access token that expires at `expiresAt` (Unix seconds) is too old to start a call with. */
export function isSessionExpiring(expiresAt: number | undefined, now: Date): boolean {
  return expiresAt === undefined || expiresAt * 1000 - now.getTime() < SESSION_EXPIRY_MARGIN_MS;
}

export type HoldState = 'held' | 'short' | 'ending' | 'over';

/** 'held', in its last 5 minutes 'short', in its last one 'ending', then 'over'. Both times are of one clock. */
export function holdState(heldUntil: Date, now: Date): HoldState {
  const left = heldUntil.getTime() - now.getTime();
  if (left <= 0) return 'over';
  if (left < HOLD_MARGIN_MS) return 'ending';
  return left <= HOLD_SHORT_MS ? 'short' : 'held';
}

/** Whether there is time enough to open the checkout with this hold. */
export function isPayable(state: HoldState): boolean {
  return state === 'held' || state === 'short';
}

/** What is left of a hold, "14:05"; "0:00" once it is over. */
export function holdCountdown(heldUntil: Date, now: Date): string {
  const seconds = Math.max(0, Math.ceil((heldUntil.getTime() - now.getTime()) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Whether a call failed because the session has ended: only signing in again helps. */
export function needsLogin(failure: CallFailure): boolean {
  return failure.kind === 'session' || failure.kind === 'authentication';
}
