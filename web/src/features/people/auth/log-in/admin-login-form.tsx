import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { adminAccess } from '#copy/office/access.ts';
import { auth } from '#copy/people/auth.ts';
import { type AuthFailure, adminLoginFailure } from '#features/people/auth/auth-failures.ts';
import { fieldOf } from '#lib/field-of.ts';
import { toast } from '#lib/toast.ts';
import { type LoginForm as Form, loginSchema } from '#rules/people/auth.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/forms/email-field.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { TechnicalDetails } from '#ui/messages/technical-details.tsx';
import { logInAsAdmin } from './admin-login.data.ts';

/** E-mail and password of an administrator. The page goes on by itself once the session is there. */
export function AdminLoginForm() {
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  // Not useFormMutation: what it needs is not in the first load of the pages where people log in.
  const form = useForm<Form>({ resolver: zodResolver(loginSchema), defaultValues: { email: '', password: '' } });
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email, password }) => {
    setFailure(null);
    try {
      const outcome = await logInAsAdmin(email, password);
      if (outcome === 'ok') toast.success(adminAccess.success);
      if (outcome === 'no-admin') refuse({ sentence: adminAccess.noPrivileges });
    } catch (error) {
      refuse(adminLoginFailure(error));
    }
  });

  function refuse(failed: AuthFailure) {
    setFailure(failed);
    toast.error(failed.sentence, { id: 'admin-access' });
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {failure && (
        <Alert tone="danger" title={adminAccess.loginFailedTitle}>
          <p>{failure.sentence}</p>
          <TechnicalDetails>{failure.details}</TechnicalDetails>
        </Alert>
      )}
      <EmailField label={auth.email} autoComplete="username" {...fieldOf(form, 'email')} />
      <PasswordField
        label={auth.password}
        labels={auth}
        autoComplete="current-password"
        {...fieldOf(form, 'password')}
      />
      <Button type="submit" isBusy={isSubmitting} className="mt-2">
        {adminAccess.submit}
      </Button>
    </form>
  );
}
