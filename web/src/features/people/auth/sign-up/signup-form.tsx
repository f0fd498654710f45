import { zodResolver } from '@hookform/resolvers/zod';
import { useLayoutEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { auth } from '#copy/people/auth.ts';
import { signUp } from '#features/people/auth/auth.data.ts';
import { type AuthFailure, signupFailure } from '#features/people/auth/auth-failures.ts';
import { ResendButton } from '#features/people/auth/mailed-links/resend-button.tsx';
import { fieldOf } from '#lib/field-of.ts';
import { isAuthAnswer, secondsToWait } from '#lib/session/auth-sentence.ts';
import { toast } from '#lib/toast.ts';
import { type SignupForm as Form, signupSchema } from '#rules/people/auth.ts';
import { cleanEmail } from '#rules/people/contact.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/forms/email-field.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { NeedsScripts } from '#ui/messages/needs-scripts.tsx';
import { TechnicalDetails } from '#ui/messages/technical-details.tsx';
import { rememberBegunAccount } from './begun-account.ts';
import { commonPasswordProblem } from './common-password.ts';
import { NewPasswordField } from './new-password-field.tsx';

const CREATED_TOAST_MS = 5_000;

interface SignupFormProps {
  returnUrl: string | null;
  /** Gets the address that the confirmation e-mail went to. */
  onCreated: (account: { email: string; isBegunBefore: boolean }) => void;
}

const EMPTY: Form = { name: '', email: '', password: '', confirmPassword: '' };

type Field = keyof Form;

const FORM_ID = 'sign-up';

const inputOf = (field: Field) => document.querySelector<HTMLInputElement>(`#${FORM_ID} input[name="${field}"]`);

/**
 * The inputs of the server's HTML, into which a person may have typed, and the one that a person is in; there are none
 * after a change of the page.
 */
function inputsBefore() {
  const inputs = (Object.keys(EMPTY) as Field[]).map((field) => [field, inputOf(field)] as const);
  return { inputs, current: inputs.find(([, input]) => input && input === document.activeElement) };
}

export function SignupForm({ returnUrl, onCreated }: SignupFormProps) {
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  // Not useFormMutation: what it needs is not in the first load of the pages where people log in.
  const form = useForm<Form>({ resolver: zodResolver(signupSchema), defaultValues: EMPTY });
  // On the server there is no document.
  const [before] = useState(() => (import.meta.env.SSR ? { inputs: [], current: undefined } : inputsBefore()));
  useLayoutEffect(() => {
    // On a translated page React may replace these inputs, and people type until it does, and go on typing.
    for (const [field, input] of before.inputs) {
      if (input?.value && form.getValues(field) === '') form.setValue(field, input.value);
    }
    const [field, input] = before.current ?? [];
    // Not `setFocus`, which waits: keys that are pressed meanwhile would be lost.
    if (field && !input?.isConnected && document.activeElement === document.body) inputOf(field)?.focus();
  }, [before, form]);
  const { isSubmitting } = form.formState;
  /** The address and the password that were sent last without an answer. */
  const unanswered = useRef<string>(undefined);

  const refuse = (failed: AuthFailure) => {
    setFailure(failed);
    toast.error(failed.sentence);
  };

  const submit = form.handleSubmit(async ({ name, email, password }) => {
    setFailure(null);
    const problem = await commonPasswordProblem(password, { name, email });
    if (problem) return form.setError('password', { message: problem }, { shouldFocus: true });
    try {
      const outcome = await signUp({ name, email, password }, returnUrl);
      if (outcome === 'already-registered') {
        refuse({ sentence: auth.signup.alreadyRegistered });
        return;
      }
      const isBegunBefore = outcome === 'begun-before';
      rememberBegunAccount(isBegunBefore ? email : null);
      toast.success(auth.signup.created, { duration: CREATED_TOAST_MS });
      onCreated({ email, isBegunBefore });
    } catch (error) {
      const sent = `${email} ${password}`;
      // An e-mail has just gone there: the earlier press arrived, and its answer was lost.
      const hasArrived = unanswered.current === sent && secondsToWait(error) !== null;
      if (!isAuthAnswer(error)) unanswered.current = sent;
      if (hasArrived) onCreated({ email, isBegunBefore: false });
      else refuse(signupFailure(error));
    }
  });

  /** Nothing typed is told in one sentence, something wrong beside the field. */
  const emailOf = async () => {
    const email = cleanEmail(form.getValues('email'));
    return email === '' || (await form.trigger('email', { shouldFocus: true })) ? email : null;
  };

  return (
    // Without scripts a form that is not posted would put the password into the address.
    <form
      id={FORM_ID}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4"
    >
      {failure && (
        <Alert tone="danger">
          <p>{failure.sentence}</p>
          <TechnicalDetails>{failure.details}</TechnicalDetails>
        </Alert>
      )}
      <TextField label={auth.fullName} autoComplete="name" {...fieldOf(form, 'name')} />
      <EmailField label={auth.email} autoComplete="email" {...fieldOf(form, 'email')} />
      <NewPasswordField label={auth.password} {...fieldOf(form, 'password')} />
      <PasswordField
        label={auth.confirmPassword}
        labels={auth}
        autoComplete="new-password"
        {...fieldOf(form, 'confirmPassword')}
      />
      <NeedsScripts align="start" />
      <Button type="submit" isBusy={isSubmitting}>
        {auth.signup.submit}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4">
        <p className="text-sm text-muted">{auth.signup.resendLead}</p>
        <ResendButton returnUrl={returnUrl} isSmall label={auth.signup.sendAgain} emailOf={emailOf} />
      </div>
    </form>
  );
}
