import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auth } from '#copy/people/auth.ts';
import {
  forgotPasswordSchema,
  isRecoverySession,
  loginSchema,
  resetPasswordSchema,
  signupSchema,
} from '#rules/people/auth.ts';
import { testProperty } from '#tests/kit/property.ts';

function messages(result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) {
  return Object.fromEntries((result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]));
}

const good = { name: 'Asha Rao', email: 'asha@example.com', password: 'secret1', confirmPassword: 'secret1' };

describe('the login form', () => {
  it('takes an address and six characters', () => {
    expect(loginSchema.safeParse({ email: ' asha@example.com ', password: '123456' }).data).toEqual({
      email: 'asha@example.com',
      password: '123456',
    });
  });

  it('names each fault in the words of the specification', () => {
    expect(messages(loginSchema.safeParse({ email: 'asha@', password: '12345' }))).toEqual({
      email: auth.invalidEmail,
      password: auth.shortPassword,
    });
  });
});

describe('the sign-up form', () => {
  it('takes a complete form', () => {
    expect(signupSchema.safeParse(good).success).toBe(true);
    expect(signupSchema.safeParse({ ...good, name: 'Om' }).success).toBe(true);
  });

  it('names each fault in the words of the specification', () => {
    expect(messages(signupSchema.safeParse({ name: 'A', email: 'x', password: '1', confirmPassword: '2' }))).toEqual({
      name: auth.shortName,
      email: auth.invalidEmail,
      password: auth.shortPassword,
      confirmPassword: auth.shortConfirmation,
    });
  });

  it('tells of different passwords at the confirmation, whatever else is wrong', () => {
    expect(messages(signupSchema.safeParse({ ...good, name: 'A', confirmPassword: 'secret2' }))).toEqual({
      name: auth.shortName,
      confirmPassword: auth.passwordsDiffer,
    });
  });

  it('does not count the spaces around a name', () => {
    expect(messages(signupSchema.safeParse({ ...good, name: '  A ' }))).toEqual({ name: auth.shortName });
  });
});

describe('the forgotten-password dialog', () => {
  it('takes an address as Auth keeps it, and no other text', () => {
    expect(forgotPasswordSchema.parse({ email: '  Asha.RAO@Example.com ' })).toEqual({ email: 'asha.rao@example.com' });
    expect(messages(forgotPasswordSchema.safeParse({ email: '' }))).toEqual({
      email: 'Please enter a valid email address.',
    });
  });
});

describe('the reset form', () => {
  it('takes two equal passwords, with every space in them', () => {
    const form = { password: ' spaced ', confirmPassword: ' spaced ' };
    expect(resetPasswordSchema.parse(form)).toEqual(form);
  });

  it.each([
    [
      { password: '', confirmPassword: '' },
      { password: 'Password must be at least 6 characters.', confirmPassword: 'Please confirm your password.' },
    ],
    [{ password: 'secret1', confirmPassword: 'secret1 ' }, { confirmPassword: "Passwords don't match" }],
    [
      { password: '12345', confirmPassword: '123456' },
      { password: 'Password must be at least 6 characters.', confirmPassword: "Passwords don't match" },
    ],
  ])('%j', (form, faults) => {
    expect(messages(resetPasswordSchema.safeParse(form))).toEqual(faults);
  });
});

describe('odd and endless texts', () => {
  const tooLong = 'Password must be at most 72 characters; accents and emoji count more than once.';

  it.each([
    ['a'.repeat(72), {}],
    ['a'.repeat(73), { password: tooLong }],
    ['é'.repeat(36), {}],
    ['é'.repeat(37), { password: tooLong }],
    ['🦄'.repeat(18), {}],
    ['🦄'.repeat(19), { password: tooLong }],
  ])('a password of %s', (password, faults) => {
    expect(messages(loginSchema.safeParse({ email: 'asha@example.com', password }))).toEqual(faults);
  });

  it.each([
    [`${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(63)}.in`, {}],
    [`${'a'.repeat(250)}@b.in`, { email: 'Email must be at most 254 characters.' }],
    ['asha@example.com\u0000', {}],
    ['asha@exam\u0000ple.com', { email: 'An email address has no spaces inside. Please check it.' }],
    ['<script>alert(1)</script>@example.com', { email: 'Please enter a valid email address.' }],
    ['asha@example.com, ravi@example.com', { email: 'Please enter one email address only.' }],
  ])('an address %s', (email, faults) => {
    expect(messages(forgotPasswordSchema.safeParse({ email }))).toEqual(faults);
  });

  it.each([
    ['🦄', { name: 'Name must be at least 2 characters.' }],
    ['\u200b\u200b\u2060', { name: 'Name must be at least 2 characters.' }],
    ['आशा राव', {}],
    ['عائشة', {}],
    ['<script>alert(1)</script>', {}],
    ['🦄'.repeat(120), {}],
    ['a'.repeat(121), { name: 'Name must be at most 120 characters.' }],
  ])('a name %s', (name, faults) => {
    expect(messages(signupSchema.safeParse({ ...good, name }))).toEqual(faults);
  });

  it('a name keeps no control characters', () => {
    expect(signupSchema.parse({ ...good, name: ' Asha\u0000\tRao\n' }).name).toBe('Asha Rao');
  });

  it('a pasted book is refused at once', () => {
    const book = 'a@'.repeat(50_000);
    const before = performance.now();
    const faults = messages(signupSchema.safeParse({ name: book, email: book, password: book, confirmPassword: book }));
    expect(performance.now() - before).toBeLessThan(250);
    expect(faults).toEqual({
      name: 'Name must be at most 120 characters.',
      email: 'Email must be at most 254 characters.',
      password: tooLong,
    });
  });
});

describe('the session that the reset page finds', () => {
  const NOW = Date.parse('2026-11-21T10:00:00Z');
  const minutesAgo = (minutes: number) => NOW - minutes * 60_000;
  const old = new Date(minutesAgo(60 * 24)).toISOString();

  it.each([
    ['this tab opened the link', { cameByLink: true, methods: null, userCreatedAt: old }, true],
    [
      'a mailed link, a minute ago',
      { cameByLink: false, methods: [{ method: 'otp', timestamp: minutesAgo(1) / 1000 }], userCreatedAt: old },
      true,
    ],
    [
      'a recovery, 11 minutes ago',
      { cameByLink: false, methods: [{ method: 'recovery', timestamp: minutesAgo(11) / 1000 }], userCreatedAt: old },
      false,
    ],
    [
      'a password, with a new account',
      {
        cameByLink: false,
        methods: [{ method: 'password', timestamp: minutesAgo(1) / 1000 }],
        userCreatedAt: new Date(minutesAgo(2)).toISOString(),
      },
      false,
    ],
    [
      'no word of how, with an account of exactly 10 minutes',
      { cameByLink: false, methods: null, userCreatedAt: new Date(minutesAgo(10)).toISOString() },
      true,
    ],
    [
      'no word of how, with an account older than 10 minutes',
      { cameByLink: false, methods: null, userCreatedAt: new Date(minutesAgo(10) - 1).toISOString() },
      false,
    ],
    ['an account of no known age', { cameByLink: false, methods: null, userCreatedAt: '' }, false],
  ])('%s', (_case, session, isRecovery) => {
    expect(isRecoverySession(session, NOW)).toBe(isRecovery);
  });

  testProperty(
    'depends on the age of the account only where Auth names no methods',
    [fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })],
    (age, other) => {
      const created = (minutes: number) => new Date(minutesAgo(minutes)).toISOString();
      const methods = [{ method: 'password', timestamp: NOW / 1000 }];
      const decide = (minutes: number, known: typeof methods | null) =>
        isRecoverySession({ cameByLink: false, methods: known, userCreatedAt: created(minutes) }, NOW);
      expect(decide(age, methods)).toBe(decide(other, methods));
      expect(decide(age, null)).toBe(age <= 10);
      expect(decide(age, [])).toBe(age <= 10);
    },
  );
});
