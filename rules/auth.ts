import { z } from 'zod';
import { auth } from '#copy/auth.ts';

/** Fewest characters of a password (founder-side specification, section 9). */
const PASSWORD_MIN_LENGTH = 6;

const email = z.string().trim().pipe(z.email(auth.invalidEmail));

/** The login form (specification, section 5). */
export const loginSchema = z.object({
  email,
  password: z.string().min(PASSWORD_MIN_LENGTH, auth.shortPassword),
});

/** The sign-up form; a mismatch is told at the confirmation (specification, section 5). */
export const signupSchema = z
  .object({
    name: z.string().trim().min(2, auth.shortName),
    email,
    password: z.string().min(PASSWORD_MIN_LENGTH, auth.shortPassword),
    confirmPassword: z.string().min(PASSWORD_MIN_LENGTH, auth.shortConfirmation),
  })
  .refine((form) => form.password === form.confirmPassword, {
    message: auth.passwordsDiffer,
    path: ['confirmPassword'],
    // Told at once, even while other fields are still wrong.
    when: ({ value }) => {
      const form = value as Partial<Record<'password' | 'confirmPassword', unknown>>;
      return (
        typeof form?.password === 'string' &&
        typeof form.confirmPassword === 'string' &&
        form.confirmPassword.length >= PASSWORD_MIN_LENGTH
      );
    },
  });

export type LoginForm = z.infer<typeof loginSchema>;
export type SignupForm = z.infer<typeof signupSchema>;
