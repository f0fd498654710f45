import { serverNow } from '#lib/server-time.ts';
import { browserStorage } from '#lib/storage.ts';
import { LEFTOVER_PAYMENT_KEY, paymentRecordKey } from '#rules/money/payment-keys.ts';
import type { PaymentProof } from '#rules/sessions/booking-query.ts';

/** What this browser remembers of its payments: the reported ones, and the orders whose checkout was or is open. */

/**
 * A payment that the checkout reported, kept until its booking is found: a reload can finish it
 * (docs/product/payments.md#after-the-checkout).
 */
export interface PaymentRecord extends PaymentProof {
  bookingId: string;
  /** Milliseconds since 1970. */
  timestamp: number;
}

const PREFIX = paymentRecordKey('');
/** An unfinished payment older than this is the server's reconciler's and the support's business. */
const MAX_AGE_MS = 7 * 86_400_000;

/** Paying goes on without the record where the storage is closed or full. */
export function savePaymentRecord(record: PaymentRecord): void {
  browserStorage.write(paymentRecordKey(record.paymentId), JSON.stringify(record));
}

/** The record of a booking's payment, null when this browser keeps none. */
export function findPaymentRecord(bookingId: string): PaymentRecord | null {
  return readAll().find((record) => record.bookingId === bookingId) ?? null;
}

/** The newest payment that is not finished yet. */
export function unfinishedPayment(now: Date): PaymentRecord | null {
  const recent = readAll().filter((record) => now.getTime() - record.timestamp < MAX_AGE_MS);
  return recent.sort((a, b) => b.timestamp - a.timestamp)[0] ?? null;
}

/** Forgets the payments of a booking. */
export function clearPaymentRecords(bookingId: string): void {
  for (const record of readAll()) {
    if (record.bookingId === bookingId) browserStorage.remove(paymentRecordKey(record.paymentId));
  }
}

export function clearLeftoverPaymentData(): void {
  browserStorage.remove(LEFTOVER_PAYMENT_KEY);
}

function readAll(): PaymentRecord[] {
  return browserStorage.keysWith(PREFIX).map(browserStorage.readJson).filter(isRecord);
}

function isRecord(value: unknown): value is PaymentRecord {
  if (!value || typeof value !== 'object') return false;
  const record = value as Partial<Record<keyof PaymentRecord, unknown>>;
  return (
    typeof record.paymentId === 'string' &&
    typeof record.orderId === 'string' &&
    typeof record.signature === 'string' &&
    typeof record.bookingId === 'string' &&
    typeof record.timestamp === 'number'
  );
}

/** State of a navigation after the server's own yes. A link cannot carry it: an address alone proves no payment. */
export const VERIFIED_STATE = { isPaymentVerified: true } as const;

export function isVerifiedState(state: unknown): boolean {
  return Boolean(state && typeof state === 'object' && 'isPaymentVerified' in state && state.isPaymentVerified);
}

const CHECKOUT_PREFIX = 'checkout_opened_';

/** Notes an open checkout until its hold ends: a payment may still come, so the hold ends only on request. */
export function noteCheckout(bookingId: string, until: Date): void {
  for (const key of browserStorage.keysWith(CHECKOUT_PREFIX)) {
    if (Number(browserStorage.read(key)) < serverNow().getTime()) browserStorage.remove(key);
  }
  browserStorage.write(CHECKOUT_PREFIX + bookingId, String(until.getTime()));
}

/** Whether a payment of the order may be on its way. A storage that is closed to us knows nothing: then it may. */
export function wasCheckoutOpened(bookingId: string): boolean {
  return browserStorage.read(CHECKOUT_PREFIX + bookingId) !== null;
}

const CHECKOUT_LOCK = 'checkout ';
/** The checkouts that this tab has open. */
const openHere = new Set<string>();

/**
 * Marks the checkout of an order as open in this tab until the returned function is called; a reload or a closed tab
 * ends it too. Null when another tab has it open. A browser without locks knows nothing of other tabs.
 */
export function lockCheckout(bookingId: string): Promise<(() => void) | null> {
  if (!hasLocks()) return Promise.resolve(() => {});
  return new Promise((resolve, reject) => {
    const keep = (lock: Lock | null): Promise<void> | undefined => {
      if (!lock) {
        resolve(null);
        return;
      }
      openHere.add(bookingId);
      return new Promise((end) =>
        resolve(() => {
          openHere.delete(bookingId);
          end();
        }),
      );
    };
    navigator.locks.request(CHECKOUT_LOCK + bookingId, { ifAvailable: true }, keep).catch(reject);
  });
}

/** Tells of a booking's id whether another tab of this browser has the checkout of its order open. */
export async function checkoutsElsewhere(): Promise<(bookingId: string) => boolean> {
  const { held = [] } = hasLocks() ? await navigator.locks.query() : {};
  const names = new Set(held.map(({ name }) => name));
  return (bookingId) => names.has(CHECKOUT_LOCK + bookingId) && !openHere.has(bookingId);
}

/** Locks exist on secure pages alone: https, and localhost. */
function hasLocks(): boolean {
  return 'locks' in navigator;
}
