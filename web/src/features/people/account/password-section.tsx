import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { account } from '#copy/people/account.ts';
import { auth } from '#copy/people/auth.ts';
import { authSentences } from '#copy/people/auth-sentences.ts';
import { accountStateQuery } from '#features/people/auth/account-state.data.ts';
import { useProof } from '#features/people/auth/proof/use-proof.tsx';
import { commonPasswordProblem } from '#features/people/auth/sign-up/common-password.ts';
import { NewPasswordField } from '#features/people/auth/sign-up/new-password-field.tsx';
import { ApiError, isApiError } from '#lib/api-error.ts';
import { fieldOf } from '#lib/field-of.ts';
import { isAuthAnswer } from '#lib/session/auth-sentence.ts';
import { useSession } from '#lib/session/session.ts';
import { doubtSession } from '#lib/session/session-doubt.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { resetPasswordSchema } from '#rules/people/auth.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { changePassword, devicesQuery } from './account.data.ts';
import { failureSentence } from './failure-sentence.ts';
import { SectionContent } from './section-content.tsx';

const { password: copy } = account;

export function PasswordSection({ userId }: { userId: string }) {
  const query = useQuery(accountStateQuery(userId));
  const [changes, setChanges] = useState(0);
  const onDone = () => setChanges((count) => count + 1);
  return (
    <SectionContent query={query}>
      {({ hasPassword }) =>
        hasPassword ? (
          // A new form each time: nothing of a password stays.
          <PasswordForm key={changes} userId={userId} hasPassword onDone={onDone} />
        ) : (
          <FirstPassword userId={userId} onDone={onDone} />
        )
      }
    </SectionContent>
  );
}

/** An account that was made with Google has none until its owner wants one. */
function FirstPassword({ userId, onDone }: { userId: string; onDone: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="grid gap-4">
      <p>{copy.withGoogle}</p>
      {isOpen ? (
        <PasswordForm userId={userId} hasPassword={false} onDone={onDone} />
      ) : (
        <Button variant="secondary" className="justify-self-start" onClick={() => setIsOpen(true)}>
          {copy.set}
        </Button>
      )}
    </div>
  );
}

const withoutPassword = resetPasswordSchema.and(z.object({ current: z.string() }));
const withPassword = resetPasswordSchema.and(z.object({ current: z.string().min(1, copy.missing) }));
type Form = z.infer<typeof withoutPassword>;
const REFUSALS = {
  current_password_mismatch: copy.wrong,
  // As hosted Auth says it.
  current_password_invalid: copy.wrong,
  current_password_required: copy.wrong,
  // Hosted Auth: the session is older than a day.
  reauthentication_needed: copy.signInAgain,
  same_password: copy.same,
  weak_password: auth.shortPassword,
};
const FIELDS = {
  current_password_mismatch: 'current',
  current_password_invalid: 'current',
  current_password_required: 'current',
  same_password: 'password',
  weak_password: 'password',
  common_password: 'password',
} as const;
const EMPTY: Form = { current: '', password: '', confirmPassword: '' };

function PasswordForm({ userId, hasPassword, onDone }: { userId: string; hasPassword: boolean; onDone: () => void }) {
  const client = useQueryClient();
  const { localUser } = useSession();
  const { withProof, dialog } = useProof();
  const { form, submit, isBusy, failure } = useFormMutation({
    schema: hasPassword ? withPassword : withoutPassword,
    defaultValues: EMPTY,
    send: async ({ current, password }) => {
      const problem = await commonPasswordProblem(password, { email: localUser?.email, name: localUser?.name });
      if (problem) throw new ApiError('invalid', { reason: 'common_password', sentence: problem });
      const change = () => changePassword(hasPassword ? { current, password } : { password }).then(() => true);
      return hasPassword ? change() : withProof(change, { isAskedFirst: true });
    },
    onSent: async (isDone) => {
      if (!isDone) return;
      toast.success(hasPassword ? copy.changed : copy.setDone, { id: 'account-password' });
      onDone();
      doubtSession();
      await Promise.all([
        client.invalidateQueries({ queryKey: accountStateQuery(userId).queryKey }),
        client.invalidateQueries({ queryKey: devicesQuery(userId).queryKey }),
      ]);
    },
    say: (error) => {
      if (isApiError(error, 'invalid')) return error.message;
      if (isAuthAnswer(error) && error.reasons?.includes('pwned')) return authSentences.leakedPassword;
      return failureSentence(error, copy.failed, REFUSALS);
    },
    fields: FIELDS,
  });

  return (
    <>
      <form noValidate onSubmit={submit} className="grid max-w-sm gap-4">
        {failure && <Alert tone="danger">{failure}</Alert>}
        {/* Tells a password manager whose password it is about to keep. */}
        <input type="text" autoComplete="username" value={localUser?.email ?? ''} readOnly hidden />
        {hasPassword && (
          <PasswordField
            label={copy.current}
            labels={auth}
            autoComplete="current-password"
            {...fieldOf(form, 'current')}
          />
        )}
        <NewPasswordField label={copy.new} {...fieldOf(form, 'password')} />
        <PasswordField
          label={copy.confirm}
          labels={auth}
          autoComplete="new-password"
          {...fieldOf(form, 'confirmPassword')}
        />
        <Button type="submit" variant="secondary" isBusy={isBusy} className="justify-self-start">
          {hasPassword ? copy.submit : copy.set}
        </Button>
      </form>
      {dialog}
    </>
  );
}
