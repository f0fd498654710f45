import { expect, test } from 'vitest';
import { readSessionClaims } from './session-claims.ts';

const token = (claims: unknown) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

test('a token names its session and how the person came in', () => {
  const amr = [{ method: 'otp', timestamp: 1_795_000_000 }];
  expect(readSessionClaims(token({ session_id: 'one', amr, name: '\u00ff>?' }))).toEqual({
    sessionId: 'one',
    methods: amr,
  });
  expect(readSessionClaims(token({ session_id: 'one' }))).toEqual({ sessionId: 'one', methods: null });
  expect(readSessionClaims(token({ amr: ['otp', { method: 'otp' }] }))).toEqual({ sessionId: null, methods: [] });
});

test.each(['', 'garbage', 'a.b.c', token(null), token(7)])('%j is no token', (text) => {
  expect(readSessionClaims(text)).toEqual({ sessionId: null, methods: null });
});
