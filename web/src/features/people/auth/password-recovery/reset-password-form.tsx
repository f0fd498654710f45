import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { auth } from '#copy/people/auth.ts';
import { passwordRecovery } from '#copy/people/password-recovery.ts';
import type { AuthFailure } from '#features/people/auth/auth-failures.ts';
import { commonPasswordProblem } from '#features/people/auth/sign-up/common-password.ts';
import { NewPasswordField } from '#features/people/auth/sign-up/new-password-field.tsx';
import { fieldOf } from '#lib/field-of.ts';
import { toast } from '#lib/toast.ts';
import { type ResetPasswordForm as Form, resetPasswordSchema } from '#rules/people/auth.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { TechnicalDetails } from '#ui/messages/technical-details.tsx';
import { setNewPassword } from './password-recovery.data.ts';
import { updateFailure } from './recovery-failures.ts';

const { reset } = passwordRecovery;

/** The new password of the account, twice. `onDone` follows once it is set and the recovery session has ended. */
export function ResetPasswordForm({ email, onDone }: { email: string | undefined; onDone: () => void }) {
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  // Not useFormMutation: what it needs is not in the first load of the pages where people log in.
  const form = useForm<Form>({
    resolver: zodResolver(resetPasswordSchema),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const { isSubmitting, isSubmitSuccessful } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(null);
    const problem = await commonPasswordProblem(password, { email });
    if (problem) return form.setError('password', { message: problem }, { shouldFocus: true });
    try {
      await setNewPassword(password);
      onDone();
    } catch (error) {
      const failed = updateFailure(error);
      setFailure(failed);
      toast.error(failed.sentence);
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {email && (
        <>
          <p className="text-sm wrap-anywhere text-muted">{reset.forAccount(email)}</p>
          {/* Tells a password manager whose password it is about to keep. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
        </>
      )}
      {failure && (
        <Alert tone="danger">
          <p>{failure.sentence}</p>
          <TechnicalDetails>{failure.details}</TechnicalDetails>
        </Alert>
      )}
      <NewPasswordField label={reset.newPassword} {...fieldOf(form, 'password')} />
      <PasswordField
        label={reset.confirmNewPassword}
        labels={auth}
        autoComplete="new-password"
        {...fieldOf(form, 'confirmPassword')}
      />
      <Button type="submit" isBusy={isSubmitting || (isSubmitSuccessful && !failure)} className="mt-2">
        {reset.submit}
      </Button>
    </form>
  );
}
