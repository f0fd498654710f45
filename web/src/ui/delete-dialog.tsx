import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { toast } from '#lib/toast.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before a deletion, deletes, and then reads the lists again. On failure it stays open and says why. */
export function DeleteDialog({
  onDelete,
  queryKey,
  deleted,
  onDeleted,
  closesAfterRefetch = false,
  networkMode = 'online',
  failureOf,
  onFailed,
  insteadOf,
  ...dialog
}: Omit<ComponentProps<typeof ConfirmDialog>, 'isBusy' | 'onConfirm' | 'instead' | 'failure'> & {
  onDelete: () => Promise<void>;
  /** The key of the lists that show the row. */
  queryKey: QueryKey;
  /** The text of the toast after the deletion; it replaces a toast with the same id. */
  deleted: { sentence: string; id?: string };
  onDeleted?: () => void;
  /** The dialog's opener disappears with the row, and would take the focus with it: so close after the list is read. */
  closesAfterRefetch?: boolean;
  /** `always`: without a network it fails at once with a message, instead of waiting. */
  networkMode?: 'online' | 'always';
  failureOf: (error: Error) => { title?: string; text: string } | null;
  onFailed?: (error: Error) => void;
  /** Replaces the button that confirms, after a failure that leaves nothing to confirm. */
  insteadOf?: (error: Error) => ComponentProps<typeof ConfirmDialog>['instead'];
}) {
  const client = useQueryClient();
  const readAnew = () => {
    // The cached data of other pages in this tab still has the row.
    client.removeQueries({ type: 'inactive' });
    return client.invalidateQueries({ queryKey });
  };
  const remove = useMutation({
    networkMode,
    mutationFn: onDelete,
    onSuccess: async () => {
      if (closesAfterRefetch) await readAnew();
      toast.success(deleted.sentence, deleted.id === undefined ? undefined : { id: deleted.id });
      onDeleted?.();
      dialog.onClose();
    },
    onError: (error) => {
      console.warn('The row was not deleted', error);
      onFailed?.(error);
    },
    onSettled: (_answer, error) => (closesAfterRefetch && !error ? undefined : readAnew()),
    meta: { silent: true },
  });
  return (
    <ConfirmDialog
      {...dialog}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      instead={remove.error ? insteadOf?.(remove.error) : undefined}
      failure={remove.error && failureOf(remove.error)}
    />
  );
}
