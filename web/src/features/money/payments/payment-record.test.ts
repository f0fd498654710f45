import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clearLeftoverPaymentData,
  clearPaymentRecords,
  findPaymentRecord,
  isVerifiedState,
  savePaymentRecord,
  unfinishedPayment,
  VERIFIED_STATE,
} from '#features/money/payments/payment-record.ts';
import { fakeStorage } from '#lib/testing/fake-storage.ts';

const now = new Date('2026-11-21T10:00:00Z');
const record = (paymentId: string, bookingId: string, ageMs = 0) => ({
  paymentId,
  bookingId,
  orderId: 'order_1',
  signature: 'abc',
  timestamp: now.getTime() - ageMs,
});

describe('the record of a payment', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', fakeStorage());
  });

  it('is kept under its payment and found by its booking until cleared', () => {
    savePaymentRecord(record('pay_1', 'a'));
    savePaymentRecord(record('pay_2', 'b'));
    expect(Object.keys(localStorage)).toEqual(['payment_pay_1', 'payment_pay_2']);
    expect(findPaymentRecord('b')).toEqual(record('pay_2', 'b'));
    clearPaymentRecords('b');
    expect(findPaymentRecord('b')).toBeNull();
    expect(findPaymentRecord('a')).not.toBeNull();
  });

  it('tells the newest unfinished payment of the last days', () => {
    expect(unfinishedPayment(now)).toBeNull();
    savePaymentRecord(record('pay_1', 'a', 60_000));
    savePaymentRecord(record('pay_2', 'b', 1_000));
    savePaymentRecord(record('pay_3', 'c', 8 * 86_400_000));
    expect(unfinishedPayment(now)?.bookingId).toBe('b');
    clearPaymentRecords('a');
    clearPaymentRecords('b');
    savePaymentRecord(record('pay_4', 'd', 7 * 86_400_000));
    expect(unfinishedPayment(now)).toBeNull();
    savePaymentRecord(record('pay_4', 'd', 7 * 86_400_000 - 1));
    expect(unfinishedPayment(now)?.bookingId).toBe('d');
  });

  it('passes over what is no record', () => {
    localStorage.setItem('payment_1', '{');
    localStorage.setItem('payment_2', '"x"');
    localStorage.setItem('payment_3', '{"paymentId":"pay_3","bookingId":"a"}');
    const { signature: _, ...unsigned } = record('pay_4', 'a');
    localStorage.setItem('payment_pay_4', JSON.stringify(unsigned));
    expect(unfinishedPayment(now)).toBeNull();
  });

  it('clears what an older application left behind', () => {
    localStorage.setItem('ios_payment_recovery', '1');
    clearLeftoverPaymentData();
    expect(localStorage.getItem('ios_payment_recovery')).toBeNull();
  });

  it('does without storage where it is closed', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(() => savePaymentRecord(record('pay_1', 'a'))).not.toThrow();
    expect(unfinishedPayment(now)).toBeNull();
  });
});

it('knows the state that follows a verified payment from any other', () => {
  expect(isVerifiedState(structuredClone(VERIFIED_STATE))).toBe(true);
  for (const other of [null, undefined, 'true', {}, { isPaymentVerified: false }, { returnUrl: '/' }]) {
    expect(isVerifiedState(other)).toBe(false);
  }
});
