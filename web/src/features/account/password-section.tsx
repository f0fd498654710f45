import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { account } from '#copy/account.ts';
import { auth } from '#copy/auth.ts';
import { authSentences } from '#copy/auth-sentences.ts';
import { accountStateQuery } from '#features/auth/account-state.data.ts';
import { commonPasswordProblem } from '#features/auth/common-password.ts';
import { NewPasswordField } from '#features/auth/new-password-field.tsx';
import { useProof } from '#features/auth/use-proof.tsx';
import { fieldOf } from '#lib/field-of.ts';
import { codeOf, isAuthAnswer } from '#lib/session/auth-sentence.ts';
import { useSession } from '#lib/session/session.ts';
import { doubtSession } from '#lib/session/session-doubt.ts';
import { toast } from '#lib/toast.ts';
import { resetPasswordSchema } from '#rules/auth.ts';
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
const EMPTY: Form = { current: '', password: '', confirmPassword: '' };

function PasswordForm({ userId, hasPassword, onDone }: { userId: string; hasPassword: boolean; onDone: () => void }) {
  const client = useQueryClient();
  const { localUser } = useSession();
  const { withProof, dialog } = useProof();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Form>({
    resolver: zodResolver(hasPassword ? withPassword : withoutPassword),
    defaultValues: EMPTY,
  });
  const { isSubmitting } = form.formState;

  const explainRefusal = (error: unknown) => {
    const refuse = (field: keyof Form, message: string) => form.setError(field, { message }, { shouldFocus: true });
    switch (codeOf(error)) {
      case 'current_password_mismatch':
      // As hosted Auth says it.
      case 'current_password_invalid':
      case 'current_password_required':
        return refuse('current', copy.wrong);
      // Hosted Auth: the session is older than a day.
      case 'reauthentication_needed':
        return setFailure(copy.signInAgain);
      case 'same_password':
        return refuse('password', copy.same);
      case 'weak_password':
        return refuse(
          'password',
          isAuthAnswer(error) && error.reasons?.includes('pwned') ? authSentences.leakedPassword : auth.shortPassword,
        );
      default:
        return setFailure(failureSentence(error, copy.failed));
    }
  };

  const submit = form.handleSubmit(async ({ current, password }) => {
    setFailure(null);
    const problem = await commonPasswordProblem(password, { email: localUser?.email, name: localUser?.name });
    if (problem) {
      form.setError('password', { message: problem }, { shouldFocus: true });
      return;
    }
    try {
      const change = () => changePassword(hasPassword ? { current, password } : { password }).then(() => true);
      const isDone = await (hasPassword ? change() : withProof(change, { isAskedFirst: true }));
      if (!isDone) return;
    } catch (error) {
      explainRefusal(error);
      return;
    }
    toast.success(hasPassword ? copy.changed : copy.setDone, { id: 'account-password' });
    onDone();
    doubtSession();
    await Promise.all([
      client.invalidateQueries({ queryKey: accountStateQuery(userId).queryKey }),
      client.invalidateQueries({ queryKey: devicesQuery(userId).queryKey }),
    ]);
  });

  return (
    <>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-sm gap-4">
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
        <Button type="submit" variant="secondary" isBusy={isSubmitting} className="justify-self-start">
          {hasPassword ? copy.submit : copy.set}
        </Button>
      </form>
      {dialog}
    </>
  );
}
