import { z } from 'zod';
import { auth } from '#copy/people/auth.ts';
import { cleanLine } from '#rules/shell/text.ts';
import { NAME_MAX_LENGTH, NAME_MIN_LENGTH, PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from './account-limits.ts';
import { emailField } from './contact.ts';

const email = emailField(auth.invalidEmail);

const utf8 = new TextEncoder();

/** Never trimmed: a space is a character like any other here. */
function password(tooShort: string) {
  return z
    .string()
    .min(PASSWORD_MIN_LENGTH, tooShort)
    .refine((text) => text.length <= PASSWORD_MAX_BYTES && utf8.encode(text).length <= PASSWORD_MAX_BYTES, {
      message: auth.longPassword,
    });
}

/** Characters as a person counts them: an emoji is one, and invisible ones do not count. */
function visibleLength(text: string): number {
  return [...text.replace(/[\p{C}\p{Z}\p{M}]/gu, '')].length;
}

const name = z
  .string()
  .transform(cleanLine)
  .pipe(
    z
      .string()
      .refine((text) => visibleLength(text) >= NAME_MIN_LENGTH, auth.shortName)
      .refine((text) => [...text].length <= NAME_MAX_LENGTH, auth.longName),
  );

/** A mismatch is shown at the confirmation at once, even while other fields are wrong. */
const passwordsMatch = {
  message: auth.passwordsDiffer,
  path: ['confirmPassword'],
  when: ({ value }: { value: unknown }) => {
    const form = value as Partial<Record<'password' | 'confirmPassword', unknown>> | null;
    return (
      typeof form?.password === 'string' &&
      typeof form.confirmPassword === 'string' &&
      form.confirmPassword.length >= PASSWORD_MIN_LENGTH
    );
  },
};

function hasMatchingPasswords(form: { password: string; confirmPassword: string }): boolean {
  return form.password === form.confirmPassword;
}

/** The login form (docs/product/accounts.md#log-in). */
export const loginSchema = z.object({ email, password: password(auth.shortPassword) });

/** The sign-up form (docs/product/accounts.md#sign-up). */
export const signupSchema = z
  .object({
    name,
    email,
    password: password(auth.shortPassword),
    confirmPassword: z.string().min(PASSWORD_MIN_LENGTH, auth.shortConfirmation),
  })
  .refine(hasMatchingPasswords, passwordsMatch);

/** The name on the account page (docs/product/accounts.md#account-page). */
export const nameSchema = z.object({ name });

/** The forgotten-password dialog (docs/product/accounts.md#reset). */
export const forgotPasswordSchema = z.object({ email });

/** The form of the reset page (docs/product/accounts.md#reset). */
export const resetPasswordSchema = z
  .object({
    password: password(auth.shortPassword),
    confirmPassword: z.string().min(PASSWORD_MIN_LENGTH, auth.confirmPasswordMissing),
  })
  .refine(hasMatchingPasswords, passwordsMatch);

export type LoginForm = z.infer<typeof loginSchema>;
export type SignupForm = z.infer<typeof signupSchema>;
export type ForgotPasswordForm = z.infer<typeof forgotPasswordSchema>;
export type ResetPasswordForm = z.infer<typeof resetPasswordSchema>;

const RECENT_MS = 10 * 60_000;

/** What is known of a session that the reset page finds in the browser. */
export interface FoundSession {
  /** This tab opened the link that made it. */
  cameByLink: boolean;
  /** How the person proved their identity, according to Auth, each with its time (seconds since 1970); else null. */
  methods: readonly { method: string; timestamp: number }[] | null;
  /** When the account was made, as ISO text. */
  userCreatedAt: string;
}

/**
 * Whether a recovery link made the session in the browser: then the reset page shows its form. It sends a person with
 * an ordinary session to the dashboard. `now` is milliseconds since 1970.
 *
 * Auth is asked first (docs/product/accounts.md#reset): the link that this tab opened, then the methods in the access
 * token (`amr`; a mailed link is `recovery` or `otp`, and counts for 10 minutes). If the token names no methods, the
 * age of the account decides, with the same 10 minutes. The age alone is not enough: it would exclude every older
 * account from its own recovery.
 */
export function isRecoverySession(session: FoundSession, now: number): boolean {
  if (session.cameByLink) return true;
  if (session.methods?.length) {
    return session.methods.some(
      ({ method, timestamp }) => (method === 'recovery' || method === 'otp') && isWithin(timestamp * 1000, now),
    );
  }
  return isWithin(Date.parse(session.userCreatedAt), now);
}

function isWithin(then: number, now: number): boolean {
  return Math.abs(now - then) <= RECENT_MS;
}
