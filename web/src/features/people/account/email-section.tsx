import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { account } from '#copy/people/account.ts';
import { auth } from '#copy/people/auth.ts';
import { useProof } from '#features/people/auth/proof/use-proof.tsx';
import { fieldOf } from '#lib/field-of.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { forgotPasswordSchema as emailSchema } from '#rules/people/auth.ts';
import { Button } from '#ui/button.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { EmailField } from '#ui/forms/email-field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { type AuthAccount, authAccountQuery, cancelEmailChange, changeEmail } from './account.data.ts';
import { failureSentence } from './failure-sentence.ts';
import { SectionContent } from './section-content.tsx';

const { email: copy } = account;
const REFUSALS = { email_exists: copy.inUse, user_already_exists: copy.inUse, validation_failed: auth.invalidEmail };

export function EmailSection({ userId }: { userId: string }) {
  const query = useQuery(authAccountQuery(userId));
  return (
    <SectionContent query={query}>
      {({ email, newEmail }) => (
        <div className="grid gap-5">
          <div>
            <p className="text-sm font-medium">{copy.present}</p>
            <p className="mt-0.5">
              <EmailAddress>{email}</EmailAddress>
            </p>
          </div>
          {newEmail && <WaitingChange newEmail={newEmail} userId={userId} />}
          <ChangeForm email={email} userId={userId} />
        </div>
      )}
    </SectionContent>
  );
}

function WaitingChange({ newEmail, userId }: { newEmail: string; userId: string }) {
  const client = useQueryClient();
  const cancel = useMutation({
    networkMode: 'always',
    mutationFn: cancelEmailChange,
    onSuccess: () => {
      toast.success(copy.cancelled, { id: 'account-email' });
      client.setQueryData(
        authAccountQuery(userId).queryKey,
        (was: AuthAccount | undefined) => was && { ...was, newEmail: null },
      );
    },
    onError: (error) => toast.error(failureSentence(error, copy.cancelFailed), { id: 'account-email' }),
  });
  return (
    <Alert tone="accent" icon={<Clock aria-hidden="true" />}>
      <p className="wrap-anywhere font-medium">{copy.waiting(newEmail)}</p>
      <p className="mt-0.5">{copy.waitingHint}</p>
      <Button variant="secondary" size="sm" className="mt-3" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
        {copy.cancelChange}
      </Button>
    </Alert>
  );
}

function ChangeForm({ email, userId }: { email: string; userId: string }) {
  const client = useQueryClient();
  const { withProof, dialog } = useProof();
  const [isMailed, setIsMailed] = useState(false);
  const { form, submit, isBusy } = useFormMutation({
    schema: emailSchema.refine((wanted) => wanted.email !== email.toLowerCase(), {
      path: ['email'],
      message: copy.same,
    }),
    defaultValues: { email: '' },
    send: (wanted) => {
      setIsMailed(false);
      return withProof(() => changeEmail(wanted.email).then(() => true), { isAskedFirst: true });
    },
    onSent: async (isDone) => {
      if (!isDone) return;
      form.reset();
      setIsMailed(true);
      await client.invalidateQueries({ queryKey: authAccountQuery(userId).queryKey });
    },
    say: (error) => failureSentence(error, copy.failed, REFUSALS),
    field: 'email',
  });

  return (
    <>
      <form noValidate onSubmit={submit} className="grid max-w-sm gap-4">
        <EmailField label={copy.newEmail} autoComplete="email" {...fieldOf(form, 'email')} />
        <Button type="submit" variant="secondary" isBusy={isBusy} className="justify-self-start">
          {copy.submit}
        </Button>
      </form>
      <div role="status" className="empty:hidden">
        {isMailed && <p className="text-sm text-success">{copy.mailed}</p>}
      </div>
      {dialog}
    </>
  );
}
