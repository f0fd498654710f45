import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { auth } from '#copy/auth.ts';
import { toast } from '#lib/toast.ts';
import { type SignupForm as Form, signupSchema } from '#rules/auth.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { signUp } from './auth.data.ts';
import { signupFailure } from './auth-failures.ts';
import { PasswordField } from './password-field.tsx';

const CREATED_TOAST_MS = 5_000;

/** The sign-up form; `onCreated` gets the address that the confirmation e-mail went to. */
export function SignupForm({
  returnUrl,
  onCreated,
}: {
  returnUrl: string | null;
  onCreated: (email: string) => void;
}) {
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Form>({
    resolver: zodResolver(signupSchema),
    defaultValues: { name: '', email: '', password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const refuse = (sentence: string) => {
    setFailure(sentence);
    toast.error(sentence);
  };

  const submit = form.handleSubmit(async ({ name, email, password }) => {
    setFailure(null);
    try {
      if ((await signUp({ name, email, password }, returnUrl)) === 'already-registered') {
        refuse(auth.signup.alreadyRegistered);
        return;
      }
      toast.success(auth.signup.created, { duration: CREATED_TOAST_MS });
      onCreated(email);
    } catch (error) {
      refuse(signupFailure(error));
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {failure && <Banner tone="danger">{failure}</Banner>}
      <TextField
        label={auth.fullName}
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextField
        label={auth.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label={auth.password}
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordField
        label={auth.confirmPassword}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <Button type="submit" isBusy={isSubmitting} className="mt-2">
        {auth.signup.submit}
      </Button>
    </form>
  );
}
