import type { PaymentProof } from '#rules/booking-query.ts';
import { paymentRecordKey } from '#rules/payment.ts';

/** A payment that the checkout reported, kept until its booking is found, so that a reload can finish it (spec section 3). */
export interface PaymentRecord extends PaymentProof {
  bookingId: string;
  /** Milliseconds since 1970. */
  timestamp: number;
}

const PREFIX = paymentRecordKey('');
/** Left behind by an older application (spec section 7). */
const LEFTOVER_KEY = 'ios_payment_recovery';
/** An unfinished payment older than this is the server's reconciler's and the support's business. */
const MAX_AGE_MS = 7 * 86_400_000;

export function savePaymentRecord(record: PaymentRecord): void {
  withStorage((storage) => storage.setItem(paymentRecordKey(record.paymentId), JSON.stringify(record)));
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
  withStorage((storage) => {
    for (const record of readAll()) {
      if (record.bookingId === bookingId) storage.removeItem(paymentRecordKey(record.paymentId));
    }
  });
}

export function clearLeftoverPaymentData(): void {
  withStorage((storage) => storage.removeItem(LEFTOVER_KEY));
}

/**
 * State of a navigation that follows the server's own yes. A link cannot carry it, a reload keeps it: what the query
 * of an address claims is not enough to tell somebody that they paid.
 */
export const VERIFIED_STATE = { isPaymentVerified: true } as const;

export function isVerifiedState(state: unknown): boolean {
  return Boolean(
    state && typeof state === 'object' && 'isPaymentVerified' in state && state.isPaymentVerified,
  );
}

function readAll(): PaymentRecord[] {
  return (
    withStorage((storage) =>
      Object.keys(storage)
        .filter((key) => key.startsWith(PREFIX))
        .flatMap((key) => parse(storage.getItem(key))),
    ) ?? []
  );
}

function parse(text: string | null): PaymentRecord[] {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isRecord(value) ? [value] : [];
  } catch {
    return [];
  }
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

/** Storage may be closed to us (a privacy mode) or full: paying goes on without the record. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
