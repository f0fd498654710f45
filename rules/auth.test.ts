import { describe, expect, it } from 'vitest';
import { auth } from '#copy/auth.ts';
import { loginSchema, signupSchema } from '#rules/auth.ts';

function messages(
  result: ReturnType<typeof loginSchema.safeParse> | ReturnType<typeof signupSchema.safeParse>,
) {
  return Object.fromEntries(
    (result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]),
  );
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
  });

  it('names each fault in the words of the specification', () => {
    expect(
      messages(signupSchema.safeParse({ name: 'A', email: 'x', password: '1', confirmPassword: '2' })),
    ).toEqual({
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
