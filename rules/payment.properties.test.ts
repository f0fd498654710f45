import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CallFailure,
  functionTimeoutMs,
  isMobileBrowser,
  isRetryable,
  isSessionExpiring,
  verifyRetries,
} from '#rules/payment.ts';

const functionName = fc.oneof(
  fc.constantFrom('create-payment-order', 'verify-payment', 'constructor', '__proto__', 'toString', ''),
  fc.string(),
);

describe('timeouts', () => {
  const table = new Map([
    ['create-payment-order', 15_000],
    ['verify-payment', 45_000],
  ]);

  it('are 15 s, 45 s or else 30 s, and on mobile never above 25 s', () => {
    fc.assert(
      fc.property(functionName, (name) => {
        const desktop = functionTimeoutMs(name, false);
        expect(desktop).toBe(table.get(name) ?? 30_000);
        expect(functionTimeoutMs(name, true)).toBe(Math.min(desktop, 25_000));
      }),
    );
  });
});

describe('retries', () => {
  const failure: fc.Arbitrary<CallFailure> = fc.oneof(
    fc.record({ kind: fc.constantFrom('timeout', 'network', 'session', 'authentication') }),
    fc.record({ kind: fc.constant('http'), status: fc.integer({ min: 300, max: 599 }) }),
  );

  it('follow every failure but an answer below 500', () => {
    fc.assert(
      fc.property(failure, (one) => {
        expect(isRetryable(one)).toBe(one.kind !== 'http' || one.status >= 500);
      }),
    );
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
  it('counts as expiring from five minutes before its end, to the millisecond, and then for good', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4_000_000_000 }), fc.nat(10_000_000), (expiresAt, ms) => {
        const edge = expiresAt * 1000 - 5 * 60_000;
        expect(isSessionExpiring(expiresAt, new Date(edge))).toBe(false);
        expect(isSessionExpiring(expiresAt, new Date(edge + 1 + ms))).toBe(true);
        expect(isSessionExpiring(expiresAt, new Date(edge - ms))).toBe(false);
      }),
    );
  });
});

describe('a browser', () => {
  it('is mobile up to 768 px, and by its user agent at any width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4000 }), (width) => {
        expect(isMobileBrowser('Mozilla/5.0 (X11; Linux x86_64)', width)).toBe(width <= 768);
        expect(isMobileBrowser('Mozilla/5.0 (Linux; Android 14) Mobile', width)).toBe(true);
      }),
    );
  });
});
