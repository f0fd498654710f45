import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { auth } from '#copy/people/auth.ts';
import { passwordRecovery } from '#copy/people/password-recovery.ts';
import { logIn } from '#features/people/auth/auth.data.ts';
import { type AuthFailure, loginFailure } from '#features/people/auth/auth-failures.ts';
import { ResendButton } from '#features/people/auth/mailed-links/resend-button.tsx';
import { fieldOf } from '#lib/field-of.ts';
import { toast } from '#lib/toast.ts';
import { type LoginForm as Form, loginSchema } from '#rules/people/auth.ts';
import { cleanEmail } from '#rules/people/contact.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/forms/email-field.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { TechnicalDetails } from '#ui/messages/technical-details.tsx';

interface LoginFormProps {
  returnUrl: string | null;
  /** Called with what stands in the e-mail field. */
  onForgotPassword: (email: string) => void;
}

/** E-mail and password. The page goes on by itself once the session is there. */
export function LoginForm({ returnUrl, onForgotPassword }: LoginFormProps) {
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  // Not useFormMutation: what it needs is not in the first load of the pages where people log in.
  const form = useForm<Form>({ resolver: zodResolver(loginSchema), defaultValues: { email: '', password: '' } });
  const { isSubmitting } = form.formState;
  const isUnconfirmed = failure?.sentence === auth.login.emailNotConfirmed;

  const submit = form.handleSubmit(async ({ email, password }) => {
    setFailure(null);
    try {
      const outcome = await logIn(email, password);
      if (outcome === 'no-user') {
        setFailure({ sentence: auth.login.invalidCredentials });
        toast.error(auth.login.invalidCredentials);
      } else if (outcome === 'ok') {
        toast.success(auth.login.success);
      }
    } catch (error) {
      const failed = loginFailure(error);
      setFailure(failed);
      toast.error(failed.toast);
    }
  });

  const emailOf = async () => ((await form.trigger('email')) ? cleanEmail(form.getValues('email')) : null);

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {failure && (
        <Alert tone="danger" title={auth.login.errorTitle}>
          <p>{failure.sentence}</p>
          <TechnicalDetails>{failure.details}</TechnicalDetails>
          {isUnconfirmed && (
            <div className="mt-3">
              <ResendButton returnUrl={returnUrl} isSmall emailOf={emailOf} />
            </div>
          )}
        </Alert>
      )}
      <EmailField label={auth.email} autoComplete="username" {...fieldOf(form, 'email')} />
      <div>
        <PasswordField
          label={auth.password}
          labels={auth}
          autoComplete="current-password"
          {...fieldOf(form, 'password')}
        />
        <button
          type="button"
          className="tap-line mt-1 rounded-control text-sm font-medium text-accent-text underline underline-offset-4"
          onClick={() => onForgotPassword(cleanEmail(form.getValues('email')))}
        >
          {passwordRecovery.forgot.link}
        </button>
      </div>
      <Button type="submit" isBusy={isSubmitting} className="mt-2">
        {auth.login.submit}
      </Button>
    </form>
  );
}
