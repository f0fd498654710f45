import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { auth } from '#copy/auth.ts';
import { toast } from '#lib/toast.ts';
import { type LoginForm as Form, loginSchema } from '#rules/auth.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { logIn } from './auth.data.ts';
import { loginFailure } from './auth-failures.ts';
import { PasswordField } from './password-field.tsx';

/** E-mail and password. The page goes on by itself once the session is there. */
export function LoginForm() {
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Form>({
    resolver: zodResolver(loginSchema),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email, password }) => {
    setFailure(null);
    try {
      if ((await logIn(email, password)) === 'no-user') {
        setFailure(auth.login.invalidCredentials);
        return;
      }
      toast.success(auth.login.success);
    } catch (error) {
      const { banner, toast: message } = loginFailure(error);
      setFailure(banner);
      toast.error(message);
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {failure && (
        <Banner tone="danger" title={auth.login.errorTitle}>
          {failure}
        </Banner>
      )}
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
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" isBusy={isSubmitting} className="mt-2">
        {auth.login.submit}
      </Button>
    </form>
  );
}
