import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { account } from '#copy/people/account.ts';
import { useProof } from '#features/people/auth/proof/use-proof.tsx';
import { whileLeaving } from '#features/people/auth/use-log-out.ts';
import { fieldOf } from '#lib/field-of.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { emptyStorage } from '#lib/storage.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { FormDialog } from '#ui/form-dialog.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { failureSentence } from './failure-sentence.ts';
import { deleteAccount, forgetAccount } from './own-data.data.ts';

const { deletion: copy } = account;
const wordSchema = z.object({ word: z.string().refine((word) => word.trim() === copy.word, copy.wordMissing) });

/**
 * Asks for a typed word, deletes the account, and leaves nothing of it in this browser
 * (docs/product/privacy.md#deletion).
 */
export function DeleteAccountDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { account: state } = useSession();
  const { withProof, dialog } = useProof();
  const { form, submit, isBusy, failure } = useFormMutation({
    schema: wordSchema,
    defaultValues: { word: '' },
    send: () => withProof(() => deleteAccount().then(() => true)),
    onSent: async (isDone) => {
      if (!isDone) return;
      await whileLeaving(async () => {
        await forgetAccount();
        client.clear();
        emptyStorage();
        toast.success(copy.deleted, { id: 'account-deleted' });
        await navigate(paths.home, { replace: true });
      });
    },
    say: (error) => failureSentence(error, copy.failed),
  });

  return (
    <>
      <FormDialog
        isOpen={isOpen}
        onClose={onClose}
        title={copy.dialogTitle}
        description={copy.dialogText}
        labels={{ keep: copy.keep, submit: copy.confirm }}
        button={{ variant: 'danger' }}
        isBusy={isBusy}
        onSubmit={submit}
      >
        {failure && <Alert tone="danger">{failure}</Alert>}
        {state?.isMentor && <p>{copy.ofMentor}</p>}
        <TextField
          label={copy.field}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...fieldOf(form, 'word')}
        />
      </FormDialog>
      {dialog}
    </>
  );
}
