import { zodResolver } from '@hookform/resolvers/zod';
import { MailCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { auth } from '#copy/people/auth.ts';
import { passwordRecovery } from '#copy/people/password-recovery.ts';
import { fieldOf } from '#lib/field-of.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { toast } from '#lib/toast.ts';
import { type ForgotPasswordForm as Form, forgotPasswordSchema } from '#rules/people/auth.ts';
import { Button, ButtonAnchor } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { DialogActions } from '#ui/dialog-actions.tsx';
import { EmailField } from '#ui/forms/email-field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { requestReset } from './password-recovery.data.ts';
import { forgotFailure } from './recovery-failures.ts';

const { forgot } = passwordRecovery;

type ForgotPasswordDialogProps = { isOpen: boolean; initialEmail: string; onClose: () => void };

/** Asks for the address, then says that the link is on its way, in the same words whether or not it has an account. */
export function ForgotPasswordDialog({ isOpen, initialEmail, onClose }: ForgotPasswordDialogProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { mailboxPath } = usePublicEnv();
  const formId = useId();
  // Not useFormMutation: what it needs is not in the first load of the pages where people log in.
  const form = useForm<Form>({ resolver: zodResolver(forgotPasswordSchema), defaultValues: { email: initialEmail } });
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email }) => {
    setFailure(null);
    try {
      await requestReset(email);
      toast.success(forgot.sent);
      setSentTo(email);
    } catch (error) {
      const sentence = forgotFailure(error);
      setFailure(sentence);
      toast.error(sentence);
    }
  });

  if (sentTo) {
    return (
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        title={forgot.sentTitle}
        actions={
          <>
            {mailboxPath && (
              <ButtonAnchor href={mailboxPath} variant="secondary">
                {forgot.mailbox}
              </ButtonAnchor>
            )}
            <Button onClick={onClose}>{forgot.done}</Button>
          </>
        }
      >
        <div className="flex gap-3 rounded-control bg-accent-soft p-4">
          <MailCheck className="mt-0.5 size-5 shrink-0 text-accent-text" aria-hidden="true" />
          <p className="min-w-0 break-words">{forgot.sentTo(sentTo)}</p>
        </div>
        <p className="mt-4 text-sm text-muted">{forgot.notThere}</p>
      </Dialog>
    );
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isLocked={isSubmitting}
      title={forgot.title}
      description={forgot.description}
      actions={
        <DialogActions keep={forgot.cancel} onKeep={onClose} type="submit" form={formId} isBusy={isSubmitting}>
          {forgot.submit}
        </DialogActions>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="-m-0.5 flex flex-col gap-4 p-0.5"
      >
        {failure && <Alert tone="danger">{failure}</Alert>}
        <EmailField label={auth.email} autoComplete="username" {...fieldOf(form, 'email')} />
      </form>
    </Dialog>
  );
}
