import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { account } from '#copy/account.ts';
import { whileLeaving } from '#features/auth/use-log-out.ts';
import { useProof } from '#features/auth/use-proof.tsx';
import { paths } from '#lib/paths.ts';
import { emptyStorage } from '#lib/storage.ts';
import { toast } from '#lib/toast.ts';
import { FormDialog } from '#ui/form-dialog.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { failureSentence } from './failure-sentence.ts';
import { deleteAccount, forgetAccount } from './own-data.data.ts';

const { deletion: copy } = account;

/**
 * Asks for a typed word, deletes the account, and leaves nothing of it in this browser
 * (docs/product/privacy.md#deletion).
 */
export function DeleteAccountDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { withProof, dialog } = useProof();
  const [word, setWord] = useState('');
  const [isTried, setIsTried] = useState(false);
  const isTyped = word.trim() === copy.word;

  const remove = useMutation({
    networkMode: 'always',
    mutationFn: () => withProof(() => deleteAccount().then(() => true)),
    onSuccess: async (isDone) => {
      if (!isDone) return;
      await whileLeaving(async () => {
        await forgetAccount();
        client.clear();
        emptyStorage();
        toast.success(copy.deleted, { id: 'account-deleted' });
        await navigate(paths.home, { replace: true });
      });
    },
    onError: (error) => console.warn('The account was not deleted', error),
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
        isBusy={remove.isPending}
        onSubmit={(event) => {
          event.preventDefault();
          setIsTried(true);
          if (isTyped) remove.mutate();
        }}
      >
        {remove.error && !remove.isPending && <Alert tone="danger">{failureSentence(remove.error, copy.failed)}</Alert>}
        <TextField
          label={copy.field}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={word}
          onChange={(event) => setWord(event.target.value)}
          error={isTried && !isTyped ? copy.wordMissing : undefined}
        />
      </FormDialog>
      {dialog}
    </>
  );
}
