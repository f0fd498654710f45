import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BOOKING_LOOKUP_TIMEOUT_MS,
  BOOKING_RECHECK_MS,
  type CallFailure,
  CHECK_AFTER_VERIFY_MS,
  CHECKOUT_SCRIPT_TIMEOUT_MS,
  functionTimeoutMs,
  holdCountdown,
  holdState,
  isMobileBrowser,
  isPayable,
  isRetryable,
  isSessionExpiring,
  needsLogin,
  PAYMENT_DIALOG_CLOSE_MS,
  PROCESSING_MAX_ATTEMPTS,
  SUCCESS_REDIRECT_MS,
  VERIFY_RETRY_MS,
  verifyRetries,
} from '#rules/money/payment.ts';
import { paymentRecordKey } from '#rules/money/payment-keys.ts';
import { testProperty } from '#tests/kit/property.ts';

describe('functionTimeoutMs', () => {
  it('is the table of section 9', () => {
    expect(functionTimeoutMs('create-payment-order', false)).toBe(15_000);
    expect(functionTimeoutMs('create-payment-order', true)).toBe(15_000);
    expect(functionTimeoutMs('verify-payment', false)).toBe(45_000);
    expect(functionTimeoutMs('verify-payment', true)).toBe(25_000);
    expect(functionTimeoutMs('anything-else', false)).toBe(30_000);
    expect(functionTimeoutMs('anything-else', true)).toBe(25_000);
  });
});

it('keeps to the waits of sections 4 and 9', () => {
  expect({
    scriptLoad: CHECKOUT_SCRIPT_TIMEOUT_MS,
    dialogClose: PAYMENT_DIALOG_CLOSE_MS,
    attempts: PROCESSING_MAX_ATTEMPTS,
    recheck: BOOKING_RECHECK_MS,
    verifyRetry: VERIFY_RETRY_MS,
    afterVerify: CHECK_AFTER_VERIFY_MS,
    redirect: SUCCESS_REDIRECT_MS,
  }).toEqual({
    scriptLoad: 10_000,
    dialogClose: 100,
    attempts: 3,
    recheck: 2000,
    verifyRetry: 3000,
    afterVerify: 2000,
    redirect: 1500,
  });
  // A look that hangs is given up before anybody would.
  expect(BOOKING_LOOKUP_TIMEOUT_MS).toBeLessThanOrEqual(10_000);
});

describe('verify retries', () => {
  it('are 2 after 2 s, on mobile 3 after 3 s', () => {
    expect(verifyRetries(false)).toEqual({ retries: 2, delayMs: 2000 });
    expect(verifyRetries(true)).toEqual({ retries: 3, delayMs: 3000 });
  });

  it('follow a timeout, the network, the session and 5xx, never a refusal', () => {
    for (const kind of ['timeout', 'network', 'session', 'authentication'] as const) {
      expect(isRetryable({ kind })).toBe(true);
    }
    expect([500, 502, 503, 504].every((status) => isRetryable({ kind: 'http', status }))).toBe(true);
    expect([400, 403, 404, 409, 422].some((status) => isRetryable({ kind: 'http', status }))).toBe(false);
  });
});

describe('isMobileBrowser', () => {
  it('looks at the width and at the user agent', () => {
    expect(isMobileBrowser('Mozilla/5.0 (X11; Linux x86_64)', 769)).toBe(false);
    expect(isMobileBrowser('Mozilla/5.0 (X11; Linux x86_64)', 768)).toBe(true);
    expect(isMobileBrowser('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 1024)).toBe(true);
    expect(isMobileBrowser('Mozilla/5.0 (Mobile; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5', 1024)).toBe(true);
  });
});

describe('isSessionExpiring', () => {
  const now = new Date('2026-11-24T10:00:00Z');
  const inSeconds = (seconds: number) => now.getTime() / 1000 + seconds;

  it('has a margin of 5 minutes', () => {
    expect(isSessionExpiring(inSeconds(299), now)).toBe(true);
    expect(isSessionExpiring(inSeconds(300), now)).toBe(false);
    expect(isSessionExpiring(undefined, now)).toBe(true);
  });
});

it('keys a payment record by its payment id', () => {
  expect(paymentRecordKey('pay_29QQoUBi66xm2f')).toBe('payment_pay_29QQoUBi66xm2f');
});

describe('a hold', () => {
  const now = new Date('2026-11-24T10:00:00Z');
  const inMs = (ms: number) => new Date(now.getTime() + ms);

  it.each([
    [15 * 60_000, 'held', '15:00'],
    [14 * 60_000 + 4_001, 'held', '14:05'],
    [5 * 60_000 + 1, 'held', '5:01'],
    [5 * 60_000, 'short', '5:00'],
    [60_000, 'short', '1:00'],
    [59_999, 'ending', '1:00'],
    [9_000, 'ending', '0:09'],
    [1, 'ending', '0:01'],
    [0, 'over', '0:00'],
    [-60_000, 'over', '0:00'],
  ] as const)('with %d ms left is %s and reads %s', (ms, state, countdown) => {
    expect(holdState(inMs(ms), now)).toBe(state);
    expect(holdCountdown(inMs(ms), now)).toBe(countdown);
  });

  it('lets nobody into a checkout that would outlive it', () => {
    expect((['held', 'short', 'ending', 'over'] as const).map(isPayable)).toEqual([true, true, false, false]);
  });
});

it('asks to log in again after failures of the session alone', () => {
  expect(needsLogin({ kind: 'session' })).toBe(true);
  expect(needsLogin({ kind: 'authentication' })).toBe(true);
  expect(needsLogin({ kind: 'network' })).toBe(false);
  expect(needsLogin({ kind: 'timeout' })).toBe(false);
  expect(needsLogin({ kind: 'http', status: 403 })).toBe(false);
});

describe('for any input', () => {
  const functionName = fc.oneof(
    fc.constantFrom('create-payment-order', 'verify-payment', 'constructor', '__proto__', 'toString', ''),
    fc.string(),
  );

  describe('timeouts', () => {
    const table = new Map([
      ['create-payment-order', 15_000],
      ['verify-payment', 45_000],
    ]);

    testProperty('are 15 s, 45 s or else 30 s, and on mobile never above 25 s', [functionName], (name) => {
      const desktop = functionTimeoutMs(name, false);
      expect(desktop).toBe(table.get(name) ?? 30_000);
      expect(functionTimeoutMs(name, true)).toBe(Math.min(desktop, 25_000));
    });
  });

  describe('retries', () => {
    const failure: fc.Arbitrary<CallFailure> = fc.oneof(
      fc.record({ kind: fc.constantFrom('timeout', 'network', 'session', 'authentication') }),
      fc.record({ kind: fc.constant('http'), status: fc.integer({ min: 300, max: 599 }) }),
    );

    testProperty('follow every failure but an answer below 500', [failure], (one) => {
      expect(isRetryable(one)).toBe(one.kind !== 'http' || one.status >= 500);
    });

    it('keep somebody waiting for less than three minutes', () => {
      for (const isMobile of [true, false]) {
        const { retries, delayMs } = verifyRetries(isMobile);
        const longest = (retries + 1) * functionTimeoutMs('verify-payment', isMobile) + retries * delayMs;
        expect(longest).toBeLessThan(180_000);
      }
    });
  });

  describe('a session', () => {
    testProperty(
      'counts as expiring from five minutes before its end, to the millisecond, and then for good',
      [fc.integer({ min: 1, max: 4_000_000_000 }), fc.nat(10_000_000)],
      (expiresAt, ms) => {
        const edge = expiresAt * 1000 - 5 * 60_000;
        expect(isSessionExpiring(expiresAt, new Date(edge))).toBe(false);
        expect(isSessionExpiring(expiresAt, new Date(edge + 1 + ms))).toBe(true);
        expect(isSessionExpiring(expiresAt, new Date(edge - ms))).toBe(false);
      },
    );
  });

  describe('a browser', () => {
    testProperty(
      'is mobile up to 768 px, and by its user agent at any width',
      [fc.integer({ min: 1, max: 4000 })],
      (width) => {
        expect(isMobileBrowser('Mozilla/5.0 (X11; Linux x86_64)', width)).toBe(width <= 768);
        expect(isMobileBrowser('Mozilla/5.0 (Linux; Android 14) Mobile', width)).toBe(true);
      },
    );
  });
});
