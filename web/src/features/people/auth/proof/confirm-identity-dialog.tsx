import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { auth } from '#copy/people/auth.ts';
import { confirmIdentity as copy } from '#copy/people/confirm-identity.ts';
import { accountStateQuery } from '#features/people/auth/account-state.data.ts';
import { useGoogleLeave } from '#features/people/auth/log-in/google-sign-in.tsx';
import { fieldOf } from '#lib/field-of.ts';
import { explain, FunctionError } from '#lib/functions/functions.ts';
import { useSession } from '#lib/session/session.ts';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { DialogActions } from '#ui/dialog-actions.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { confirmIdentity } from './confirm-identity.data.ts';

interface Props extends DialogOpening {
  onConfirmed: () => void;
}

/** "Confirm that it is you" (docs/product/accounts.md#proof). */
export function ConfirmIdentityDialog(props: Props) {
  const { localUser } = useSession();
  const account = useQuery({ ...accountStateQuery(localUser?.id ?? ''), enabled: props.isOpen && localUser !== null });
  const [isWithout, setIsWithout] = useState(false);
  return isWithout || account.data?.hasPassword === false ? (
    <GoogleDialog {...props} />
  ) : (
    <PasswordDialog {...props} email={localUser?.email ?? ''} onWithoutPassword={() => setIsWithout(true)} />
  );
}

const HTTP_CONFLICT = 409;
const HTTP_BAD_REQUEST = 400;

function PasswordDialog({
  email,
  onConfirmed,
  onWithoutPassword,
  ...dialog
}: Props & { email: string; onWithoutPassword: () => void }) {
  const [failure, setFailure] = useState<string | null>(null);
  // Not useFormMutation: what it needs is not in the first load of the pages where people log in.
  const form = useForm({ defaultValues: { password: '' } });

  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(null);
    if (password === '') {
      form.setError('password', { message: copy.missing }, { shouldFocus: true });
      return;
    }
    try {
      await confirmIdentity(password);
      onConfirmed();
    } catch (error) {
      const status = error instanceof FunctionError && error.failure.kind === 'http' ? error.failure.status : 0;
      if (status === HTTP_CONFLICT) return onWithoutPassword();
      const { sentence } = explain(error, copy.unavailable);
      if (status !== HTTP_BAD_REQUEST) return setFailure(sentence);
      form.resetField('password');
      form.setError('password', { message: sentence }, { shouldFocus: true });
    }
  });

  return (
    <FormDialog
      {...dialog}
      title={copy.title}
      description={copy.description}
      labels={{ keep: copy.cancel, submit: copy.submit }}
      isBusy={form.formState.isSubmitting}
      // React hands a submit on to the form in which this dialog stands; that one has not been sent.
      onSubmit={(event) => {
        event.stopPropagation();
        void submit(event);
      }}
    >
      {failure && <Alert tone="danger">{failure}</Alert>}
      {/* Tells a password manager whose password is asked for. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={copy.password}
        labels={auth}
        autoComplete="current-password"
        // In place of the dialog's first button, which closes it.
        autoFocus
        {...fieldOf(form, 'password')}
      />
    </FormDialog>
  );
}

/** The way for an account without a password: a session that is new is a proof. */
function GoogleDialog({ onConfirmed: _, ...dialog }: Props) {
  const { user } = useSession();
  const { leave, isLeaving } = useGoogleLeave(location.pathname + location.search + location.hash, user);
  return (
    <Dialog
      {...dialog}
      title={copy.title}
      isLocked={isLeaving}
      actions={
        <DialogActions keep={copy.cancel} onKeep={dialog.onClose} isBusy={isLeaving} onClick={() => void leave()}>
          {copy.withGoogle}
        </DialogActions>
      }
    >
      <p>{copy.withoutPassword}</p>
    </Dialog>
  );
}
